import { z } from 'zod';
import { storedForm } from '../base/json-value.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Steps that must complete before a held host is probed first; four times as many before each further probe. */
const FIRST_HOLD_STEPS = 25;
const HOLD_GROWTH = 4;
/** The wait stops growing after this number of probes: it is longer than any session. */
const MOST_GROWTH = 10;
/**
 * Most fetches of a barren host within a budget, plus one that counts as neither: the second redirect to one page is a
 * duplicate.
 */
const MOST_FETCHES = 15;
const UNCOUNTED = 1;
/** Minimum number of probes of a host, even if the limit alone reaches the maximum. */
const LEAST_PROBES = 3;

/** A host with barren fetches. */
interface BarrenHost {
  /** Consecutive ones at the end. */
  inRow: number;
  total: number;
  /** Pages since the last of them. */
  pagesInRow: number;
  /** Number of holds: one, plus one per barren probe. */
  holds: number;
  /** Completed steps at the last hold. */
  heldAt: number;
  /** Completed steps after which it may be probed. */
  dueAfter: number;
  /** Size of the session's budget at the last barren fetch. */
  budget: number;
  /** Number of its pages at that time. */
  pages: number;
}

/** Whether it is held, or may be probed. */
const isHolding = ({ inRow, holds }: BarrenHost): boolean => inRow > 0 && holds > 0;

/** A fetch without a page (refused, challenge, login, soft 404), with the state of the crawl around it. */
export interface BarrenFetch {
  /** Number of completed steps when it was chosen: a fetch in flight when its host was held is no probe. */
  readonly chosenAfter: number;
  /** Number of completed steps now. */
  readonly completed: number;
  /** Number of pages from its host. */
  readonly pages: number;
}

const count = z.int().min(0);
const hostsSchema: z.ZodType<readonly (BarrenHost & { readonly hostNo: number })[]> = z.array(
  z.object({
    hostNo: count,
    inRow: count,
    total: count,
    pagesInRow: count,
    holds: count,
    heldAt: count,
    dueAfter: count,
    budget: z.number(),
    pages: count,
  }),
);

/**
 * Barren hosts: they bring refusals, challenges, login pages, soft 404s, or the same list again and again. After
 * `limit` consecutive such outcomes a host is held: its candidates wait. It is probed by one fetch at a time, after
 * growing numbers of steps. A page frees it on probation: until it has brought `limit` consecutive pages, only one
 * fetch is in flight at a time, and the next barren outcome holds it again.
 *
 * Hosts that are never barren cost nothing: a host is tracked from its first barren outcome until it has brought
 * `limit` consecutive pages.
 */
export class HeldHosts {
  private readonly hosts = new Map<number, BarrenHost>();
  /**
   * @param limit consecutive barren outcomes after which a host is held; 0: never
   * @param budget size of the session's budget, which grows with extensions
   */
  constructor(
    private readonly limit = 0,
    private readonly budget = 0,
  ) {}

  get isOn(): boolean {
    return this.limit > 0;
  }

  /**
   * Counts a barren outcome.
   *
   * @returns number of consecutive ones if the host is newly held because of this one; otherwise 0
   */
  barren(hostNo: number, { chosenAfter, completed, pages }: BarrenFetch): number {
    if (!this.isOn) return 0;
    const host = this.host(hostNo);
    const wasHeld = isHolding(host);
    host.inRow++;
    host.total++;
    host.pagesInRow = 0;
    host.budget = this.budget;
    host.pages = pages;
    if (host.inRow < (host.holds > 0 ? 1 : this.limit) || (wasHeld && chosenAfter < host.heldAt)) return 0;
    host.heldAt = completed;
    host.dueAfter = completed + FIRST_HOLD_STEPS * HOLD_GROWTH ** Math.min(host.holds, MOST_GROWTH);
    host.holds++;
    return wasHeld ? 0 : host.inRow;
  }

  /**
   * The host brought a page. @returns number of consecutive barren outcomes before it if the host was held and is free
   * now; otherwise 0
   */
  fruitful(hostNo: number): number {
    const host = this.hosts.get(hostNo);
    if (host === undefined) return 0;
    const inRow = isHolding(host) ? host.inRow : 0;
    host.inRow = 0;
    if (++host.pagesInRow >= this.limit) this.hosts.delete(hostNo);
    return inRow;
  }

  /** Whether its candidates wait. */
  isHeld(hostNo: number, completed: number): boolean {
    const host = this.hosts.get(hostNo);
    return host !== undefined && isHolding(host) && (completed < host.dueAfter || this.isSpent(host));
  }

  holdsAny(completed: number): boolean {
    return [...this.hosts.keys()].some((hostNo) => this.isHeld(hostNo, completed));
  }

  /**
   * Most concurrent fetches of a host: no more than it takes to hold it, and one probe. @param usual limit of other
   * hosts
   */
  mostAtOnce(hostNo: number, usual: number): number {
    const host = this.hosts.get(hostNo);
    if (host === undefined) return usual;
    return host.holds > 0 ? 1 : Math.max(1, Math.min(usual, this.limit - host.inRow));
  }

  /**
   * Held hosts that may be probed before their time when nothing else is left, shortest wait first. Hosts that were
   * exhausted under an earlier budget come last: an extension probes each of them once.
   *
   * @param logged in a replay, the host of the chosen link: it was probed, whatever the budget was then
   */
  waiting(completed: number, logged?: number): number[] {
    const held = [...this.hosts].filter(([hostNo]) => this.isHeld(hostNo, completed));
    const open = held.filter(([, host]) => !this.isSpent(host)).sort(([, a], [, b]) => a.dueAfter - b.dueAfter);
    const spent = held.filter(
      ([hostNo, host]) => this.isSpent(host) && (logged === undefined ? host.budget < this.budget : hostNo === logged),
    );
    return [...open, ...spent].map(([hostNo]) => hostNo);
  }

  save(): Snapshot {
    const hosts = [...this.hosts].map(([hostNo, host]) => ({ hostNo, ...host }));
    return { hosts: storedForm(hosts) };
  }

  restore(source: SnapshotSource): void {
    this.hosts.clear();
    for (const { hostNo, ...host } of SnapshotReader.of(source).json('hosts', hostsSchema))
      this.hosts.set(hostNo, host);
  }

  /** A part of a host may be closed and the rest open: a host with pages is probed more often. */
  private isSpent({ total, pages }: BarrenHost): boolean {
    return total + pages >= Math.max(MOST_FETCHES - UNCOUNTED, this.limit + LEAST_PROBES) && 2 * pages <= total;
  }

  private host(hostNo: number): BarrenHost {
    const known = this.hosts.get(hostNo);
    if (known) return known;
    const host = { inRow: 0, total: 0, pagesInRow: 0, holds: 0, heldAt: 0, dueAfter: 0, budget: this.budget, pages: 0 };
    this.hosts.set(hostNo, host);
    return host;
  }
}
