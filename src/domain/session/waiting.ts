import { withRoom } from '../base/growable.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Budget } from './session-config.js';

/** Longest wait for a host, ms. */
const LONGEST_WAIT_MS = 60_000;
/** Weight of the newest fetch in the smoothed duration of a host's fetches. */
const NEWEST = 0.3;
/** Number of latest fetches that determine the session's speed. */
const SPEED_FETCHES = 64;
/**
 * Share of the remaining fetches: if the remaining time allows this much less or more, only time counts, or only
 * fetches.
 */
const BALANCE = 0.125;

export interface WaitingOptions {
  /** In [0, 1]: 0 waits for the best, 1 fills every slot. */
  readonly eagerness: number;
  readonly budget: Budget;
}

/**
 * The value of leaving a slot empty until a better candidate may be fetched: its reservation value, as in the theory of
 * optimal search (McCall 1970; Weitzman 1979).
 *
 * A fetch costs budget, waiting costs time. If fetches are the only limit, time is cheap; if minutes are, a fetch costs
 * nothing; with both limits, the session's speed shows which of them will be used up first.
 *
 * All times are running times of the log, ms, so that a replay decides alike. Memory: 4 bytes per host.
 */
export class Waiting {
  /** The factor for a value without waiting. */
  private readonly share: number;
  /** By host: smoothed time from choice to completion, 0 before the first completion. */
  private cycles = new Float32Array(0);
  /** The same over all hosts. */
  private usualCycle = 0;
  /** The times since which hosts with a fetch in flight have been busy. */
  private readonly busySince = new Map<number, number>();
  /** Completion times of the latest fetches with a cost, oldest first. */
  private times: number[] = [];

  constructor(private readonly options: WaitingOptions) {
    this.share = 1 - options.eagerness;
  }

  private get isOff(): boolean {
    return this.share <= 0;
  }

  begin(hostNo: number, now: number): void {
    if (!this.isOff && !this.busySince.has(hostNo)) this.busySince.set(hostNo, now);
  }

  /**
   * @param underWay number of the host's remaining fetches in flight
   * @param costs whether it costs budget
   */
  end(hostNo: number, now: number, underWay: number, costs: boolean): void {
    const since = this.busySince.get(hostNo);
    if (this.isOff || since === undefined) return;
    this.cycles = withRoom(this.cycles, hostNo + 1);
    this.cycles[hostNo] = smoothed(this.cycles[hostNo], now - since);
    this.usualCycle = smoothed(this.usualCycle, now - since);
    if (underWay > 0) this.busySince.set(hostNo, now);
    else this.busySince.delete(hostNo);
    if (!costs) return;
    this.times.push(now);
    if (this.times.length > SPEED_FETCHES) this.times.shift();
  }

  /**
   * The value from which a ready candidate is fetched although a busy one is better.
   *
   * @param value of the busy candidate
   * @param parkedMs time until its host may be asked again, 0 if it is only busy
   * @param fetchesLeft of the budget
   * @returns -Infinity if it is not worth waiting
   */
  reservation(value: number, hostNo: number, parkedMs: number, now: number, fetchesLeft: number): number {
    if (this.isOff || !(value > 0)) return Number.NEGATIVE_INFINITY;
    const waitMs = Math.max(parkedMs, this.untilFree(hostNo, now));
    const left = this.share * (1 - waitMs / LONGEST_WAIT_MS) * this.priceOfFetch(now, fetchesLeft);
    return left > 0 ? value * left : Number.NEGATIVE_INFINITY;
  }

  save(): Snapshot {
    return {
      hosts: this.cycles.length,
      cycles: this.cycles,
      usualCycle: this.usualCycle,
      busy: Uint32Array.from(this.busySince.keys()),
      since: Float64Array.from(this.busySince.values()),
      fetches: this.times.length,
      times: Float64Array.from(this.times),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.cycles = from.float32('cycles', { length: from.integer('hosts') }).slice();
    this.usualCycle = from.number('usualCycle');
    const busy = from.uint32('busy');
    const since = from.float64('since', { length: busy.length });
    this.times = [...from.float64('times', { length: from.integer('fetches') })];
    this.busySince.clear();
    busy.forEach((hostNo, i) => this.busySince.set(hostNo, since[i]));
  }

  /**
   * Expected time until a fetch of the host ends. One that exceeds the usual time is expected to take as long again.
   */
  private untilFree(hostNo: number, now: number): number {
    const since = this.busySince.get(hostNo);
    if (since === undefined) return 0;
    const cycle = this.cycles[hostNo] || this.usualCycle;
    const elapsed = now - since;
    return elapsed < cycle ? cycle - elapsed : elapsed;
  }

  /** Price of a fetch relative to that of time, in [0, 1]. */
  private priceOfFetch(now: number, fetchesLeft: number): number {
    const { fetches, minutes } = this.options.budget;
    if (minutes === undefined) return 1;
    if (fetches === undefined) return 0;
    const span = now - (this.times[0] ?? now);
    if (span <= 0 || fetchesLeft <= 0) return 1;
    const possible = (Math.max(0, minutes * 60_000 - now) * this.times.length) / span;
    return Math.min(1, Math.max(0, (possible / fetchesLeft - 1) / (2 * BALANCE) + 0.5));
  }
}

const smoothed = (before: number, newest: number): number =>
  before === 0 ? newest : before + NEWEST * (newest - before);
