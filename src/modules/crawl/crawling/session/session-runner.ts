import { Logger } from '@nestjs/common';
import { upperBound } from '../../../../domain/base/binomial.js';
import { isPutOff, meaningOf } from '../../../../domain/fetching/index.js';
import { NO_SOURCE } from '../../../../domain/frontier/frontier-view.js';
import { compileScope } from '../../../../domain/scope/index.js';
import {
  type FinishReason,
  judgeByModel,
  type Quota,
  type ReleaseReason,
  type SaturationRule,
  type SeedOutcome,
  type SessionCommand,
  type SessionState,
  type StateReason,
  type StepRecord,
  unreachableSeeds,
} from '../../../../domain/session/index.js';
import {
  CrawlLoop,
  LeaseLostError,
  ReplayDivergedError,
  type Clock,
  type CrawlStore,
  type FetchArchive,
  type Fetcher,
  type RunEnd,
  type SearchEngine,
} from '../../../../engine/index.js';
import { PUBLIC_PORTS } from '../../../../platform/config/index.js';
import { databaseTrouble, isDiskFull } from '../../../../platform/database/index.js';
import type { VolumeName } from '../../../../platform/volumes/index.js';
import { type LoadedModel, ModelRemadeError } from '../../../topics/models/index.js';
import type { ClaimedSession, LeaseStatus } from '../crawl-session.js';
import { crawlStateOf } from './crawl-state-of.js';
import { NoRoomError, ROOM_REASON_OF } from '../waits/room.js';
import type { SessionWatch } from './session-watch.js';

interface SessionRunnerOptions {
  readonly session: ClaimedSession;
  readonly model: LoadedModel;
  readonly fetcher: Fetcher;
  /** For policies that search. */
  readonly search?: SearchEngine;
  readonly store: CrawlStore;
  /** Closed by its creator. */
  readonly archive?: FetchArchive;
  readonly clock: Clock;
  readonly watch: Pick<SessionWatch, 'step' | 'applied'>;
  readonly commitIntervalMs: number;
  readonly checkpointIntervalMs: number;
  readonly markRunning: () => Promise<boolean>;
}

/** Details of the event of a saturated session. */
interface Saturated extends SaturationRule {
  readonly relevant: number;
  readonly harvestRate: number;
  /** The bound below the floor; absent for rules of earlier versions. */
  readonly upper?: number;
}

/**
 * How a worker's hold on a session ends: with the state to leave it in, or nothing to write if another worker has it.
 */
export type RunnerEnd =
  | {
      readonly kind: 'leave';
      readonly state: SessionState;
      readonly reason: StateReason | null;
      readonly error: string | null;
      /** Why it is released. */
      readonly why?: ReleaseReason;
      /** The facts on which the saturation rule ended it. */
      readonly saturated?: Saturated;
      /** The quota that paused it. */
      readonly quota?: Quota;
    }
  /** The policy of this version would have chosen other steps than those in the log. */
  | { readonly kind: 'diverged'; readonly message: string }
  | { readonly kind: 'lost' };

const log = new Logger('crawl');

/**
 * A session whose database was away for too long returns to the queue: nothing committed is lost. One that another
 * worker has taken over is left to it. Any other error fails the session.
 */
export function endByError(sessionId: string, error: unknown): RunnerEnd {
  if (error instanceof LeaseLostError) return { kind: 'lost' };
  // It is claimed again once its model is READY.
  if (error instanceof ModelRemadeError)
    return { kind: 'leave', state: 'QUEUED', reason: null, error: null, why: 'model-remade' };
  const trouble = databaseTrouble(error);
  if (error instanceof NoRoomError || trouble !== null) {
    log.warn({ err: error, sessionId }, 'returned a session to the queue');
    const full =
      error instanceof NoRoomError ? error.volume : trouble !== null && isDiskFull(trouble) ? 'database' : null;
    return {
      kind: 'leave',
      state: 'QUEUED',
      reason: null,
      error: null,
      why: full === null ? 'database-away' : ROOM_REASON_OF[full],
    };
  }
  log.error({ err: error, sessionId }, 'a session failed');
  return {
    kind: 'leave',
    state: 'FAILED',
    reason: 'ERROR',
    error: error instanceof Error ? error.message : String(error),
  };
}

