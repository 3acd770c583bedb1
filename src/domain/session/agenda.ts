import { z } from 'zod';
import { storedForm } from '../base/json-value.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Explanation } from '../policies/policy.js';
import { HeldHosts } from './held-hosts.js';
import { explanationSchema } from './step-plan-schema.js';

/** Most waiting retries; further failures are final at once. */
const MAX_RETRIES = 2_000;
/** Steps that must complete before the first retry of a URL; four times as many before each further one. */
const FIRST_RETRY_STEPS = 25;
const RETRY_GROWTH = 4;
/**
 * The same in time, ms, for a retry that other work does not delay: a server that is restarted needs some seconds, and
 * may be the only seed.
 */
const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 20_000;
/** Longest wait for a host when nothing else is left to do: a session must not hang for hours on its last hosts. */
const LONGEST_WAIT_MS = 15 * 60_000;
/** Most deferrals of one URL because its host's turn is far away, before it counts as failed. */
const MAX_DEFERRALS = 50;
/**
 * Rests of a host that has brought pages, each twice as long as the one before, until it is given up: a site that is
 * restarted or overloaded comes back, and may be all that a session has. Together 15 minutes.
 */
const OUTAGE_RESTS = 4;
const FIRST_REST_MS = 60_000;
/** Most sitemap files per host: an index with its parts. Further ones are skipped. */
const MAX_SITEMAPS_PER_HOST = 20;
/** Most waiting sitemap files, over all hosts. */
const MAX_SITEMAPS = 10_000;

/** A URL whose fetch failed for now. */
export interface Retry {
  readonly urlNo: number;
  readonly hostNo: number;
  readonly source: number;
  /** Step at which the policy chose it. */
  readonly choice: number;
  /** Number of attempts. */
  readonly attempt: number;
  readonly deferrals: number;
  readonly explanation: Explanation;
  readonly readLinks: boolean;
  /** Number of steps that must complete before it is due. */
  readonly dueAfter: number;
  /** Time before which it is not fetched if nothing else is left to do, ms. Missing in agendas of earlier versions. */
  readonly notBeforeMs?: number;
}

/** A sitemap to fetch, with the page through which it was found. */
export interface SitemapChore {
  readonly urlNo: number;
  readonly hostNo: number;
  readonly source: number;
  /**
   * The page whose robots.txt names it, or the page of the index that names it. Missing in agendas of earlier versions.
   */
  readonly namedBy?: number;
  /** Number of deferrals because its host's turn was far away. Default: none. */
  readonly deferrals?: number;
}

/** Work that could be done without waiting. */
export type Waiting =
  { readonly kind: 'retry'; readonly retry: Retry } | { readonly kind: 'host'; readonly hostNo: number };

interface HostRecord {
  /** On the agenda's clock. */
  parkedUntil: number;
  failuresInRow: number;
  givenUp: boolean;
  sitemaps: number;
}

type SavedHost = HostRecord & { readonly hostNo: number };

/**
 * Hand-written: a session may know a hundred thousand hosts, and a schema per host takes longer than the rest of the
 * agenda.
 */
const areHosts = (value: unknown): value is readonly SavedHost[] =>
  Array.isArray(value) &&
  (value as readonly (Partial<SavedHost> | null)[]).every(
    (host) =>
      typeof host?.hostNo === 'number' &&
      typeof host.parkedUntil === 'number' &&
      typeof host.failuresInRow === 'number' &&
      typeof host.givenUp === 'boolean' &&
      typeof host.sitemaps === 'number',
  );

const count = z.int().min(0);

/** The part of a snapshot that is plain JSON. */
const listsSchema: z.ZodType<{
  readonly hosts: readonly SavedHost[];
  readonly retries: readonly Retry[];
  readonly sitemaps: readonly SitemapChore[];
}> = z.object({
  hosts: z.custom<readonly SavedHost[]>(areHosts, 'a list of hosts is needed'),
  retries: z.array(
    z.object({
      urlNo: count,
      hostNo: count,
      source: z.int(),
      choice: count,
      attempt: count,
      deferrals: count,
      explanation: explanationSchema,
      readLinks: z.boolean(),
      dueAfter: count,
      notBeforeMs: z.number().optional(),
    }),
  ),
  sitemaps: z.array(
    z.object({ urlNo: count, hostNo: count, source: z.int(), namedBy: count.optional(), deferrals: count.optional() }),
  ),
});

/**
 * The engine's work besides the policy's choices: retries, sitemaps, and hosts that are parked for a while or given up.
 *
 * Its clock is the newest `activeMs` of the completed steps, so that a replay of the log gives the same times.
 */
export class Agenda {
  private now = 0;
  /** The host of the current choice, admitted although it may be parked. */
  private admittedHost = -1;
  private readonly hosts = new Map<number, HostRecord>();
  private retries: Retry[] = [];
  private sitemaps: SitemapChore[] = [];

  constructor(private readonly held = new HeldHosts()) {}

  get waitingRetries(): number {
    return this.retries.length;
  }

  /** The newest running time of a completed step, ms. */
  get time(): number {
    return this.now;
  }

