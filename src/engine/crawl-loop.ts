import type { ParsedPage } from '../domain/page/index.js';
import { ClassifierError } from '../domain/relevance/relevance-model.js';
import {
  applyInPieces,
  digestStep,
  HOST_PATIENCE_MS,
  isPutOff,
  isRemoteJudge,
  judgedLater,
  parseInPieces,
  planStep,
  readStep,
  type CrawlState,
  type EarlierVisit,
  type FinishReason,
  type Judge,
  type NewDomain,
  type NewUrl,
  type RemoteJudge,
  type StepFacts,
  type StepPlan,
  type StepRecord,
} from '../domain/session/index.js';
import { checkpointOf } from './checkpoint.js';
import { inFlightOf, type CrawlStore } from './crawl-store.js';
import { inPieces } from './in-pieces.js';
import {
  isFree,
  type Clock,
  type FetchArchive,
  type Fetcher,
  type FetchOutcome,
  type FetchRequest,
  type FetchSettings,
} from './ports.js';
import { restoreCrawl } from './restore-crawl.js';
import { SpeedMeter } from './speed-meter.js';
import { UrlTexts } from './url-texts.js';

/** What the loop is asked to do from outside. */
export type LoopCommand = 'run' | 'pause' | 'stop';

export interface CrawlLoopOptions {
  /** As it is before the first step. */
  readonly state: CrawlState;
  /** One more of these: see `RestoreOptions`. */
  readonly anotherState?: () => CrawlState;
  readonly seeds: readonly string[];
  readonly fetcher: Fetcher;
  readonly store: CrawlStore;
  readonly clock: Clock;
  /** A remote one is asked while the fetch of the page still counts as under way, so that no more pages wait for it than fetches are allowed. */
  readonly judge: Judge | RemoteJudge;
  /** Where what went over the wire is kept, for sessions that ask for it. The caller closes it. */
  readonly archive?: FetchArchive;
  /** A commit is due so long after the last, ms, or when `maxBatch` steps wait. */
  readonly commitIntervalMs: number;
  readonly maxBatch: number;
  /** Least time between checkpoints, ms. It stretches so that checkpoints take at most a twentieth of the time. */
  readonly checkpointIntervalMs: number;
  /** Called after each completed step. */
  readonly onStep?: (record: StepRecord, state: CrawlState) => void;
}

/** How a run of the loop ended. */
export type RunEnd =
  { readonly kind: 'finished'; readonly reason: FinishReason } | { readonly kind: 'paused' | 'stopped' };

/** A replay that took longer is not to be done again: the first commit after it carries a checkpoint, ms. */
const LONG_REPLAY_MS = 1_000;

/** Checkpoints may take so much of the running time. */
const CHECKPOINT_SHARE = 1 / 20;

/** Longest wait for a host's turn when there is nothing else to do, ms: commands and budgets are looked at in between. */
const LONG_PATIENCE_MS = 60_000;

/** How long a pause waits for verdicts under way, ms. A page whose verdict takes longer is fetched again when the session goes on. */
const VERDICT_GRACE_MS = 500;
/** Parsed in pieces from here on; a smaller page takes some ten milliseconds at most. */
const LARGE_PAGE_CHARS = 131_072;

interface Fetched {
  readonly plan: StepPlan;
  /** With the running time by the agenda's clock. */
  readonly outcome: FetchOutcome & { readonly activeMs: number; readonly parsed?: ParsedPage };
  readonly earlier: EarlierVisit | null;
}
/** A step that can be applied; one to be judged here is digested only when its turn has come. */
type Completion = Fetched | { readonly plan: StepPlan; readonly facts: StepFacts };

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/**
 * Runs one session: plan, fetch, digest, apply, commit, with many fetches in flight.
 *
 * A judge outside of this program is asked between fetch and completion. Completed steps are applied one at a time in order of completion. Commits run
 * behind the crawl, one at a time; when a second full batch waits for the first, the crawl waits too, so memory stays bounded. At concurrency 1 the order of
 * URLs depends on seed and web alone.
 */
