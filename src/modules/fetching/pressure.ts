import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

/** How often the event loop is looked at; what a look is late by, nothing could be read from the network. */
const TICK_MS = 50;
/** Timers are late by some milliseconds even on an idle machine. */
const USUAL_LATENESS_MS = 10;
/** Looks at the run queue; each reads one line of a kernel file. */
const SAMPLE_TICKS = 10;
/** Weight of the newest sample: a moment of work is no pressure. */
const SMOOTHING = 0.3;
/** Runnable tasks per core that are ordinary while pages are rendered. */
const ORDINARY_RUNNABLE = 2;
/** A mean lateness of the loop that halves the number of starts. */
const LATENESS_PER_LEVEL_MS = 50;
const MAX_LEVEL = 8;
const MAX_STRETCH = 4;
/** Below it everything runs at full speed. */
const FULL_SPEED_LEVEL = 1.5;

/**
 * How short of processor time this process and its machine are, from the lateness of the event loop and the kernel's run queue.
 *
 * What is slow for that reason is not the fault of pages: time limits leave out the time in which the loop stood still (`lostMs`), limits of the browser,
 * which is another process, are stretched (`stretched`), and less is started at once (`share`). None of it reaches a decision of a policy.
 */
export class Pressure {
  private timer: NodeJS.Timeout | null = null;
  private lastTick = performance.now();
  private lost = 0;
  private ticks = 0;
  private lateness = 0;
  private runnablePerCore = 0;
  /** Of these, such that belong to programs which this process watches. */
  private ownPerCore = 0;
  private readonly own = new Set<() => number>();

  /** @param readRunnable tasks that run or would like to, on the whole machine; null where that cannot be told */
  constructor(private readonly readRunnable: () => number | null = runnableTasks) {}

  /** Milliseconds in which the event loop stood still, in all. Only differences mean something. */
  lostMs(): number {
    this.watch();
    return this.lost + Math.max(0, performance.now() - this.lastTick - TICK_MS - USUAL_LATENESS_MS);
  }

  /** 1 on a machine that keeps up; 2 where half as much should be started at once; at most 8. */
  get level(): number {
    this.watch();
    const level = Math.max(this.runnablePerCore / ORDINARY_RUNNABLE, this.lateness / LATENESS_PER_LEVEL_MS);
    return level < FULL_SPEED_LEVEL ? 1 : Math.min(level, MAX_LEVEL);
  }

  /** So many of `most` may be under way at a time; always one. */
  share(most: number): number {
    return Math.max(1, Math.ceil(most / this.level));
  }

  /**
   * A time limit for a program that this process watches: up to four times as long where others leave it a part of the cores only. Load of its own does not
   * make it longer. The same of what grows with the time between two looks at it.
   */
  stretched(limit: number): number {
    this.watch();
    return limit * Math.min(MAX_STRETCH, Math.max(1, this.runnablePerCore / Math.max(1, this.ownPerCore)));
  }

  /** From now on a program is watched, until the answer is called. @param runnable its threads that run or would like to */
  discount(runnable: () => number): () => void {
    this.own.add(runnable);
    return () => this.own.delete(runnable);
  }

  /** Gives the time since its start, ms, without what was lost. */
  stopwatch(): () => number {
    const [startedAt, lostBefore] = [performance.now(), this.lostMs()];
    return () => Math.max(0, performance.now() - startedAt - (this.lostMs() - lostBefore));
  }

  /** Calls `tell` every so many ms with the level, until the answer is called. */
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
    // Where all of them have a core, nobody waits, and it matters not whose they are.
    let own = 0;
    if (runnable > cores) for (const read of this.own) own += read();
    this.runnablePerCore += (runnable / cores - this.runnablePerCore) * SMOOTHING;
    this.ownPerCore += (own / cores - this.ownPerCore) * SMOOTHING;
  }
}

/** The machine this process runs on. */
export const machine = new Pressure();

/** The fourth field of /proc/loadavg: tasks that run or wait for a core, this one among them, and all there are. */
function runnableTasks(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const [, runnable] = / (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    return runnable === undefined ? null : Number(runnable) - 1;
  } catch {
    return null;
  }
}
