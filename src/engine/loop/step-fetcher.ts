import { isPutOff } from '../../domain/fetching/index.js';
import { NO_SOURCE } from '../../domain/frontier/frontier-view.js';
import { type EarlierVisit, HOST_PATIENCE_MS, type SessionConfig, type StepPlan } from '../../domain/session/index.js';
import type { CrawlStore } from '../crawl-store.js';
import type { Clock, FetchArchive, Fetcher, FetchOutcome, FetchRequest, FetchSettings, Sleep } from '../ports.js';
import type { LoopControl } from './loop-control.js';
import type { RunningTime } from './running-time.js';
import type { AnsweredStep } from './step-digest.js';

/**
 * Longest wait for a host's turn when there is nothing else to do, ms: the loop checks commands and budgets in between.
 */
const LONG_PATIENCE_MS = 60_000;

/** With the running time on the agenda's clock. */
type TimedOutcome = FetchOutcome & { readonly activeMs: number };

interface StepFetcherOptions {
  readonly config: SessionConfig;
  readonly fetcher: Fetcher;
  readonly store: Pick<CrawlStore, 'collectedPage' | 'hadNoPage' | 'earlierVisit'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly archive?: FetchArchive;
  readonly sleep: Sleep;
}

const settingsOf = (config: SessionConfig, isArchived: boolean): FetchSettings => ({
  userAgent: config.userAgent,
  cookies: config.cookies,
  ...(config.acceptLanguage === undefined ? {} : { acceptLanguage: config.acceptLanguage }),
  obeyRobots: config.robots,
  render: config.render,
  rendering: config.rendering,
  contentTypes: config.contentTypes,
  sitemaps: config.sitemaps,
  archive: isArchived,
  hostDelayMs: config.hostDelayMs,
  timeoutMs: config.timeoutMs,
  maxBytes: config.maxBytes,
  maxRedirects: config.maxRedirects,
});

/** Carries out a planned fetch with the session's settings, and archives the exchanges if the session asks for it. */
export class StepFetcher {
  private readonly settings: FetchSettings;

  constructor(
    private readonly options: StepFetcherOptions,
    private readonly control: Pick<LoopControl, 'fetching' | 'commanded'>,
    private readonly time: Pick<RunningTime, 'active' | 'ofAgenda'>,
  ) {
    const { config, archive } = options;
    this.settings = settingsOf(config, config.archive && archive !== undefined);
  }

  /** @returns null if the run was stopped: the step stays in flight and is fetched again on resume */
  async fetch(plan: StepPlan, url: string, namedBy?: string): Promise<AnsweredStep | null> {
    const { fetcher, store, config } = this.options;
    if (plan.notBeforeMs !== undefined) {
      const end = await this.restUntil(plan.notBeforeMs);
      if (end === 'command') return null;
      if (end === 'time') return this.notDue(plan, url);
    }
    const known = await this.known(plan, url);
    if (known !== null) return known;
    const tracked = config.trackChanges && plan.as === 'page';
    const own = config.monitoring !== undefined;
    const asked = tracked ? await store.earlierVisit(url, own) : null;
    const request: FetchRequest = {
      url,
      settings: this.settings,
      as: plan.as === 'sitemap' ? 'sitemap' : 'page',
      ...(namedBy === undefined ? {} : { namedBy }),
      step: { no: plan.step, attempt: plan.attempt },
      patienceMs: plan.patient ? Math.min(LONG_PATIENCE_MS, this.timeLeft) : HOST_PATIENCE_MS,
    };
    const validators = asked === null ? {} : { validators: { etag: asked.etag, lastModified: asked.lastModified } };
    const first = await fetcher.fetch({ ...request, ...validators }, this.control.fetching);
    // Visits are stored under the final URL of redirects.
    const earlierAt = async ({ redirects, finalUrl }: FetchOutcome): Promise<EarlierVisit | null> =>
      tracked && redirects.length > 0 ? store.earlierVisit(finalUrl, own) : asked;
    const found = await earlierAt(first);
    // A redirect led to a page that shares the earlier one's ETag, and of which there is no copy.
    const isMissing = first.kind === 'not-modified' && found === null;
    const fetched = isMissing
      ? await fetcher.fetch({ ...request, patienceMs: LONG_PATIENCE_MS }, this.control.fetching)
      : first;
    const earlier = isMissing ? await earlierAt(fetched) : found;
    const outcome = { ...fetched, activeMs: this.time.ofAgenda };
    // Nothing else can be done, and the host's turn is further away than one wait: rest before the next attempt.
    if (plan.patient && isPutOff(outcome.kind))
      await this.rest(Math.min(Math.max(outcome.hostWaitMs ?? 0, HOST_PATIENCE_MS), LONG_PATIENCE_MS, this.timeLeft));
    const archived = await this.archived(outcome);
    const isStopped = outcome.kind === 'aborted' && this.control.fetching.aborted;
    return isStopped ? null : { plan, outcome: { ...archived, earlier } };
  }