  /** Advances the clock. @param time running time of the session, ms */
  see(time: number): void {
    if (time > this.now) this.now = time;
  }

  isParked(hostNo: number): boolean {
    return hostNo !== this.admittedHost && (this.hosts.get(hostNo)?.parkedUntil ?? 0) > this.now;
  }

  /** Time until the host may be asked again, ms; 0 if it is not parked. */
  parkedFor(hostNo: number): number {
    return this.isParked(hostNo) ? (this.hosts.get(hostNo)?.parkedUntil ?? 0) - this.now : 0;
  }

  /**
   * Time before which an attempt that nothing else delays waits, ms: its own, and what is left of its host's rest,
   * which may be that of a robots.txt out of reach.
   */
  notBefore({ hostNo, notBeforeMs = 0 }: Retry): number {
    const parkedUntil = this.hosts.get(hostNo)?.parkedUntil ?? 0;
    return Math.max(notBeforeMs, Math.min(parkedUntil, this.now + LONGEST_RETRY_MS));
  }

  /** Time until which a host that has failed `limit` times in a row rests, ms; 0 for other hosts. */
  restsUntil(hostNo: number, limit: number): number {
    const host = this.hosts.get(hostNo);
    return host === undefined || host.failuresInRow < limit ? 0 : host.parkedUntil;
  }

  /** Whether the host is held because it brings nothing. @param completed number of completed steps */
  isHeld(hostNo: number, completed: number): boolean {
    return hostNo !== this.admittedHost && this.held.isHeld(hostNo, completed);
  }

  /** Whether candidates may be busy with nothing in flight, because their host is parked or held. */
  leavesHostsAlone(completed: number): boolean {
    return (
      [...this.hosts].some(([hostNo, { givenUp }]) => !givenUp && this.isParked(hostNo)) ||
      this.held.holdsAny(completed)
    );
  }

  /** Number of consecutive failures of the host. */
  failuresOf(hostNo: number): number {
    return this.hosts.get(hostNo)?.failuresInRow ?? 0;
  }

  isGivenUp(hostNo: number): boolean {
    return this.hosts.get(hostNo)?.givenUp ?? false;
  }

  /** Parks the host until a running time, ms. */
  park(hostNo: number, until: number): void {
    const host = this.host(hostNo);
    host.parkedUntil = Math.max(host.parkedUntil, until);
  }

  succeeded(hostNo: number): void {
    const host = this.hosts.get(hostNo);
    if (host) host.failuresInRow = 0;
  }

  /**
   * Counts a failure of the host.
   *
   * @param limit consecutive failures at which the host is given up
   * @param hasPages whether it has brought pages: then it rests first
   * @param patient whether the fetch waited for the host's turn. Others that fail while the host rests were in flight
   * before, and say nothing new
   * @returns the host's retries, which are dropped if it is given up now
   */
  failed(hostNo: number, limit: number, hasPages: boolean, patient: boolean): readonly Retry[] {
    const host = this.host(hostNo);
    const rests = host.failuresInRow - limit + 1;
    if (rests > 0 && !patient && host.parkedUntil > this.now) return [];
    host.failuresInRow++;
    if (host.givenUp || rests < 0) return [];
    if (hasPages && rests < OUTAGE_RESTS) {
      this.park(hostNo, this.now + FIRST_REST_MS * 2 ** rests);
      return [];
    }
    host.givenUp = true;
    this.sitemaps = this.sitemaps.filter((chore) => chore.hostNo !== hostNo);
    const dropped = this.retries.filter((retry) => retry.hostNo === hostNo);
    if (dropped.length > 0) this.retries = this.retries.filter((retry) => retry.hostNo !== hostNo);
    return dropped;
  }

  /** Plans another attempt after `attempt` of them; false if there is no room for it. */
  retryLater(retry: Omit<Retry, 'dueAfter' | 'deferrals' | 'notBeforeMs'>, completed: number): boolean {
    const growth = RETRY_GROWTH ** (retry.attempt - 1);
    return this.addRetry({
      ...retry,
      deferrals: 0,
      dueAfter: completed + FIRST_RETRY_STEPS * growth,
      notBeforeMs: this.now + Math.min(FIRST_RETRY_MS * growth, LONGEST_RETRY_MS),
    });
  }

  /** Plans the same attempt for when its host is no longer parked; false if it was deferred too often. */
  putOff(retry: Omit<Retry, 'dueAfter' | 'notBeforeMs'>, completed: number): boolean {
    if (retry.deferrals >= MAX_DEFERRALS) return false;
    return this.addRetry({ ...retry, deferrals: retry.deferrals + 1, dueAfter: completed });
  }

  addSitemap(chore: SitemapChore): boolean {
    const host = this.host(chore.hostNo);
    if (host.givenUp || host.sitemaps >= MAX_SITEMAPS_PER_HOST || this.sitemaps.length >= MAX_SITEMAPS) return false;
    host.sitemaps++;
    this.sitemaps.push(chore);
    return true;
  }

