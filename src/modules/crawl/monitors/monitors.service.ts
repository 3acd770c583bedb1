import { Inject, Injectable } from '@nestjs/common';
import { nameIn } from '../../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  mapSlice,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError, invalid, notFound, requireName } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { type Session, SessionsService } from '../sessions/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import { type ChangeFilter, DEFAULT_SETTINGS, type Monitor, type MonitorSettings, type SeenChange } from './monitor.js';
import { MonitoredPagesRepository } from './monitored-pages.repository.js';
import { MonitorsRepository } from './monitors.repository.js';
import { PageChangesRepository } from './page-changes.repository.js';
import { type WatchedPage, watchedPage } from './watched-page.js';

/** Settings from users: omitted and null fields keep their values. */
type GivenSettings = { readonly [Name in keyof MonitorSettings]?: MonitorSettings[Name] | null };

interface CreateMonitor extends GivenSettings {
  readonly topicId: string;
  readonly sessionId?: string | null;
  readonly name: string;
}

interface UpdateMonitor extends GivenSettings {
  readonly name?: string | null;
}

@Injectable()
export class MonitorsService {
  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly pages: MonitoredPagesRepository,
    private readonly changes: PageChangesRepository,
    private readonly topics: TopicsService,
    private readonly sessions: SessionsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'MONITORS_PER_PROJECT'>,
  ) {}

  /**
   * Starts watching the relevant pages of a session, or of the sessions of a topic.
   *
   * @param key the same key and input return the monitor of the first call
   * @throws DomainError NOT_FOUND for the topic; VALIDATION_FAILED naming the wrong field; INVALID_STATE if there is no
   * page to watch; CONFLICT if the project has too many
   */
  create(input: CreateMonitor, key?: IdempotencyKey): Promise<Monitor> {
    return this.idempotency.create(
      key,
      'createMonitor',
      requestHash(input),
      async (once) => {
        const { topicId, sessionId = null, name: typed, ...given } = input;
        const name = requireName(nameIn(typed));
        await this.topics.get(topicId);
        const settings = settled(DEFAULT_SETTINGS, given);
        if (sessionId !== null && (await this.sessions.find(sessionId))?.topicId !== topicId)
          throw invalid('sessionId', `the topic has no session ${sessionId}`, 'the id of a session of the topic');
        const sources = await this.monitors.sources(topicId, sessionId);
        const newest = sources[0] === undefined ? null : await this.sessions.find(sources[0]);
        if (newest === null)
          throw new DomainError('INVALID_STATE', 'there is no page to watch', {
            field: sessionId === null ? 'topicId' : 'sessionId',
            allowed: 'sessions that have ended and have found relevant pages',
          });
        return once(async (db) => {
          const most = this.config.MONITORS_PER_PROJECT;
          const id = await this.monitors.insert(db, { topicId, sessionId, name, ...settings }, crawlOf(newest), most);
          if (id === null)
            throw new DomainError('CONFLICT', `the project has ${most} monitors`, {
              allowed: `at most ${most} monitors in a project (MONITORS_PER_PROJECT): delete those that are not needed first`,
            });
          await this.monitors.watch(db, id, sources);
          return id;
        });
      },
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Monitor> {
    const monitor = await this.monitors.find(id);
    if (!monitor) throw notFound('monitor', id);
    return monitor;
  }

  /** Existing ones by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, Monitor>> {
    return new Map((await this.monitors.findMany(ids)).map((monitor) => [monitor.id, monitor]));
  }

  /** Existing changes by id. */
  async getChanges(ids: readonly string[]): Promise<Map<string, SeenChange>> {
    return new Map((await this.changes.findMany(ids)).map((change) => [change.id, change]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Monitor>> {
    return sliceOf(await this.monitors.list(createdPiece(page)), page, createdKey, () => this.monitors.count());
  }

  /** @throws DomainError NOT_FOUND, VALIDATION_FAILED */
  async update(id: string, { name, ...given }: UpdateMonitor, condition?: Precondition): Promise<Monitor> {
    const { name: nameBefore, ...before } = await this.get(id);
    const updated = await this.monitors.update(
      id,
      name == null ? nameBefore : requireName(nameIn(name)),
      settled(before, given),
      condition,
    );
    if (!updated) throw notFound('monitor', id);
    return this.get(id);
  }

  /** Deletes it with all its records. The sessions of its runs stay for a time. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!(await this.monitors.delete(id, condition))) throw notFound('monitor', id);
  }

  /** Changes, newest first. @throws DomainError NOT_FOUND */
  async changesOf(id: string, filter: ChangeFilter, page: PageRequest): Promise<Slice<SeenChange>> {
    await this.get(id);
    return sliceOf(await this.changes.list(id, filter, createdPiece(page)), page, createdKey, () =>
      this.changes.count(id, filter),
    );
  }

  /** Watched pages, most recently found first. @throws DomainError NOT_FOUND */
  async pagesOf(id: string, page: PageRequest): Promise<Slice<WatchedPage>> {
    const monitor = await this.get(id);
    const rows = await this.pages.list(id, createdPiece(page));
    const slice = sliceOf(rows, page, createdKey, () => this.pages.count(id));
    return mapSlice(slice, (row) => watchedPage(row, monitor));
  }
}

/** Merges a user's changes into the settings. @throws DomainError VALIDATION_FAILED */
function settled(before: MonitorSettings, given: GivenSettings): MonitorSettings {
  const settings: MonitorSettings = {
    policy: given.policy ?? before.policy,
    fetches: given.fetches ?? before.fetches,
    newShare: given.newShare ?? before.newShare,
    minHours: given.minHours ?? before.minHours,
    maxHours: given.maxHours ?? before.maxHours,
    changeProbability: given.changeProbability ?? before.changeProbability,
    ignoreNumbers: given.ignoreNumbers ?? before.ignoreNumbers,
    keepRuns: given.keepRuns ?? before.keepRuns,
  };
  if (settings.minHours > settings.maxHours)
    throw invalid('minHours', 'minHours is above maxHours', `at most maxHours, ${settings.maxHours}`);
  return settings;
}

/** Settings that runs determine by themselves: amount of fetches, and end. */
const NOT_TAKEN: readonly string[] = [
  ...['budget', 'domainCap', 'objective', 'saturation', 'monitoring', 'trackChanges', 'archive', 'sitemaps'],
  ...['hostBarrenLimit', 'hostEvidence', 'known', 'knownDays'],
];

/** The session settings that concern fetching and reading pages. */
const crawlOf = ({ config }: Session): object =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !NOT_TAKEN.includes(name)));