export class CrawlLoop {
  private readonly aborter = new AbortController();
  private readonly commanded = new AbortController();
  /** Ends the waiting for verdicts. */
  private readonly judging = new AbortController();
  private readonly completions: Completion[] = [];
  private readonly texts: UrlTexts;
  private readonly speed: SpeedMeter;
  private readonly fetchSettings: FetchSettings;
  private state: CrawlState;
  private command: LoopCommand = 'run';
  private wake: (() => void) | null = null;
  private fetching = 0;
  private batch: StepRecord[] = [];
  private seedUrls: readonly NewUrl[] = [];
  private seedDomains: readonly NewDomain[] = [];
  private committing: Promise<void> | null = null;
  private commitError: Error | null = null;
  private failure: Error | null = null;
  private lastCommitAt = 0;
  private nextCheckpointAt = 0;
  private startedAt = 0;
  private earlierMs = 0;
  /** The agenda's time at the start of this run: it goes on from the newest step of the log. */
  private agendaStart = 0;

  constructor(private readonly options: CrawlLoopOptions) {
    this.state = options.state;
    const { config } = options.state;
    this.texts = new UrlTexts(options.store);
    this.speed = new SpeedMeter(options.clock);
    this.fetchSettings = {
      userAgent: config.userAgent,
      obeyRobots: config.robots,
      render: config.render,
      rendering: config.rendering,
      contentTypes: config.contentTypes,
      sitemaps: config.sitemaps,
      archive: config.archive && options.archive !== undefined,
      hostDelayMs: config.hostDelayMs,
      timeoutMs: config.timeoutMs,
      maxBytes: config.maxBytes,
      maxRedirects: config.maxRedirects,
    };
  }

  /** Pages of the session so far, earlier runs included. */
  get fetched(): number {
    return this.state.fetched;
  }

  /**
   * `pause`: let the fetches in flight end, commit, return; for verdicts from outside it waits a moment only. `stop`: drop them, commit what is complete,
   * return. Takes effect soon; `run` returns when it is done.
   */
  request(command: LoopCommand): void {
    this.command = command;
    if (command !== 'run') this.commanded.abort();
    if (command === 'stop') {
      this.aborter.abort();
      this.judging.abort();
    }
    if (command === 'pause' && isRemoteJudge(this.options.judge))
      setTimeout(() => this.judging.abort(), VERDICT_GRACE_MS).unref();
    this.wake?.();
  }

  /**
   * Restores the session and crawls until it finishes or is asked to pause or stop, which ends a long replay of its log as well. All completed steps are
   * committed when it returns.
   *
   * @param onRunning called once the session is restored, before the first fetch
   * @throws whatever a commit, the policy or the parser threw: the session has failed; committed steps stay valid. A ClassifierError after all that was judged
   *   is committed: the session can go on where it was
   */
  async run(onRunning?: () => Promise<void>): Promise<RunEnd> {
    const { clock, checkpointIntervalMs } = this.options;
    const restored = await restoreCrawl({ ...this.options, signal: this.commanded.signal });
    if (restored === null) return { kind: this.command === 'pause' ? 'paused' : 'stopped' };
    this.state = restored.state;
    this.startedAt = clock.monotonic();
    this.earlierMs = restored.activeMs;
    this.agendaStart = restored.state.agenda.time;
    this.lastCommitAt = this.startedAt;
    this.nextCheckpointAt = this.startedAt + (restored.replayMs > LONG_REPLAY_MS ? 0 : checkpointIntervalMs);
    if (restored.seeded) {
      this.seedUrls = restored.seeded.newUrls;
      this.seedDomains = restored.seeded.newDomains;
      this.texts.add(this.seedUrls);
      await this.commit(false);
    }
    await onRunning?.();
    try {
      for (const plan of restored.unfinished) if (this.command === 'run') await this.start(plan);
      const end = await this.crawl();
      await this.finishCommits();
      return end;
    } catch (error) {
      if (error instanceof ClassifierError && this.commitError === null) {
        for (const completion of this.completions.splice(0)) await this.complete(completion);
        await this.finishCommits();
      }
      throw error;
    } finally {
      this.aborter.abort();
      this.judging.abort();
      await this.committing?.catch(() => undefined);
    }
  }

