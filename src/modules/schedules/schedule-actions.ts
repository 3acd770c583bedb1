import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '../../platform/database/index.js';
import type { ActionSettings } from './schedule.js';

/** A run that is due, as the handler of its action sees it. */
export interface DueRun {
  readonly scheduleId: string;
  readonly scheduleName: string;
  /** When it was due; it is started a little later, or much later when it waited or was missed. */
  readonly dueAt: Date;
}

/**
 * Starts the work of a run.
 *
 * @returns the id of the session that does it: the schedule's next run waits for its end, or is skipped. Null where there is nothing to do now
 */
export type StartRun = (transaction: DatabaseTransaction) => Promise<string | null>;

/**
 * Does what schedules of one kind are for. All calls run in the project of the schedule.
 *
 * A refusal (`DomainError`) of `prepare` or `StartRun` makes the run FAILED with its code and message, and counts as a failure of the schedule. UNAVAILABLE and
 * troubles of the database do not: the run waits and is tried again. Of other errors users are told only that the log has them.
 */
export interface ScheduleAction {
  /** As the field of `action` is called in both APIs. */
  readonly kind: string;
  /**
   * Checks what a user has sent when a schedule is made or changed.
   *
   * @param wanted the field of `action` in the request: plain JSON without nulls
   * @returns what is stored, and handed to the other functions
   * @throws DomainError naming the wrong field within `wanted`, e.g. `budget.fetches`
   */
  check(wanted: ActionSettings): Promise<ActionSettings>;
  /** The field of `action` in answers. Never throws: what was stored may be old. */
  shown(stored: ActionSettings): object;
  /**
   * Reads and checks what a run takes. Nothing may be changed here but by repeatable steps: a run whose worker dies is prepared again.
   *
   * @returns starts it within the transaction that notes it, so that it is started exactly once
   */
  prepare(stored: ActionSettings, run: DueRun): Promise<StartRun>;
}

/** The actions known to this process. Modules register theirs in `onModuleInit`; a process leaves schedules of other kinds to others. */
@Injectable()
export class ScheduleActions {
  readonly #byKind = new Map<string, ScheduleAction>();

  register(action: ScheduleAction): void {
    if (this.#byKind.has(action.kind)) throw new Error(`two actions of kind ${action.kind}`);
    this.#byKind.set(action.kind, action);
  }

  find(kind: string): ScheduleAction | undefined {
    return this.#byKind.get(kind);
  }

  get kinds(): string[] {
    return [...this.#byKind.keys()];
  }
}
