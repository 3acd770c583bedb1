import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Interval for measuring the event loop; during its lateness nothing could be read from the network. */
const TICK_MS = 50;
/** Timers are late by some milliseconds even on an idle machine. */
const USUAL_LATENESS_MS = 10;
/** Ticks between two samples of the run queue; each reads one line of a kernel file. */
const SAMPLE_TICKS = 10;
/** Weight of the newest sample: brief work is not pressure. */
const SMOOTHING = 0.3;
/** Usual number of runnable tasks per core while pages are rendered. */
const ORDINARY_RUNNABLE = 2;
/** A mean lateness of the loop that halves the number of starts. */
const LATENESS_PER_LEVEL_MS = 50;
const MAX_LEVEL = 8;
const MAX_STRETCH = 4;
/** Below this level everything runs at full speed. */
const FULL_SPEED_LEVEL = 1.5;

/**
 * Measures how much processor time this process and its machine lack, from the lateness of the event loop and the
 * kernel's run queue.
 *
 * The resulting slowness is not the pages' fault: time limits exclude the time in which the loop was blocked
 * (`lostMs`), limits of the browser, which is another process, are extended (`stretched`), and less is started at once
 * (`share`). None of this affects a policy's decisions.
 */
export class Pressure {
  private timer: NodeJS.Timeout | null = null;
  private lastTick = performance.now();
  private lost = 0;
  private ticks = 0;
  private lateness = 0;
  private runnablePerCore = 0;
  /** The part of these in programs that this process watches. */
  private ownPerCore = 0;
  private readonly own = new Set<() => number>();

  /** @param readRunnable tasks on the whole machine that run or are ready to; null if unknown */
  constructor(private readonly readRunnable: () => number | null = runnableTasks) {}

  /** Total milliseconds in which the event loop was blocked. Only differences are meaningful. */
  lostMs(): number {
    this.watch();
    return this.lost + Math.max(0, performance.now() - this.lastTick - TICK_MS - USUAL_LATENESS_MS);
  }

  /** 1 on a machine that keeps up; 2 if half as much should be started at once; at most 8. */
  get level(): number {
    this.watch();
    const level = Math.max(this.runnablePerCore / ORDINARY_RUNNABLE, this.lateness / LATENESS_PER_LEVEL_MS);
    return level < FULL_SPEED_LEVEL ? 1 : Math.min(level, MAX_LEVEL);
  }

  /** Returns how many of `most` may be active at a time; at least one. */
  share(most: number): number {
    return Math.max(1, Math.ceil(most / this.level));
  }

  /**
   * A time limit for a program that this process watches: up to four times as long if other programs leave it only part
   * of the cores. Load of its own does not extend it. Also applies to quantities that grow with the time between two
   * measurements.
   */
  stretched(limit: number): number {
    this.watch();
    return limit * Math.min(MAX_STRETCH, Math.max(1, this.runnablePerCore / Math.max(1, this.ownPerCore)));
  }

  /**
   * Excludes a watched program from now on, until the returned function is called. @param runnable its threads that run
   * or are ready to
   */
  discount(runnable: () => number): () => void {
    this.own.add(runnable);
    return () => this.own.delete(runnable);
  }

  /** Returns a function for the time since this call, ms, without lost time. */
  stopwatch(): () => number {
    const [startedAt, lostBefore] = [performance.now(), this.lostMs()];
    return () => Math.max(0, performance.now() - startedAt - (this.lostMs() - lostBefore));
  }

  /** Calls `tell` with the level every `ms`, until the returned function is called. */
  follow(ms: number, tell: (level: number) => void): () => void {
    const timer = setInterval(() => tell(this.level), ms).unref();
    return () => clearInterval(timer);
  }

  private watch(): void {
    if (this.timer !== null) return;
    this.lastTick = performance.now();
    this.sample();
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  private tick(): void {
    const now = performance.now();
    const late = Math.max(0, now - this.lastTick - TICK_MS);
    this.lastTick = now;
    if (late > USUAL_LATENESS_MS) this.lost += late - USUAL_LATENESS_MS;
    this.lateness += (late - this.lateness) * (SMOOTHING / SAMPLE_TICKS);
    if (++this.ticks % SAMPLE_TICKS === 0) this.sample();
  }

  private sample(): void {
    const runnable = this.readRunnable();
    if (runnable === null) return;
    const cores = availableParallelism();
    // While every task has a core, none waits, and its owner is irrelevant.
    let own = 0;
    if (runnable > cores) for (const read of this.own) own += read();
    this.runnablePerCore += (runnable / cores - this.runnablePerCore) * SMOOTHING;
    this.ownPerCore += (own / cores - this.ownPerCore) * SMOOTHING;
  }
}

/** The machine of this process. */
export const machine = new Pressure();

/** The fourth field of /proc/loadavg: tasks that run or wait for a core, including this one, and all tasks. */
function runnableTasks(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const [, runnable] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    return runnable === undefined ? null : Number(runnable) - 1;
  } catch {
    return null;
  }
}