  private async crawl(): Promise<RunEnd> {
    const { state } = this;
    for (;;) {
      if (this.failure !== null) throw this.failure;
      if (this.commitError !== null) throw this.commitError;
      if (this.command === 'stop') return { kind: 'stopped' };
      let applied = false;
      for (let next = this.completions.shift(); next; next = this.completions.shift()) {
        await this.complete(next);
        applied = true;
        if (state.config.concurrency > 1) break; // refill before digesting the next, so that the network does not wait for the parser
      }
      await this.commitIfDue();
      const planned = await this.fill();
      if (planned?.kind === 'finished') return planned;
      if (this.command === 'pause' && this.fetching === 0 && this.completions.length === 0) return { kind: 'paused' };
      if (!applied && this.completions.length === 0) await this.sleep();
    }
  }

  /** Starts fetches until the window is full; the end of the crawl when there is one. */
  private async fill(): Promise<{ kind: 'finished'; reason: FinishReason } | null> {
    const { state } = this;
    while (this.command === 'run' && state.inFlight.size < state.config.concurrency) {
      const planned = planStep(state, this.activeMs());
      if (planned.kind === 'finished') return planned;
      if (planned.kind === 'wait') return null;
      await this.start(planned.plan);
    }
    return null;
  }

  private async start(plan: StepPlan): Promise<void> {
    const url = await this.texts.textOf(plan.urlNo);
    this.fetching++;
    this.fetch(plan, url)
      .then((fetched) => this.parsed(fetched))
      .then((fetched) => this.judged(fetched))
      .then((completion) => {
        // What was aborted has not happened: its step stays in flight and is fetched again when the session goes on.
        if (completion !== null) this.completions.push(completion);
      })
      .catch((error: unknown) => {
        this.failure ??= asError(error);
      })
      .finally(() => {
        this.fetching--;
        this.wake?.();
      });
  }

  /** A large page is parsed here, in pieces, so that it holds up nothing; the others when they are digested. */
  private async parsed(fetched: Fetched): Promise<Fetched> {
    const { outcome } = fetched;
    if (outcome.kind !== 'page' || outcome.html.length < LARGE_PAGE_CHARS) return fetched;
    return {
      ...fetched,
      outcome: {
        ...outcome,
        parsed: await inPieces(parseInPieces(outcome.html, outcome.finalUrl, this.options.state.config)),
      },
    };
  }

  /** With the verdict where it comes from outside; null when fetch or judging was aborted. */
  private async judged(fetched: Fetched): Promise<Completion | null> {
    const { plan, outcome, earlier } = fetched;
    const { state } = this;
    const { judge } = this.options;
    if (outcome.kind === 'aborted' && this.aborter.signal.aborted) return null;
    if (!isRemoteJudge(judge)) return fetched;
    try {
      return {
        plan,
        facts: await judgedLater(
          readStep(plan, outcome, isFree(outcome), state.config, earlier),
          state.config,
          judge,
          this.judging.signal,
        ),
      };
    } catch (error) {
      if (this.judging.signal.aborted) return null;
      throw error;
    }
  }

  private async fetch(plan: StepPlan, url: string): Promise<Fetched> {
    const { state } = this;
    const { fetcher, store, archive } = this.options;
    const tracked = state.config.trackChanges && plan.as === 'page';
    const asked = tracked ? await store.earlierVisit(url) : null;
    const request: FetchRequest = {
      url,
      settings: this.fetchSettings,
      as: plan.as,
      patienceMs: plan.patient ? LONG_PATIENCE_MS : HOST_PATIENCE_MS,
      ...(asked === null ? {} : { validators: { etag: asked.etag, lastModified: asked.lastModified } }),
    };
    const fetched = await fetcher.fetch(request, this.aborter.signal);
    const outcome = { ...fetched, activeMs: this.agendaStart + this.elapsedMs() };
    // Nothing else can be done, and the host is further away than one waits in one go: the next look at it is not to follow at once.
    if (plan.patient && isPutOff(outcome.kind))
      await this.rest(Math.min(Math.max(outcome.hostWaitMs ?? 0, HOST_PATIENCE_MS), LONG_PATIENCE_MS));
    // Visits are kept under the address where redirects end.
    const earlier = tracked && outcome.redirects.length > 0 ? await store.earlierVisit(outcome.finalUrl) : asked;
    if (archive === undefined || outcome.exchanges === undefined) return { plan, outcome, earlier };
    await archive.append(outcome);
    const { exchanges: _, ...rest } = outcome;
    return { plan, outcome: rest, earlier };
  }