/**
 * Maximum number of steps per commit: with a hundred links each, the transaction takes a tenth of a second; smaller
 * commits cost more CPU per step.
 */
const MAX_BATCH_STEPS = 200;

/** Refusals of a session's own proxies in a row after which it ends: each proxy has had its turn. */
const PROXY_REFUSALS_IN_ROW = 50;

/** Crawls one claimed session until its end, a command, or the loss of its lease. */
export class SessionRunner {
  private readonly loop: CrawlLoop;
  /** Seeds whose last attempt in this run brought no page; a session has at most a thousand seeds. */
  private readonly lostSeeds = new Map<string, SeedOutcome>();
  private proxyRefusals = 0;
  /** Why the proxies of the session refuse everything; null if they do not. */
  private refusedByProxies: string | null = null;
  private command: SessionCommand | null;
  private quota: Quota | null = null;
  private releasing: ReleaseReason | null = null;
  private lost = false;

  constructor(private readonly options: SessionRunnerOptions) {
    const { session, model, fetcher, store, clock } = options;
    this.command = session.command;
    this.loop = new CrawlLoop({
      state: crawlStateOf(session, model),
      anotherState: () => crawlStateOf(session, model),
      seeds: session.seeds,
      fetcher,
      store,
      ...(options.search === undefined ? {} : { search: options.search }),
      ...(options.archive === undefined ? {} : { archive: options.archive }),
      clock,
      judge: judgeByModel(model),
      learnedStateFailed: (error) =>
        log.error(
          { err: error, sessionId: session.lease.sessionId },
          'the policy of a session cannot export its learned state',
        ),
      commitIntervalMs: options.commitIntervalMs,
      maxBatch: MAX_BATCH_STEPS,
      checkpointIntervalMs: options.checkpointIntervalMs,
      aroundStep: (plan, work) => options.watch.step(plan, work),
      onStep: (record) => {
        options.watch.applied(record);
        this.noteSeed(record);
        this.noteProxy(record);
      },
    });
    if (this.command) this.obey(this.command);
    else if (session.quotaReached !== null) this.pauseFor(session.quotaReached);
  }

  /** Handles the status from a lease renewal. */
  statusChanged(status: LeaseStatus): void {
    if (!status.held) this.lose();
    else if (status.command) {
      if (status.command !== this.command) this.obey(status.command);
      // The worker that claims it next, usually this one, changes the model first.
    } else if (status.switching) this.release('model-switch');
  }

  /** Releases the session for another worker: completed steps are committed, and steps in flight are fetched again. */
  release(why: ReleaseReason = 'shutdown'): void {
    this.releasing ??= why;
    this.loop.request('stop');
  }

  /** Releases the session because a volume has no room: steps in flight finish and are stored in the reserve. */
  rest(volume: VolumeName): void {
    if (this.command !== null || this.quota !== null || this.releasing !== null || this.lost) return;
    this.releasing = ROOM_REASON_OF[volume];
    this.loop.request('pause');
  }

  /** Pauses for an exhausted quota of the project: steps in flight finish. A user's command takes precedence. */
  pauseFor(quota: Quota): void {
    this.quota = quota;
    if (this.command === null && this.releasing === null && !this.lost) this.loop.request('pause');
  }

  async run(): Promise<RunnerEnd> {
    try {
      return this.endOf(
        await this.loop.run(async () => {
          if (!(await this.options.markRunning())) throw new LeaseLostError();
        }),
      );
    } catch (error) {
      if (this.lost) return { kind: 'lost' };
      if (error instanceof ReplayDivergedError) return { kind: 'diverged', message: error.message };
      return endByError(this.options.session.lease.sessionId, error);
    }
  }

