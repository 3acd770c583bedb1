import { Inject, Injectable } from '@nestjs/common';
import { storedForm } from '../../../domain/base/json-value.js';
import { nameIn } from '../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  isUuid,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError, invalid, notFound, requireName, withoutNulls } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { refusalWithin } from '../sessions/index.js';
import { checkedRecurrence, Recurrence } from './recurrence.js';
import {
  type ActionSettings,
  DEFAULT_NEXT_RUNS,
  MAX_SCHEDULES,
  type MissedRule,
  type OverlapRule,
  type RunState,
  type Schedule,
  type ScheduleRun,
  type StoredAction,
  ScheduleClock,
} from './schedule.js';
import { ScheduleActions } from './schedule-actions.js';
import { type ScheduleChange, type ScheduleRefusal, SchedulesRepository } from './schedules.repository.js';

/** Changes of a schedule from the user. */
interface UpdateSchedule {
  readonly name?: string | null;
  readonly cron?: string | null;
  readonly timeZone?: string | null;
  /** One field, with the name of the action's kind. */
  readonly action?: object | null;
  readonly missed?: MissedRule | null;
  readonly overlap?: OverlapRule | null;
}

/** The settings of a new schedule. */
interface CreateSchedule extends UpdateSchedule {
  readonly name: string;
  readonly cron: string;
  readonly action: object;
}

/** Due times are computed only this far ahead: searching for rare dates takes time. */
const HORIZON_MS = 20 * 366 * 86_400_000;

