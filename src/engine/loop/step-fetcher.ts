import { isPutOff } from '../../domain/fetching/index.js';
import { NO_SOURCE } from '../../domain/frontier/frontier-view.js';
import { HOST_PATIENCE_MS, type EarlierVisit, type SessionConfig, type StepPlan } from '../../domain/session/index.js';
import type { CrawlStore } from '../crawl-store.js';
import type { Clock, FetchArchive, Fetcher, FetchOutcome, FetchSettings, Sleep } from '../ports.js';
import type { LoopControl } from './loop-control.js';
import type { RunningTime } from './running-time.js';

/** Longest wait for a host's turn when there is nothing else to do, ms: commands and budgets are looked at in between. */
const LONG_PATIENCE_MS = 60_000;

/** What a fetch brought, and what the topic has of the page from an earlier session. */
export interface Fetched {
  readonly plan: StepPlan;
  /** With the running time by the agenda's clock. */
  readonly outcome: FetchOutcome & { readonly activeMs: number; readonly reused?: boolean };
  readonly earlier: EarlierVisit | null;
}

export interface StepFetcherOptions {
  readonly config: SessionConfig;
  readonly fetcher: Fetcher;
  readonly store: Pick<CrawlStore, 'collectedPage' | 'earlierVisit'>;
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

/** Carries out a planned fetch: asks with the settings of the session, and keeps what went over the wire where it is to be kept. */
export class StepFetcher {
  private readonly settings: FetchSettings;

  constructor(
    private readonly options: StepFetcherOptions,
    private readonly control: Pick<LoopControl, 'fetching' | 'commanded'>,
    private readonly time: Pick<RunningTime, 'ofAgenda'>,
  ) {
    const { config, archive } = options;
    this.settings = settingsOf(config, config.archive && archive !== undefined);
  }

  /** @returns null when the run was stopped: its step stays in flight and is fetched again when the session goes on */
  async fetch(plan: StepPlan, url: string, namedBy?: string): Promise<Fetched | null> {
    const { fetcher, store, config } = this.options;
    if (plan.notBeforeMs !== undefined && !(await this.restUntil(plan.notBeforeMs))) return null;
    const known = await this.known(plan, url);
    if (known !== null) return known;
    const tracked = config.trackChanges && plan.as === 'page';
    const own = config.monitoring !== undefined;
    const asked = tracked ? await store.earlierVisit(url, own) : null;
    const fetched = await fetcher.fetch(
      {
        url,
        settings: this.settings,
        as: plan.as === 'sitemap' ? 'sitemap' : 'page',
        ...(namedBy === undefined ? {} : { namedBy }),
        step: { no: plan.step, attempt: plan.attempt },
        patienceMs: plan.patient ? LONG_PATIENCE_MS : HOST_PATIENCE_MS,
        ...(asked === null ? {} : { validators: { etag: asked.etag, lastModified: asked.lastModified } }),
      },
      this.control.fetching,
    );
    const outcome = { ...fetched, activeMs: this.time.ofAgenda };
    // Nothing else can be done, and the host is further away than one waits in one go: the next look at it is not to follow at once.
    if (plan.patient && isPutOff(outcome.kind))
      await this.rest(Math.min(Math.max(outcome.hostWaitMs ?? 0, HOST_PATIENCE_MS), LONG_PATIENCE_MS));
    // Visits are kept under the address where redirects end.
    const earlier = tracked && outcome.redirects.length > 0 ? await store.earlierVisit(outcome.finalUrl, own) : asked;
    const archived = await this.archived(outcome);
    return outcome.kind === 'aborted' && this.control.fetching.aborted ? null : { plan, outcome: archived, earlier };
  }

  /** Takes a page that the topic has from the collection, or skips it; null if it must be fetched. For fetches that were under way before a restart the first look-up counts. */
  private async known(plan: StepPlan, url: string): Promise<Fetched | null> {
    const { store, config, clock } = this.options;
    if (config.known === 'refresh' || plan.as !== 'page') return null;
    // A crawl that passed over its seeds would begin nowhere.
    if (config.known === 'skip' && plan.source === NO_SOURCE) return null;
    const page = await store.collectedPage(url, config.knownDays);
    if (page === null) return null;
    const facts = { finalUrl: url, redirects: [], durationMs: 0, bytes: 0 };
    const shared = { ...facts, fetchedAt: clock.now(), activeMs: this.time.ofAgenda };
    if (config.known === 'skip') {
      const message = 'the collection of the topic has it';
      return {
        plan,
        outcome: { ...shared, kind: 'known', httpStatus: null, message, retryable: false },
        earlier: null,
      };
    }
    const earlier = await page.content();
    if (earlier === null) return null;
    return { plan, outcome: { ...shared, kind: 'not-modified', httpStatus: 304, reused: true }, earlier };
  }

  /** Until a running time, at most until the session's time is over. @returns false when a command came meanwhile */
  private async restUntil(notBeforeMs: number): Promise<boolean> {
    const { minutes = Number.POSITIVE_INFINITY } = this.options.config.budget;
    const end = Math.min(notBeforeMs, minutes * 60_000);
    while (this.time.ofAgenda < end && !this.control.commanded.aborted)
      await this.rest(Math.min(end - this.time.ofAgenda, LONG_PATIENCE_MS));
    return this.time.ofAgenda >= end;
  }

  /** Without what the archive has taken. What it has no room for has cost its request, and is fetched again: an archive has all pages of its session. */
  private async archived(outcome: Fetched['outcome']): Promise<Fetched['outcome']> {
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

  /** Until the time is over or a command arrives. */
  private rest(ms: number): Promise<void> {
    return this.options.sleep(ms, this.control.commanded);
  }
}
