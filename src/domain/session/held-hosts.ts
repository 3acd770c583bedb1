import { z } from 'zod';
import type { JsonValue } from '../base/json-value.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Steps that must end before a held host is probed for the first time; four times as many before each further probe. */
const FIRST_HOLD_STEPS = 25;
const HOLD_GROWTH = 4;
/** The wait grows no more after so many probes: it is longer than any session. */
const MOST_GROWTH = 10;
/** Fetches of a host that brings next to nothing, within a budget, at most, and one of them that shows as neither: the second redirect to one page is a duplicate. */
const MOST_FETCHES = 15;
const UNTOLD = 1;
/** Probes that a host has at least, where the limit alone is as high as that. */
const LEAST_PROBES = 3;

/** A host of which fetches brought nothing. */
interface BarrenHost {
  /** Of these fetches, the last ones in a row. */
  inRow: number;
  total: number;
  /** Pages since the last of them. */
  pagesInRow: number;
  /** How often it was held: once, and once more for each probe that brought nothing. */
  holds: number;
  /** Completed steps when it was last held. */
  heldAt: number;
  /** Completed steps after which it may be probed. */
  dueAfter: number;
  /** The size of the session's budget when it last brought nothing. */
  budget: number;
  /** Pages it had brought by then. */
  pages: number;
}

/** Whether it is held, or may be probed. */
const isHolding = ({ inRow, holds }: BarrenHost): boolean => inRow > 0 && holds > 0;

/** A fetch that brought nothing. */
export interface BarrenFetch {
  /** Steps that were completed when it was chosen: one that was under way when its host was held is no probe. */
  readonly chosenAfter: number;
  /** Steps that are completed now. */
  readonly completed: number;
  /** Pages that its host has brought. */
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
 * Hosts that bring nothing: refusals, challenges, login pages, soft 404s, the same list again and again. After `limit` such ends in a row a host is held: its
 * candidates wait. It is probed by one fetch at a time, after more and more steps. A page frees it, on probation: until it has brought `limit` pages in a row,
 * one fetch is under way at a time, and the next end that brings nothing holds it again.
 *
 * What nobody holds costs nothing: a host is known here from its first end without a page until it has brought `limit` pages in a row.
 */
export class HeldHosts {
  private readonly hosts = new Map<number, BarrenHost>();
  /**
   * @param limit ends in a row after which a host is held; 0: never
   * @param budget the size of the session's budget, which grows when the session is extended
   */
  constructor(
    private readonly limit = 0,
    private readonly budget = 0,
  ) {}

  get isOn(): boolean {
    return this.limit > 0;
  }

  /**
   * Counts an end that brought nothing.
   *
   * @returns ends in a row when the host is held because of this one, and was not held before; else 0
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

  /** The host brought a page. @returns ends in a row before it when it was held, and is free now; else 0 */
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

  /** Fetches of a host that may be under way at a time: no more than it takes to hold it, and one probe. @param usual of other hosts */
  mostAtOnce(hostNo: number, usual: number): number {
    const host = this.hosts.get(hostNo);
    if (host === undefined) return usual;
    return host.holds > 0 ? 1 : Math.max(1, Math.min(usual, this.limit - host.inRow));
  }

  /**
   * Held hosts that may be probed before their time when nothing else is to be done, the shortest wait first. Last those that were not to be asked any more
   * under an earlier budget: an extension asks each of them once.
   *
   * @param logged in a replay, the host of the link that was chosen: it was asked, whatever the budget was then
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
    return { hosts: JSON.parse(JSON.stringify(hosts)) as JsonValue };
  }

  restore(source: SnapshotSource): void {
    this.hosts.clear();
    for (const { hostNo, ...host } of SnapshotReader.of(source).json('hosts', hostsSchema))
      this.hosts.set(hostNo, host);
  }

  /** A part of a host may be closed, and the rest of it open: one that brings pages is asked the more often. */
  private isSpent({ total, pages }: BarrenHost): boolean {
    return total + pages >= Math.max(MOST_FETCHES - UNTOLD, this.limit + LEAST_PROBES) && 2 * pages <= total;
  }

  private host(hostNo: number): BarrenHost {
    const known = this.hosts.get(hostNo);
    if (known) return known;
    const host = { inRow: 0, total: 0, pagesInRow: 0, holds: 0, heldAt: 0, dueAfter: 0, budget: this.budget, pages: 0 };
    this.hosts.set(hostNo, host);
    return host;
  }
}
