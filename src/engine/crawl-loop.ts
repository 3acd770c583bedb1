import { ClassifierError } from '../domain/relevance/relevance-model.js';
import {
  applyInPieces,
  isRemoteJudge,
  planStep,
  type CrawlState,
  type FinishReason,
  type Judge,
  type RemoteJudge,
  type SaturationCounts,
  type StepPlan,
  type StepRecord,
  type StepSummary,
} from '../domain/session/index.js';
import { inPieces } from './pace.js';
import { WakeUp, sleepFor } from './loop/sleep.js';
import { CommitQueue, type CommitTiming } from './loop/commit-queue.js';
import { CommitWriter } from './loop/commit-writer.js';
import { FetchWindow } from './loop/fetch-window.js';
import { LoopControl, type LoopCommand } from './loop/loop-control.js';
import { LearnedStateNotes } from './loop/learned-state-notes.js';
import { RunningTime } from './loop/running-time.js';
import { SpeedMeter } from './loop/speed-meter.js';
import { StepDigest, type AnsweredStep } from './loop/step-digest.js';
import { StepFetcher } from './loop/step-fetcher.js';
import { StepSearcher } from './loop/step-searcher.js';
import { UrlTexts } from './loop/url-texts.js';
import type { Clock, FetchArchive, Fetcher, SearchEngine, Sleep } from './ports.js';
import { restoreCrawl, type RestoreOptions } from './restore-crawl.js';

export interface CrawlLoopOptions extends Omit<RestoreOptions, 'signal'>, CommitTiming {
  readonly fetcher: Fetcher;
  /** For policies that search. */
  readonly search?: SearchEngine;
  readonly clock: Clock;
  /** Default: the timers of this process. Simulations pass their own. */
  readonly sleep?: Sleep;
  /**
   * A remote judge is asked while the fetch of the page still counts as in flight, so that at most `concurrency` pages
   * wait for it.
   */
  readonly judge: Judge | RemoteJudge;
  /** Keeps the exchanges of sessions that ask for an archive. The caller closes it. */
  readonly archive?: FetchArchive;
  /**
   * Wraps the work of a step before it is applied: fetch or search, parsing, a remote verdict. For tracing. Null means
   * that the step was aborted.
   */
  readonly aroundStep?: <T>(plan: StepPlan, work: () => Promise<T | null>) => Promise<T | null>;
  /**
   * If given, the policy's learned state is stored from time to time; called once if the policy fails to describe it.
   * Simulations do not pass it.
   */
  readonly learnedStateFailed?: (error: unknown) => void;
  /** Longest time that a pause waits for fetches in flight, ms. Default: a few seconds. */
  readonly pauseGraceMs?: number;
  /** Called after each completed step. */
  readonly onStep?: (record: StepRecord, state: CrawlState) => void;
}

/** The outcome of a run of the loop. */
export type RunEnd =
  { readonly kind: 'finished'; readonly reason: FinishReason } | { readonly kind: 'paused' | 'stopped' };

/**
 * After a replay longer than this, the first commit carries a checkpoint, so that the replay need not be repeated, ms.
 */
const LONG_REPLAY_MS = 1_000;

/**
 * Runs one session: plans, fetches or searches, digests, applies and commits, with many fetches in flight.
 *
 * Completed steps are applied one at a time in order of completion; commits run in the background. At concurrency 1 the
 * order of URLs depends only on the seed and the web.
 */
export class CrawlLoop {
  private readonly bell: WakeUp;
  private readonly control: LoopControl;
  private readonly time: RunningTime;
  private readonly texts: UrlTexts;
  private readonly speed: SpeedMeter;
  private readonly fetcher: StepFetcher;
  private readonly searcher: StepSearcher;
  private readonly digest: StepDigest;
  private readonly window = new FetchWindow<AnsweredStep>(() => this.bell.ring());
  private readonly writer: CommitWriter;
  private readonly commits: CommitQueue<StepSummary>;
  private state: CrawlState;

  constructor(private readonly options: CrawlLoopOptions) {
    const { state, store, clock, judge, sleep = sleepFor } = options;
    const { config } = state;
    this.state = state;
    this.bell = new WakeUp(sleep);
    this.control = new LoopControl(isRemoteJudge(judge), options.pauseGraceMs);
    this.time = new RunningTime(clock);
    this.texts = new UrlTexts(store);
    this.speed = new SpeedMeter(clock);
    this.fetcher = new StepFetcher({ ...options, sleep, config }, this.control, this.time);
    this.searcher = new StepSearcher(options, this.control, this.time);
    this.digest = new StepDigest(config, judge, this.control);
    this.writer = new CommitWriter(
      store,
      this.texts,
      this.speed,
      this.time,
      options.learnedStateFailed ? new LearnedStateNotes(clock, options.learnedStateFailed) : null,
    );
    this.commits = new CommitQueue({
      ...options,
      write: (steps, withCheckpoint) => this.writer.steps(this.state, steps, withCheckpoint),
      written: () => this.bell.ring(),
    });
  }

  /** Whether the session has a page, from an earlier run or from its topic's collection too. */
  get hasPages(): boolean {
    return this.state.fetched + this.state.reused > 0;
  }

