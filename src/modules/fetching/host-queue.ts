import type { Clock } from '../../engine/ports.js';
import { FetchFault } from './fetch-fault.js';

export interface HostQueueOptions {
  /** Connections at a time over all hosts. */
  readonly maxConnections: number;
  /** Connections at a time to one host. */
  readonly perHostConcurrency: number;
  /** Requests waiting at a time over all hosts; more are refused. */
  readonly maxWaiting: number;
  readonly clock: Clock;
}

/** Gives the turn back. Must be called once, whatever became of the request. */
export type Leave = () => void;

interface Waiter {
  readonly host: HostState | null;
  readonly delayMs: number;
  readonly start: () => void;
}

interface HostState {
  readonly name: string;
  /** Turns taken and not given back. */
  active: number;
  /** A waiter of this host stands in the line for a connection. */
  promoted: boolean;
  lastStart: number;
  /** The longest delay asked for: this long the state must be kept after the last start. */
  longestDelayMs: number;
  readonly waiting: Set<Waiter>;
  timer: NodeJS.Timeout | null;
}

/** Idle hosts are forgotten in sweeps, one for every this many new hosts. */
const SWEEP_EVERY = 256;

/**
 * Turns for requests: at most so many at a time per host and in all, and a least time between two starts at one host.
 *
 * First come, first served within a host; hosts whose turn has come share the connections in the same way. Who waits for a host's turn
 * holds no connection, so a slow host holds up nobody else. Time is the clock's; a turn never starts early, by a timer's rounding at most late.
 */
export class HostQueue {
  private readonly hosts = new Map<string, HostState>();
  /** Waiters whose host would take them now, in line for a connection. */
  private readonly line = new Set<Waiter>();
  private connections = 0;
  private waitingCount = 0;
  private hostsAdded = 0;

  constructor(private readonly options: HostQueueOptions) {}

  /**
   * Waits for the host's turn and a connection.
   *
   * @throws FetchFault `aborted` as soon as the signal aborts, or at once when too many wait already
   */
  enter(hostName: string, delayMs: number, signal: AbortSignal): Promise<Leave> {
    const host = this.stateOf(hostName);
    host.longestDelayMs = Math.max(host.longestDelayMs, delayMs);
    return this.wait(host, delayMs, signal);
  }

  /** Waits for a connection alone: for robots.txt, which must not cost its host a turn. */
  enterUnscheduled(signal: AbortSignal): Promise<Leave> {
    return this.wait(null, 0, signal);
  }

  /** Hosts with state, for metrics and tests. */
  get hostCount(): number {
    return this.hosts.size;
  }

  get activeConnections(): number {
    return this.connections;
  }

  private wait(host: HostState | null, delayMs: number, signal: AbortSignal): Promise<Leave> {
    if (signal.aborted) return Promise.reject(new FetchFault('aborted', 'aborted'));
    if (this.waitingCount >= this.options.maxWaiting) return Promise.reject(new FetchFault('aborted', `more than ${this.options.maxWaiting} fetches waiting`));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.withdraw(waiter);
        reject(new FetchFault('aborted', 'aborted while waiting for the host\'s turn'));
      };
      const waiter: Waiter = {
        host,
        delayMs,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.leaveOnce(host));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waitingCount++;
      if (host === null) {
        this.line.add(waiter);
        this.startReady();
      } else {
        host.waiting.add(waiter);
        this.promote(host);
      }
    });
  }

  private withdraw(waiter: Waiter): void {
    this.waitingCount--;
    const { host } = waiter;
    if (this.line.delete(waiter)) {
      if (host !== null) host.promoted = false;
    } else {
      host?.waiting.delete(waiter);
    }
    if (host !== null) this.promote(host);
  }

  /** Moves the host's next waiter into the line when its time has come, or sets the timer for when it comes. */
  private promote(host: HostState): void {
    if (host.timer !== null) clearTimeout(host.timer);
    host.timer = null;
    const [next] = host.waiting;
    if (next === undefined || host.promoted || host.active >= this.options.perHostConcurrency) return;
    const waitMs = host.lastStart + next.delayMs - this.options.clock.now();
    if (waitMs > 0) {
      host.timer = setTimeout(() => this.promote(host), Math.ceil(waitMs));
      return;
    }
    host.waiting.delete(next);
    host.promoted = true;
    this.line.add(next);
    this.startReady();
  }

  private startReady(): void {
    for (const waiter of this.line) {
      if (this.connections >= this.options.maxConnections) return;
      this.line.delete(waiter);
      this.connections++;
      this.waitingCount--;
      const { host } = waiter;
      if (host !== null) {
        host.promoted = false;
        host.active++;
        host.lastStart = this.options.clock.now();
      }
      waiter.start();
      if (host !== null) this.promote(host);
    }
  }

  private leaveOnce(host: HostState | null): Leave {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.connections--;
      if (host !== null) {
        host.active--;
        this.promote(host);
      }
      this.startReady();
    };
  }

  private stateOf(name: string): HostState {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    if (++this.hostsAdded % SWEEP_EVERY === 0) this.forgetIdle();
    const host: HostState = {
      name, active: 0, promoted: false, lastStart: Number.NEGATIVE_INFINITY, longestDelayMs: 0, waiting: new Set(), timer: null,
    };
    this.hosts.set(name, host);
    return host;
  }

  private forgetIdle(): void {
    const now = this.options.clock.now();
    for (const host of this.hosts.values()) {
      const idle = host.active === 0 && !host.promoted && host.waiting.size === 0;
      if (idle && host.lastStart + host.longestDelayMs <= now) this.hosts.delete(host.name);
    }
  }
}