  private endOf(end: RunEnd): RunnerEnd {
    if (this.lost) return { kind: 'lost' };
    switch (end.kind) {
      case 'paused':
        if (this.command === null && this.quota !== null)
          return { kind: 'leave', state: 'PAUSED', reason: 'QUOTA', error: null, quota: this.quota };
        if (this.command === null && this.releasing !== null) return this.givenBack(this.releasing);
        if (this.command === null && this.refusedByProxies !== null)
          return { kind: 'leave', state: 'FAILED', reason: 'PROXY_REFUSED', error: this.refusedByProxies };
        return { kind: 'leave', state: 'PAUSED', reason: null, error: null };
      case 'stopped':
        if (this.command === 'STOP') return { kind: 'leave', state: 'STOPPED', reason: 'STOPPED', error: null };
        return this.releasing !== null ? this.givenBack(this.releasing) : { kind: 'lost' };
      case 'finished':
        if (end.reason !== 'RATE_LIMITED' && !this.loop.hasPages) {
          const { seeds } = this.options.session;
          const error = unreachableSeeds(seeds, [...this.lostSeeds.values(), ...this.seedsOutOfScope()], PUBLIC_PORTS);
          return { kind: 'leave', state: 'FAILED', reason: 'SEEDS_UNREACHABLE', error };
        }
        if (end.reason !== 'RATE_LIMITED')
          return { kind: 'leave', state: 'COMPLETED', reason: end.reason, error: null, ...this.saturatedBy(end) };
        return {
          kind: 'leave',
          state: 'FAILED',
          reason: end.reason,
          error: 'the last 50 fetches were all answered with 429 or 503',
        };
    }
  }

  private givenBack(why: ReleaseReason): RunnerEnd {
    return { kind: 'leave', state: 'QUEUED', reason: null, error: null, why };
  }

  private saturatedBy({ reason }: { readonly reason: FinishReason }): { readonly saturated?: Saturated } {
    const { saturation: rule } = this.options.session.config;
    if (reason !== 'SATURATED' || rule === undefined) return {};
    const { windowFetched, windowRelevant } = this.loop.saturation;
    const { confidence } = rule;
    return {
      saturated: {
        ...rule,
        relevant: windowRelevant,
        harvestRate: windowRelevant / windowFetched,
        ...(confidence !== undefined && { upper: upperBound(windowRelevant, windowFetched, confidence) }),
      },
    };
  }

  /** Ends the session before a dead proxy has used up the attempts of all its links. */
  private noteProxy({ outcome, facts }: StepRecord): void {
    const { by } = meaningOf(outcome);
    if (by === 'web' || by === 'robots') this.proxyRefusals = 0;
    if (outcome !== 'proxy' || ++this.proxyRefusals < PROXY_REFUSALS_IN_ROW) return;
    this.refusedByProxies = `the last ${PROXY_REFUSALS_IN_ROW} fetches were refused by the proxies of the session: ${facts.message ?? ''}`;
    this.loop.request('pause');
  }

  private noteSeed({ plan, outcome, facts }: StepRecord): void {
    if (plan.as !== 'page' || plan.source !== NO_SOURCE || isPutOff(outcome)) return;
    const url = facts.redirects[0] ?? facts.finalUrl;
    if (outcome === 'page' || outcome === 'reused') this.lostSeeds.delete(url);
    else
      this.lostSeeds.set(url, {
        url,
        outcome,
        message: facts.message ?? (facts.httpStatus === null ? null : `HTTP ${facts.httpStatus}`),
      });
  }

  /** They are refused before the first step, so that no record names them. */
  private seedsOutOfScope(): SeedOutcome[] {
    const { seeds, config } = this.options.session;
    const scope = compileScope(config.scope, config.contentTypes);
    return seeds
      .map((url) => ({ url, decision: scope.decide(url, 0) }))
      .filter(({ decision }) => !decision.accept)
      .map(({ url, decision }) => ({ url, outcome: 'out-of-scope', message: decision.rule }));
  }

  private obey(command: SessionCommand): void {
    this.command = command;
    this.loop.request(command === 'STOP' ? 'stop' : 'pause');
  }

  private lose(): void {
    this.lost = true;
    this.loop.request('stop');
  }
}