@Injectable()
export class SchedulesService {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly actions: ScheduleActions,
    private readonly clock: ScheduleClock,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'SCHEDULE_MIN_INTERVAL_SECONDS'>,
  ) {}

  /**
   * @param key the same key and input return the result of the first call
   * @throws DomainError VALIDATION_FAILED naming the wrong field; CONFLICT if the name is taken or there are too many;
   * refusals by its action's check
   */
  create(input: CreateSchedule, key?: IdempotencyKey): Promise<Schedule> {
    return this.idempotency.create(
      key,
      'createSchedule',
      requestHash(input),
      async (once) => {
        const { cron, timeZone, missed, overlap } = input;
        const name = requireName(nameIn(input.name));
        const zone = timeZone ?? 'UTC';
        const nextDueAt = this.firstDue(cron, zone);
        const action = await this.checkedAction(input.action);
        const settings = { name, cron, timeZone: zone, action, missed: missed ?? 'skip', overlap: overlap ?? 'skip' };
        return once(async (db) => {
          const made = await this.schedules.insert(db, settings, nextDueAt, MAX_SCHEDULES);
          if (typeof made === 'string') throw refusal(made, name);
          return made.id;
        });
      },
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Schedule> {
    const schedule = isUuid(id) ? await this.schedules.find(id) : null;
    if (!schedule) throw notFound('schedule', id);
    return schedule;
  }

  /** Existing ones by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, Schedule>> {
    return new Map((await this.schedules.findMany(ids)).map((schedule) => [schedule.id, schedule]));
  }

  /** Existing ones by id. */
  async getRuns(ids: readonly string[]): Promise<Map<string, ScheduleRun>> {
    return new Map((await this.schedules.findRuns(ids)).map((run) => [run.id, run]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Schedule>> {
    return sliceOf(await this.schedules.list(createdPiece(page)), page, createdKey, () => this.schedules.count());
  }

  /** Newest first. @throws DomainError NOT_FOUND */
  async listRuns(
    id: string,
    { state = null, ...page }: PageRequest & { readonly state?: RunState | null },
  ): Promise<Slice<ScheduleRun>> {
    await this.get(id);
    return sliceOf(await this.schedules.listRuns(id, state, createdPiece(page)), page, createdKey, () =>
      this.schedules.countRuns(id, state),
    );
  }

  /** @throws DomainError like `create`, and NOT_FOUND */
  async update(id: string, input: UpdateSchedule, condition?: Precondition): Promise<Schedule> {
    await this.get(id);
    const action = input.action == null ? undefined : await this.checkedAction(input.action);
    const given = input.name == null ? input : { ...input, name: requireName(nameIn(input.name)) };
    return this.change(
      id,
      (schedule) => {
        const { name, cron, timeZone, missed, overlap } = { ...schedule, ...withoutNulls(given) };
        const isMoved = cron !== schedule.cron || timeZone !== schedule.timeZone;
        const nextDueAt = isMoved ? this.firstDue(cron ?? '', timeZone ?? '') : undefined;
        return {
          ...({ name, cron, timeZone, missed, overlap } as ScheduleChange),
          action,
          nextDueAt: schedule.pausedAt === null ? nextDueAt : undefined,
        };
      },
      condition,
    );
  }

  /** Idempotent. @throws DomainError NOT_FOUND */
  pause(id: string, condition?: Precondition): Promise<Schedule> {
    return this.change(
      id,
      ({ pausedAt }) =>
        pausedAt === null ? { pausedAt: new Date(this.clock.now()), pauseReason: 'user', nextDueAt: null } : {},
      condition,
    );
  }

  /** Continues with the next due time. Idempotent. @throws DomainError NOT_FOUND, VALIDATION_FAILED */
  resume(id: string, condition?: Precondition): Promise<Schedule> {
    return this.change(
      id,
      ({ pausedAt, cron, timeZone }) =>
        pausedAt === null
          ? {}
          : { pausedAt: null, pauseReason: null, failures: 0, nextDueAt: this.firstDue(cron, timeZone) },
      condition,
    );
  }

  /** @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!isUuid(id) || !(await this.schedules.delete(id, condition))) throw notFound('schedule', id);
  }

  /** @throws DomainError NOT_FOUND */
  async nextRuns(id: string, count?: number | null): Promise<{ dueAt: Date[] }> {
    const { cron, timeZone } = await this.get(id);
    return this.nextRunsOf(cron, timeZone, count);
  }

  /** For an expression that may have been stored with another minimum interval. */
  nextRunsOf(cron: string, timeZone: string, count?: number | null): { dueAt: Date[] } {
    return this.next(new Recurrence(cron, timeZone), count);
  }

  /** @throws DomainError VALIDATION_FAILED like for a new schedule */
  preview({ cron, timeZone, count }: { cron: string; timeZone: string; count?: number | null }): { dueAt: Date[] } {
    const recurrence = checkedRecurrence(cron, timeZone, this.now, this.config.SCHEDULE_MIN_INTERVAL_SECONDS);
    return this.next(recurrence, count);
  }

  private next(recurrence: Recurrence, count?: number | null): { dueAt: Date[] } {
    const until = new Date(this.clock.now() + HORIZON_MS);
    return { dueAt: recurrence.between(this.now, until, count ?? DEFAULT_NEXT_RUNS) };
  }

  private get now(): Date {
    return new Date(this.clock.now());
  }

  private firstDue(cron: string, timeZone: string): Date {
    const recurrence = checkedRecurrence(cron, timeZone, this.now, this.config.SCHEDULE_MIN_INTERVAL_SECONDS);
    return recurrence.after(this.now, 1)[0];
  }

  private async checkedAction(wanted: object): Promise<StoredAction> {
    const given = Object.entries(withoutNulls(storedForm(wanted)) as Record<string, ActionSettings>);
    const [kind, settings] = given[0] ?? ['', {}];
    const action = this.actions.find(kind);
    if (!action || given.length !== 1)
      throw invalid(
        'action',
        `action has ${given.length === 1 ? `no field ${kind}` : `${given.length} fields`}`,
        `one of ${this.actions.kinds.join(', ')}`,
      );
    try {
      return { kind, settings: await action.check(settings) };
    } catch (error) {
      throw refusalWithin(`action.${kind}`, error);
    }
  }

  private async change(
    id: string,
    decide: (schedule: Schedule) => ScheduleChange,
    condition?: Precondition,
  ): Promise<Schedule> {
    let wanted: ScheduleChange = {};
    const refused = isUuid(id)
      ? await this.schedules.change(id, (schedule) => (wanted = decide(schedule)), condition)
      : 'not-found';
    if (refused === 'not-found') throw notFound('schedule', id);
    if (refused !== null) throw refusal(refused, wanted.name ?? '');
    return this.get(id);
  }
}

function refusal(why: ScheduleRefusal, name: string): DomainError {
  if (why === 'name-taken')
    return new DomainError('CONFLICT', `there is a schedule ${name} already`, {
      field: 'name',
      allowed: 'a name that is free',
    });
  return new DomainError('CONFLICT', `the project has ${MAX_SCHEDULES} schedules`, {
    allowed: 'to delete schedules that are not needed first',
  });
}
