import { Injectable } from '@nestjs/common';
import {
  type Requester,
  createdKey,
  createdPiece,
  type PageRequest,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import type { ChangeOrigin, DatabaseTransaction } from '../../../../platform/database/index.js';
import { DomainError, notFound } from '../../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../../platform/idempotency/index.js';
import { SessionPreparation } from '../../sessions/index.js';
import type { MonitorRun } from '../monitor.js';
import { MonitoredPagesRepository } from '../monitored-pages.repository.js';
import { MonitorsRepository } from '../monitors.repository.js';
import { MonitorRunsRepository } from './monitor-runs.repository.js';
import { looksOf, newFetches, priorRateOf, sessionOf } from './run-plan.js';

/**
 * Starts a prepared run, within a transaction.
 *
 * @returns its id and that of its first session, or null for the session if nothing is due. Null, without a start,
 * while another run is in progress
 */
type StartMonitorRun = (
  tx: DatabaseTransaction,
  origin: ChangeOrigin,
) => Promise<{ readonly runId: string; readonly sessionId: string | null } | null>;

/** Runs of monitors: sessions that fetch the chosen pages. `RunFollower` compares their results. */
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
   * @param all whether to visit pages that are not due too
   * @param key the same key and input return the run of the first call
   * @throws DomainError NOT_FOUND; INVALID_STATE while another run of the monitor is in progress, or if there is no
   * model to judge pages by
   */
  start(monitorId: string, all: boolean, requester: Requester, key?: IdempotencyKey): Promise<MonitorRun> {
    return this.idempotency.create(
      key,
      'runMonitor',
      requestHash({ monitorId, all }),
      async (once) => {
        const start = await this.prepare(monitorId, all);
        return once(async (tx) => {
          const started = await start(tx, { actor: 'user', ...requester });
          if (started !== null) return started.runId;
          throw new DomainError('INVALID_STATE', 'a run of this monitor is in progress', {
            allowed: 'one run at a time: wait for it, or stop its session',
          });
        });
      },
      (id) => this.get(id),
    );
  }

  /**
   * Chooses the pages of a run.
   *
   * @returns a function that starts the run within a transaction
   * @throws DomainError NOT_FOUND; INVALID_STATE if there is no model to judge pages by
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
            // Visits all its watched pages, whatever their current judgement.
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

  /** Existing ones by id. */
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