  /**
   * Takes a page from the topic's collection, or skips it or a URL known to have none; null if it must be fetched. A
   * fetch that was in flight before a restart uses its first look-up.
   */
  private async known(plan: StepPlan, url: string): Promise<AnsweredStep | null> {
    const { store, config, clock } = this.options;
    if (config.known === 'refresh' || plan.as !== 'page') return null;
    // Skipping seeds would leave a crawl without a beginning.
    if (config.known === 'skip' && plan.source === NO_SOURCE) return null;
    const page = await store.collectedPage(url, config.knownDays);
    const facts = { finalUrl: url, redirects: [], durationMs: 0, bytes: 0 };
    const shared = { ...facts, fetchedAt: clock.now(), activeMs: this.time.ofAgenda };
    const skipped = (message: string): AnsweredStep => ({
      plan,
      outcome: { ...shared, kind: 'known', httpStatus: null, message, retryable: false },
    });
    if (page === null) {
      // Seeds are asked for.
      const isSkipped = plan.source !== NO_SOURCE && (await store.hadNoPage(url, config.knownDays));
      return isSkipped ? skipped('an earlier session of the topic found no page there') : null;
    }
    if (config.known === 'skip') return skipped("the topic's collection has it");
    const earlier = await page.content();
    if (earlier === null) return null;
    return { plan, outcome: { ...shared, kind: 'not-modified', httpStatus: 304, reused: true, earlier } };
  }

  /**
   * Of the session, ms. After a pause during a rest, the agenda's time is behind the running time, which the budget
   * counts.
   */
  private get timeLeft(): number {
    const { minutes = Number.POSITIVE_INFINITY } = this.options.config.budget;
    return Math.max(0, minutes * 60_000 - this.time.active);
  }

  /** Rests until a time of the agenda, at most until a command comes or the session's time is over. */
  private async restUntil(notBeforeMs: number): Promise<'due' | 'command' | 'time'> {
    const dueIn = (): number => notBeforeMs - this.time.ofAgenda;
    while (dueIn() > 0) {
      if (this.timeLeft === 0) return 'time';
      if (this.control.commanded.aborted) return 'command';
      await this.rest(Math.min(dueIn(), this.timeLeft, LONG_PATIENCE_MS));
    }
    return 'due';
  }

  /**
   * The end of a visit that is due only after the session's time. A session that gets more time makes it, except for a
   * revisit, which is planned anyway.
   */
  private notDue(plan: StepPlan, url: string): AnsweredStep {
    const facts = { finalUrl: url, redirects: [], httpStatus: null, durationMs: 0, bytes: 0 };
    const times = { fetchedAt: this.options.clock.now(), activeMs: this.time.ofAgenda };
    const message = "the session's time was over before the next visit was due";
    const retryable = this.options.config.monitoring === undefined;
    return { plan, outcome: { ...facts, ...times, kind: 'deferred', message, retryable } };
  }

  /**
   * Archives the exchanges and removes them from the outcome. If the archive has no room, the fetch counts as failed
   * and is repeated: an archive has all pages of its session.
   */
  private async archived(outcome: TimedOutcome): Promise<TimedOutcome> {
    const { archive } = this.options;
    if (archive === undefined || outcome.exchanges === undefined) return outcome;
    const isKept = await archive.append(outcome);
    const { exchanges: _, ...rest } = outcome;
    if (isKept) return rest;
    const { finalUrl, redirects, httpStatus, fetchedAt, durationMs, activeMs, bytes } = rest;
    const message = 'the archive has no room for it';
    const facts = { finalUrl, redirects, httpStatus, fetchedAt, durationMs, activeMs, bytes };
    return { ...facts, kind: 'not-archived', message, retryable: true };
  }

  /** Rests until the time is over or a command arrives. */
  private rest(ms: number): Promise<void> {
    return this.options.sleep(ms, this.control.commanded);
  }
}