  /** Plans the same sitemap for when its host is no longer parked, unless it was deferred too often. */
  putOffSitemap({ deferrals = 0, ...chore }: SitemapChore): void {
    if (deferrals >= MAX_DEFERRALS || this.isGivenUp(chore.hostNo)) return;
    this.sitemaps.push({ ...chore, deferrals: deferrals + 1 });
  }

  /** Removes and returns the first sitemap whose host `isFree`; null if there is none. */
  takeSitemap(isFree: (hostNo: number) => boolean): SitemapChore | null {
    const at = this.sitemaps.findIndex((chore) => isFree(chore.hostNo));
    return at < 0 ? null : (this.sitemaps.splice(at, 1)[0] ?? null);
  }

  /** Removes and returns the sitemap with this URL, whether or not it is its turn; null if none waits. */
  takeSitemapOf(urlNo: number): SitemapChore | null {
    const at = this.sitemaps.findIndex((chore) => chore.urlNo === urlNo);
    return at < 0 ? null : (this.sitemaps.splice(at, 1)[0] ?? null);
  }

  /** Removes and returns the retry of a choice, whether or not it is due; null if none waits. */
  takeRetryOf(choice: number): Retry | null {
    const at = this.retries.findIndex((retry) => retry.choice === choice);
    return at < 0 ? null : (this.retries.splice(at, 1)[0] ?? null);
  }

  /** Removes and returns the first due retry whose host `isFree`; null if there is none. */
  takeRetry(completed: number, isFree: (hostNo: number) => boolean): Retry | null {
    const at = this.retries.findIndex((retry) => retry.dueAfter <= completed && isFree(retry.hostNo));
    return at < 0 ? null : (this.retries.splice(at, 1)[0] ?? null);
  }

  /**
   * Waiting work that could be done when nothing else is left: retries before their due step, fewest steps first, then
   * parked hosts, shortest wait first, with retries that are not due at these hosts, and finally held hosts with their
   * retries. Hosts parked for very long are excluded.
   *
   * @param logged in a replay, the host of the chosen link
   */
  waiting(completed: number, logged?: number): Waiting[] {
    const early = this.retries
      .filter(({ dueAfter }) => dueAfter > completed)
      .sort((a, b) => a.dueAfter - b.dueAfter)
      .map((retry): Waiting & { kind: 'retry' } => ({ kind: 'retry', retry }));
    const hosts = [...this.hosts]
      .filter(
        ([hostNo, { parkedUntil, givenUp }]) =>
          !givenUp &&
          parkedUntil > this.now &&
          parkedUntil <= this.now + LONGEST_WAIT_MS &&
          !this.isHeld(hostNo, completed),
      )
      .sort(([, a], [, b]) => a.parkedUntil - b.parkedUntil)
      .map(([hostNo]): Waiting & { kind: 'host' } => ({ kind: 'host', hostNo }));
    const earlyAt = ({ hostNo }: { readonly hostNo: number }): Waiting[] =>
      early.filter(({ retry }) => retry.hostNo === hostNo).slice(0, 1);
    const held = this.held
      .waiting(completed, logged)
      .filter((hostNo) => !this.isGivenUp(hostNo) && !this.isParkedLong(hostNo))
      .map((hostNo): Waiting & { kind: 'host' } => ({ kind: 'host', hostNo }));
    return [
      ...early.filter(({ retry }) => !this.isParked(retry.hostNo) && !this.isHeld(retry.hostNo, completed)).slice(0, 1),
      ...hosts,
      ...hosts.flatMap(earlyAt),
      ...held.flatMap((host) => [host, ...earlyAt(host)]),
    ];
  }

  /** Admits one piece of waiting work now, even a retry at a parked host; null ends that. */
  admit(waiting: Waiting | null, completed: number): void {
    this.admittedHost = waiting === null ? -1 : waiting.kind === 'host' ? waiting.hostNo : waiting.retry.hostNo;
    if (waiting?.kind !== 'retry') return;
    const { retry } = waiting;
    this.retries = this.retries.map((each) => (each === retry ? { ...each, dueAfter: completed } : each));
  }

  save(): Snapshot {
    const hosts = [...this.hosts].map(([hostNo, record]) => ({ hostNo, ...record }));
    return {
      now: this.now,
      lists: storedForm({ hosts, retries: this.retries, sitemaps: this.sitemaps }),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const { hosts, retries, sitemaps } = from.json('lists', listsSchema);
    this.now = from.number('now');
    this.retries = [...retries];
    this.sitemaps = [...sitemaps];
    this.hosts.clear();
    for (const { hostNo, ...record } of hosts) this.hosts.set(hostNo, record);
  }

  private isParkedLong(hostNo: number): boolean {
    return (this.hosts.get(hostNo)?.parkedUntil ?? 0) > this.now + LONGEST_WAIT_MS;
  }

  private addRetry(retry: Retry): boolean {
    if (this.retries.length >= MAX_RETRIES) return false;
    this.retries.push(retry);
    return true;
  }

  private host(hostNo: number): HostRecord {
    const known = this.hosts.get(hostNo);
    if (known) return known;
    const record: HostRecord = { parkedUntil: 0, failuresInRow: 0, givenUp: false, sitemaps: 0 };
    this.hosts.set(hostNo, record);
    return record;
  }
}