  /** The session's counts for its saturation rule. */
  get saturation(): SaturationCounts {
    return this.state.saturation.counts;
  }

  /**
   * `pause` lets the fetches in flight end and commits; it waits some seconds for them, and half a second for remote
   * verdicts. `stop` drops them and commits the completed steps. Takes effect soon; `run` returns when it is done.
   */
  request(command: LoopCommand): void {
    this.control.request(command);
    this.bell.ring();
  }

  /**
   * Restores the session and crawls until it finishes or gets a command to pause or stop, which also ends a long
   * replay. All completed steps are committed when it returns.
   *
   * @param onRunning called once the session is restored, before the first fetch
   * @throws the error of a commit, the policy or the parser: the session has failed, and committed steps stay valid. A
   * ClassifierError is thrown only after all judged steps are committed: the session can go on from there
   */
  async run(onRunning?: () => Promise<void>): Promise<RunEnd> {
    const unfinished = await this.restore();
    if (unfinished === null) return { kind: this.control.command === 'pause' ? 'paused' : 'stopped' };
    await onRunning?.();
    try {
      for (const plan of unfinished) if (this.control.command === 'run') await this.fetch(plan);
      const end = await this.crawl();
      await this.commits.finish();
      return end;
    } catch (error) {
      if (error instanceof ClassifierError && !this.commits.hasFailed) {
        for (let next = this.window.take(); next; next = this.window.take()) await this.apply(next);
        await this.commits.finish();
      }
      throw error;
    } finally {
      this.control.end();
      await this.commits.settled();
    }
  }

  /** Restores the session as of its last commit. @returns the steps to fetch again; null if a command came meanwhile */
  private async restore(): Promise<readonly StepPlan[] | null> {
    const restored = await restoreCrawl({ ...this.options, signal: this.control.commanded });
    if (restored === null) return null;
    const { state, seeded } = restored;
    this.state = state;
    // A session resumed after RATE_LIMITED would otherwise end again at once, without a fetch.
    state.throttledInRow = 0;
    this.time.start(restored.activeMs, state.agenda.time);
    this.commits.start(restored.replayMs > LONG_REPLAY_MS);
    if (seeded) {
      this.texts.add(seeded.newUrls);
      await this.writer.seeds(state, seeded);
    }
    await this.writer.makeReady(state);
    return restored.unfinished;
  }

  private async crawl(): Promise<RunEnd> {
    for (;;) {
      this.window.throwIfFailed();
      this.commits.throwIfFailed();
      if (this.control.command === 'stop') return { kind: 'stopped' };
      const applied = await this.applyCompleted();
      const planned = await this.fill();
      if (planned?.kind === 'finished') return planned;
      // Commits after filling the window, so that the stored steps in flight are the actual ones.
      await this.commits.commitIfDue();
      if (this.control.command === 'pause' && this.window.isEmpty) return { kind: 'paused' };
      // Sleeps until a fetch or a commit ends, a command arrives, or a commit falls due.
      if (!applied && !this.window.hasCompleted) await this.bell.sleep(Math.max(1, this.options.commitIntervalMs));
    }
  }

  /** Plans and starts fetches until the window is full. Returns the end of the crawl if it has ended. */
  private async fill(): Promise<{ kind: 'finished'; reason: FinishReason } | null> {
    const { state } = this;
    while (this.control.command === 'run' && state.inFlight.size < state.config.concurrency) {
      const planned = planStep(state, this.time.active);
      if (planned.kind === 'finished') return planned;
      if (planned.kind === 'wait') return null;
      await this.fetch(planned.plan);
    }
    return null;
  }

  /** Starts a fetch or a search. It completes when it is ready to be applied. */
  private async fetch(plan: StepPlan): Promise<void> {
    const { search } = plan;
    const { aroundStep = (_, work) => work() } = this.options;
    const start = (work: () => Promise<AnsweredStep | null>): void => this.window.start(() => aroundStep(plan, work));
    if (search !== undefined) {
      start(async () => {
        const searched = await this.searcher.search(plan, search);
        return searched && this.digest.ahead(searched);
      });
      return;
    }
    const url = await this.texts.textOf(plan.urlNo);
    const namedBy = plan.namedBy === undefined ? undefined : await this.texts.textOf(plan.namedBy);
    start(async () => {
      const fetched = await this.fetcher.fetch(plan, url, namedBy);
      return fetched && this.digest.ahead(fetched);
    });
  }

  /**
   * Applies one completed fetch per call, so that parsing does not block the network; at concurrency 1, all completed
   * ones.
   *
   * @returns whether it applied any
   */
  private async applyCompleted(): Promise<boolean> {
    const atOnce = this.state.config.concurrency > 1 ? 1 : Infinity;
    let applied = 0;
    for (; applied < atOnce; applied++) {
      const answered = this.window.take();
      if (answered === undefined) break;
      await this.apply(answered);
    }
    return applied > 0;
  }

  private async apply(answered: AnsweredStep): Promise<void> {
    const facts = this.digest.factsOf(answered);
    this.options.store.foresee?.(facts);
    const record = await inPieces(applyInPieces(this.state, answered.plan, facts));
    this.texts.add(record.newUrls);
    this.speed.count();
    this.commits.add(this.options.store.prepare(record));
    this.options.onStep?.(record, this.state);
  }
}
