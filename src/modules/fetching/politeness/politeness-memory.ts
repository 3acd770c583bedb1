import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { DEFAULT_PACE_LIMITS, FRESH_PACE, type HostPace } from '../../../domain/politeness/index.js';
import type { Clock } from '../../../engine/ports.js';
import { withDeadline } from '../deadline.js';
import type { HostMemory } from './host-queue.js';
import type { HostChange, PolitenessStore, StoredPace, StoredRobots } from './politeness-store.js';

/** What is learnt is written together, this long after the first of it. */
const FLUSH_MS = 1_000;
/**
 * A store that takes longer than this to answer is done without, and so is the writing at the end, before the process goes. The first query of a process may
 * take some seconds on a busy machine.
 */
const PATIENCE_MS = 5_000;
/** After a failed read the store is left alone this long, so that a dead one does not slow each new host. */
const BLIND_MS = 10_000;
/** Changes waiting while the store is down; what goes beyond is lost, the oldest first. */
const MAX_HOSTS = 10_000;
/** A robots.txt may have 500 KiB, and can be asked for again. */
const MAX_ROBOTS = 100;
const SWEEP_MS = 600_000;
/** The longest Retry-After that is heeded. */
const LONGEST_WAIT_MS = DEFAULT_PACE_LIMITS.longestRetryAfterMs;

/** What is to be written of a host; null forgets it. */
interface Unwritten {
  readonly pace: StoredPace | null;
}

/**
 * Politeness that survives restarts, over a store that may be slow or dead: fetching never waits for it for long and never fails with it.
 *
 * Reads happen once per host and origin, at first use; writes are batched.
 */
export class PolitenessMemory implements HostMemory {
  /** Not yet written. Their `notBefore` is of the clock that never jumps; what is written is of the wall's. */
  private readonly hosts = new LRUCache<string, Unwritten>({ max: MAX_HOSTS });
  private readonly robots = new LRUCache<string, StoredRobots>({ max: MAX_ROBOTS });
  private readonly closed = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> | null = null;
  private blindUntil = 0;
  private failing = false;
  private sweptAt: number | null = null;

  constructor(
    private readonly store: PolitenessStore,
    private readonly clock: Clock,
    private readonly warn: (message: string) => void,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    // Each read under way listens.
    setMaxListeners(0, this.closed.signal);
  }

  async recallHost(host: string): Promise<HostPace | null> {
    const waiting = this.hosts.peek(host);
    if (waiting !== undefined) return waiting.pace && { ...FRESH_PACE, ...waiting.pace };
    const stored = await this.read(() => this.store.loadHost(host, this.clock.now()));
    return stored && { ...FRESH_PACE, ...lasting(stored), notBefore: this.fromWall(stored.notBefore) };
  }

  keepHost(host: string, pace: HostPace | null): void {
    this.hosts.set(host, { pace: pace === null ? null : lasting(pace) });
    this.flushSoon();
  }

  /** The newest answer, expired or not. */
  async recallRobots(origin: string): Promise<StoredRobots | null> {
    return this.robots.peek(origin) ?? (await this.read(() => this.store.loadRobots(origin)));
  }

  keepRobots(file: StoredRobots): void {
    this.robots.set(file.origin, file);
    this.flushSoon();
  }

  /** Writes what is known by now. */
  async settle(): Promise<void> {
    await this.flushing;
    await this.flush();
  }

  /** Writes what is left, for a few seconds at most. */
  async close(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    await withDeadline(new AbortController().signal, this.patienceMs, 'keeping politeness', () => this.settle()).catch(
      (error: unknown) => this.complain(error),
    );
    this.closed.abort();
  }

  private async read<T>(load: () => Promise<T | null>): Promise<T | null> {
    if (this.closed.signal.aborted || this.blindUntil > this.clock.monotonic()) return null;
    try {
      const found = await withDeadline(this.closed.signal, this.patienceMs, 'reading politeness', load);
      this.failing = false;
      return found;
    } catch (error) {
      this.blindUntil = this.clock.monotonic() + BLIND_MS;
      this.complain(error);
      return null;
    }
  }

  private flushSoon(): void {
    if (this.timer !== null || this.closed.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flushing ??= this.flush().finally(() => {
        this.flushing = null;
        if (this.hosts.size + this.robots.size > 0) this.flushSoon();
      });
    }, FLUSH_MS);
    this.timer.unref();
  }

  private async flush(): Promise<void> {
    const kept = [...this.hosts.entries()].reverse();
    const hosts = kept.map(([host, { pace }]): HostChange => ({
      host,
      pace: pace && { ...pace, notBefore: this.toWall(pace.notBefore) },
    }));
    const robots = [...this.robots.values()].reverse();
    const now = this.clock.now();
    try {
      if (hosts.length > 0) await this.store.saveHosts(hosts, now);
      for (const [host, change] of kept) if (this.hosts.peek(host) === change) this.hosts.delete(host);
      if (robots.length > 0) await this.store.saveRobots(robots);
      for (const file of robots) if (this.robots.peek(file.origin) === file) this.robots.delete(file.origin);
      this.failing = false;
      if (this.sweptAt !== null && this.sweptAt + SWEEP_MS > this.clock.monotonic()) return;
      this.sweptAt = this.clock.monotonic();
      await this.store.sweep(now);
    } catch (error) {
      this.complain(error);
    }
  }

  private toWall(time: number): number {
    const { clock } = this;
    return time <= clock.monotonic() ? 0 : clock.now() + (time - clock.monotonic());
  }

  /** Whatever a clock said that has been set since: nothing is put off for longer than can have been meant. */
  private fromWall(time: number): number {
    const waitMs = time - this.clock.now();
    return waitMs <= 0 ? 0 : this.clock.monotonic() + Math.min(waitMs, LONGEST_WAIT_MS);
  }

  /** Once until the store works again. */
  private complain(error: unknown): void {
    if (this.failing || this.closed.signal.aborted) return;
    this.failing = true;
    this.warn(
      `what is known of hosts cannot be read or kept, fetching goes on without: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function lasting({ delayMs, notBefore, failures, openings }: StoredPace): StoredPace {
  return { delayMs, notBefore, failures, openings };
}
