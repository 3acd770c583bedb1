import { Injectable } from '@nestjs/common';
import {
  type Asker,
  createdKey,
  createdPiece,
  type PageRequest,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import type { ChangeOrigin, DatabaseTransaction } from '../../../platform/database/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { SessionPreparation } from '../../sessions/index.js';
import type { MonitorRun } from '../monitor.js';
import { MonitoredPagesRepository } from '../monitored-pages.repository.js';
import { MonitorsRepository } from '../monitors.repository.js';
import { MonitorRunsRepository } from './monitor-runs.repository.js';
import { looksOf, newFetches, priorRateOf, sessionOf } from './run-plan.js';

/**
 * Starts a run that was prepared, within a transaction.
 *
 * @returns its id, and that of its first session, null where there is nothing to look at. Null, and nothing is started, while another run is under way
 */
export type StartMonitorRun = (
  tx: DatabaseTransaction,
  origin: ChangeOrigin,
) => Promise<{ readonly runId: string; readonly sessionId: string | null } | null>;

/** Runs of monitors: sessions that fetch what is to be looked at. `RunFollower` compares what they bring. */
@Injectable()
export class MonitorRunsService {
  constructor(
    private readonly monitors: MonitorsRepository,
    private readonly pages: MonitoredPagesRepository,
    private readonly runs: MonitorRunsRepository,
    private readonly preparation: SessionPreparation,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Starts a run at once.
   *
   * @param all looks at pages that are not due as well
   * @param key the same key and input answer the run made the first time
   * @throws DomainError NOT_FOUND; INVALID_STATE while another run of the monitor is under way, or when there is nothing to judge pages by
   */
  start(monitorId: string, all: boolean, asker: Asker, key?: IdempotencyKey): Promise<MonitorRun> {
    return this.idempotency.create(
      key,
      'runMonitor',
      requestHash({ monitorId, all }),
      async (once) => {
        const start = await this.prepare(monitorId, all);
        return once(async (tx) => {
          const started = await start(tx, { actor: 'user', ...asker });
          if (started !== null) return started.runId;
          throw new DomainError('INVALID_STATE', 'a run of this monitor is under way', {
            allowed: 'one run at a time: wait for it, or stop its session',
          });
        });
      },
      (id) => this.get(id),
    );
  }

  /**
   * Chooses what a run looks at.
   *
   * @returns starts the run within a transaction
   * @throws DomainError NOT_FOUND; INVALID_STATE when there is nothing to judge pages by
   */
  async prepare(monitorId: string, all: boolean): Promise<StartMonitorRun> {
    const monitor = await this.monitors.find(monitorId);
    if (!monitor) throw notFound('monitor', monitorId);
    const watched = await this.pages.watched(monitorId);
    const looks = looksOf(monitor, watched, all);
    const urls = looks.length > 0 ? looks : await this.pages.frontier(monitorId, newFetches(monitor));
    const insert =
      urls.length === 0
        ? null
        : await this.preparation.prepare(
            monitor.topicId,
            sessionOf(monitor, await this.monitors.crawlOf(monitorId), urls),
            // What it watches it looks at, whatever is thought of it since.
            false,
          );
    const state = looks.length > 0 ? ('LOOKING' as const) : ('SEARCHING' as const);
    const priorRate = priorRateOf(watched);
    return async (tx, origin) => {
      const run = { monitorId, priorRate, state: insert === null ? ('COMPLETED' as const) : state };
      const runId = await this.runs.insert(tx, run);
      if (runId === null || insert === null) return runId === null ? null : { runId, sessionId: null };
      const sessionId = await insert(tx, origin, { startedBy: 'MONITOR', startedById: monitorId });
      await this.runs.goOn(tx, runId, state, sessionId);
      return { runId, sessionId };
    };
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<MonitorRun> {
    const run = await this.runs.find(id);
    if (!run) throw notFound('run', id);
    return run;
  }

  /** Those that exist, by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, MonitorRun>> {
    return new Map((await this.runs.findMany(ids)).map((run) => [run.id, run]));
  }

  /** Newest first. @throws DomainError NOT_FOUND */
  async list(monitorId: string, page: PageRequest): Promise<Slice<MonitorRun>> {
    if (!(await this.monitors.find(monitorId))) throw notFound('monitor', monitorId);
    return sliceOf(await this.runs.list(monitorId, createdPiece(page)), page, createdKey, () =>
      this.runs.count(monitorId),
    );
  }
}
