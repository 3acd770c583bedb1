import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { DEFAULT_PACE_LIMITS, FRESH_PACE, type HostPace } from '../../../../domain/politeness/index.js';
import type { Clock } from '../../../../engine/ports.js';
import { withDeadline } from '../deadline.js';
import type { HostMemory } from './host-queue.js';
import type { HostChange, PolitenessStore, StoredPace, StoredRobots } from './politeness-store.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

/** Changes are written together, this long after the first one. */
const FLUSH_MS = 1_000;
/**
 * Longest wait for the store, also for the final write before the process ends. The first query of a process may take
 * some seconds on a busy machine.
 */
const PATIENCE_MS = 5_000;
/** Pause after a failed read, so that a dead store does not slow down each new host. */
const BLIND_MS = 10_000;
/** Most changes waiting while the store is down; the oldest beyond that are lost. */
const MAX_HOSTS = 10_000;
/** A robots.txt may have 500 KiB, and can be fetched again. */
const MAX_ROBOTS = 100;
const SWEEP_MS = 600_000;
/** The longest Retry-After that is obeyed. */
const LONGEST_WAIT_MS = DEFAULT_PACE_LIMITS.longestRetryAfterMs;

/** A pending change of a host; null deletes it. */
interface Unwritten {
  readonly pace: StoredPace | null;
}

/**
 * Politeness that survives restarts, in a store that may be slow or dead: fetching never waits long for it and never
 * fails with it.
 *
 * Reads happen once per host and origin, on first use; writes are batched.
 */
export class PolitenessMemory implements HostMemory {
  /** Pending changes. Here `notBefore` is by the monotonic clock; in the store it is by the wall clock. */
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
    private readonly warn: Warn,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    // Each pending read adds a listener.
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

  /** The newest response, expired or not. */
  async recallRobots(origin: string): Promise<StoredRobots | null> {
    return this.robots.peek(origin) ?? (await this.read(() => this.store.loadRobots(origin)));
  }

  keepRobots(file: StoredRobots): void {
    this.robots.set(file.origin, file);
    this.flushSoon();
  }

  /** Writes the pending changes. */
  async settle(): Promise<void> {
    await this.flushing;
    await this.flush();
  }

  /** Writes the remaining changes, for at most a few seconds. */
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

  /** The clock may have been set since: limits the wait to the longest possible one. */
  private fromWall(time: number): number {
    const waitMs = time - this.clock.now();
    return waitMs <= 0 ? 0 : this.clock.monotonic() + Math.min(waitMs, LONGEST_WAIT_MS);
  }

  /** Logs once until the store works again. */
  private complain(error: unknown): void {
    if (this.failing || this.closed.signal.aborted) return;
    this.failing = true;
    this.warn({ err: error }, 'host states cannot be read or stored; fetching continues without them');
  }
}

function lasting({ delayMs, notBefore, failures, openings }: StoredPace): StoredPace {
  return { delayMs, notBefore, failures, openings };
}