  /** Until the time is over or a command arrives. */
  private async rest(ms: number): Promise<void> {
    const { signal } = this.commanded;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    });
  }

  private async complete(completion: Completion): Promise<void> {
    const { state } = this;
    const { onStep } = this.options;
    const record = await inPieces(
      applyInPieces(state, completion.plan, 'facts' in completion ? completion.facts : this.digest(completion)),
    );
    this.texts.add(record.newUrls);
    this.batch.push(record);
    this.speed.count();
    onStep?.(record, state);
  }

  private digest({ plan, outcome, earlier }: Fetched): StepFacts {
    const { state } = this;
    const { judge } = this.options;
    if (isRemoteJudge(judge)) throw new TypeError('a step was to be applied before it was judged');
    return digestStep(plan, outcome, isFree(outcome), state.config, judge, earlier);
  }

  private async commitIfDue(): Promise<void> {
    const { clock, commitIntervalMs, maxBatch } = this.options;
    const full = this.batch.length >= maxBatch;
    const due = this.batch.length > 0 && clock.monotonic() - this.lastCommitAt >= commitIntervalMs;
    if (!full && !due) return;
    if (this.committing) {
      if (!full) return;
      await this.committing;
      if (this.commitError !== null) throw this.commitError;
    }
    this.committing = this.commit(clock.monotonic() >= this.nextCheckpointAt)
      .catch((error: unknown) => {
        this.commitError = asError(error);
      })
      .finally(() => {
        this.committing = null;
        this.wake?.();
      });
  }

  /** The last commit of a run carries a checkpoint, so that going on later replays nothing. */
  private async finishCommits(): Promise<void> {
    await this.committing;
    if (this.commitError !== null) throw this.commitError;
    await this.commit(true);
  }

  /** Takes the batch as it is now; the snapshot is of this very moment, before the first await. */
  private async commit(withCheckpoint: boolean): Promise<void> {
    const { state } = this;
    const { store, clock } = this.options;
    const began = clock.monotonic();
    const steps = this.batch;
    const newUrls = this.seedUrls;
    const newDomains = this.seedDomains;
    this.batch = [];
    this.seedUrls = [];
    this.seedDomains = [];
    this.lastCommitAt = began;
    await store.commit({
      steps,
      newUrls,
      newDomains,
      counters: state.counters(),
      inFlight: inFlightOf(state.inFlight.values()),
      pagesPerSecond: this.speed.perSecond(),
      activeMs: this.activeMs(),
      policyStats: state.policy.stats(),
      checkpoint: withCheckpoint ? checkpointOf(state) : null,
    });
    this.texts.committed(newUrls);
    for (const step of steps) this.texts.committed(step.newUrls);
    if (withCheckpoint) {
      const tookMs = clock.monotonic() - began;
      this.nextCheckpointAt =
        clock.monotonic() + Math.max(this.options.checkpointIntervalMs, tookMs / CHECKPOINT_SHARE);
    }
  }

  private activeMs(): number {
    return this.earlierMs + this.elapsedMs();
  }

  private elapsedMs(): number {
    return this.options.clock.monotonic() - this.startedAt;
  }

  /** Until a fetch or a commit ends, a command arrives, or a commit falls due. */
  private async sleep(): Promise<void> {
    const waitMs = Math.max(1, this.options.commitIntervalMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = null;
  }
}
