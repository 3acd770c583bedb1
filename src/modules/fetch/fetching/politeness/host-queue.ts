import {
  DEFAULT_PACE_LIMITS,
  delayOf,
  FRESH_PACE,
  isProbing,
  isUnremarkable,
  paceAfter,
  turnAt,
  type HostEvidence,
  type HostPace,
  type PaceLimits,
} from '../../../../domain/politeness/index.js';
import type { Clock } from '../../../../engine/ports.js';
import { traced } from '../../../../platform/telemetry/index.js';
import { AddressSlots } from './address-slots.js';
import { type Connection, ConnectionSlots } from './connection-slots.js';
import { sleepUnless } from '../deadline.js';
import { deferredFault, FetchFault } from '../fetch-fault.js';
import { type HostState, newHostState, type TurnRequest, type Waiter } from './host-state.js';

/** Stores host states beyond the queue's own memory. */
export interface HostMemory {
  /** The stored pace; null if nothing is known. Never rejects. */
  recallHost(host: string): Promise<HostPace | null>;
  /** Null: nothing is worth storing. */
  keepHost(host: string, pace: HostPace | null): void;
}

export interface HostQueueOptions {
  /** Concurrent connections to all hosts together. */
  readonly maxConnections: number;
  /** Concurrent connections to one host. */
  readonly perHostConcurrency: number;
  /** Concurrent connections to one address shared by several hosts, called for each decision. Default: unlimited. */
  readonly perAddressConcurrency?: () => number;
  /** Number of these that may be started at present: fewer on a busy machine, at least one. Default: all. */
  readonly share?: (most: number) => number;
  /** Requests waiting at a time for all hosts; more are refused. */
  readonly maxWaiting: number;
  readonly clock: Clock;
  readonly pace?: PaceLimits;
  readonly memory?: HostMemory;
  /**
   * The time, by the clock's `monotonic`, until which another process may have sent requests to a host: its delay is
   * counted from then. Default: none.
   */
  readonly askedUntil?: (host: string) => number;
  /** Called with the time that each request waited for its turn and a connection, s. */
  readonly waited?: (seconds: number) => void;
}

/** Returns the turn, with evidence about the host. Must be called exactly once, whatever the result of the request. */
export interface Leave {
  (evidence?: HostEvidence): void;
  /**
   * Says that the request is sent only now: intervals counted from its start begin here. Connecting may take long, and
   * so may a busy machine.
   */
  readonly sent: () => void;
}

/** Idle hosts are dropped in sweeps, one per this many new hosts. */
const SWEEP_EVERY = 256;
/** The limit of Node's timers; a later turn is rechecked then. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** Suggested retry interval if all connections of a host or address stay taken longer than a request would wait. */
const BUSY_WAIT_MS = 5_000;

/**
 * Schedules requests: limits their number per host, per address and in total, and keeps a minimum time between two
 * starts at one host, which adapts to its responses (`domain/politeness`).
 *
 * Requests of a host are served in order of arrival; so are hosts whose turn has come when they compete for
 * connections. A request that waits for a host's turn holds no connection, so a slow host delays no other; a request
 * with limited patience is rejected as soon as its turn is known to be too late. Time is the clock's; a turn never
 * starts early, and at most late by a timer's rounding.
 */
export class HostQueue {
  private readonly hosts = new Map<string, HostState>();
  private readonly addresses: AddressSlots;
  private readonly limits: PaceLimits;
  /** Waiters whose host is ready for them, queued for a connection. */
  private readonly line = new Set<Waiter>();
  private readonly connections: ConnectionSlots;
  /** Set while only a busy machine's share blocks the queue. */
  private lookAgain: NodeJS.Timeout | null = null;
  private waitingCount = 0;
  private hostsAdded = 0;

  constructor(private readonly options: HostQueueOptions) {
    this.limits = options.pace ?? DEFAULT_PACE_LIMITS;
    const { maxConnections: most, share, clock } = options;
    this.connections = new ConnectionSlots({ most, clock, ...(share && { share }) });
    this.addresses = new AddressSlots(options.perAddressConcurrency ?? (() => Number.POSITIVE_INFINITY));
  }

  /**
   * Waits for the host's turn and a connection.
   *
   * @throws FetchFault `aborted` as soon as the signal aborts, or at once if too many are waiting; `deferred` as soon
   * as the wait is known to exceed the request's patience
   */
  enter(turn: TurnRequest, signal: AbortSignal): Promise<Leave> {
    const host = this.stateOf(turn.host);
    host.floorMs = turn.delayMs;
    host.longestDelayMs = Math.max(host.longestDelayMs, turn.delayMs);
    return traced(
      'wait for host',
      () => ({ 'server.address': turn.host }),
      async () => {
        const from = performance.now();
        const leave = await this.wait(host, turn, signal);
        this.options.waited?.((performance.now() - from) / 1_000);
        return leave;
      },
    );
  }

  /** Waits only for a connection: for robots.txt, which must not cost its host a turn. */
  enterUnscheduled(signal: AbortSignal): Promise<Leave> {
    return this.wait(null, { host: '', delayMs: 0 }, signal);
  }

  /** Whether the host is known and may be sent requests: the condition of `whenOpen`. */
  isOpen(hostName: string): boolean {
    const host = this.hosts.get(hostName);
    return host !== undefined && host.recalling === null && opensAt(host) <= this.options.clock.monotonic();
  }

  /**
   * Waits until the host may be sent requests: after Retry-After and with a closed circuit.
   *
   * @throws FetchFault `deferred` at once if that takes longer than `patienceMs`, `aborted`
   */
  async whenOpen(hostName: string, patienceMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const host = this.stateOf(hostName);
      if (host.recalling !== null) await host.recalling;
      const waitMs = opensAt(host) - this.options.clock.monotonic();
      if (waitMs <= 0) return;
      if (waitMs > patienceMs) throw deferredFault(hostName, waitMs);
      await sleepUnless(signal, Math.min(waitMs, LONGEST_TIMER_MS));
    }
  }

  /** Records evidence about a host from outside of a turn. */
  note(hostName: string, evidence: HostEvidence): void {
    const host = this.stateOf(hostName);
    this.learn(host, evidence);
    this.promote(host);
  }

  /** Sends a host no requests for this time, ms. */
  hold(hostName: string, ms: number): void {
    const host = this.stateOf(hostName);
    host.heldUntil = Math.max(host.heldUntil, this.options.clock.monotonic() + ms);
    this.deferImpatient(host);
  }

  /** Drops matching hosts without requests. */
  forget(isMeant: (host: string) => boolean): void {
    for (const host of this.hosts.values()) if (isIdle(host) && isMeant(host.name)) this.hosts.delete(host.name);
  }

  /** Estimated time until a new request could start, ms; requests in flight are not counted. */
  waitMs(hostName: string): number {
    const host = this.hosts.get(hostName);
    if (host === undefined) return 0;
    const delayMs = delayOf(host.pace, host.floorMs);
    const ahead = (host.waiting.size + (host.promoted ? 1 : 0)) * delayMs;
    return Math.max(0, this.turnOf(host, host.floorMs) - this.options.clock.monotonic()) + ahead;
  }

  /** Hosts with state, for metrics and tests. */
  get hostCount(): number {
    return this.hosts.size;
  }

  get activeConnections(): number {
    return this.connections.size;
  }

  private wait(
    host: HostState | null,
    { delayMs, patienceMs = Number.POSITIVE_INFINITY, address = null }: TurnRequest,
    signal: AbortSignal,
  ): Promise<Leave> {
    if (signal.aborted) return Promise.reject(new FetchFault('aborted', 'aborted'));
    if (this.waitingCount >= this.options.maxWaiting)
      return Promise.reject(new FetchFault('aborted', `more than ${this.options.maxWaiting} fetches waiting`));
    return new Promise((resolve, reject) => {
      const leaveQueue = (fault: FetchFault): void => {
        signal.removeEventListener('abort', onAbort);
        this.withdraw(waiter);
        reject(fault);
      };
      const onAbort = (): void => leaveQueue(new FetchFault('aborted', "aborted while waiting for the host's turn"));
      const waiter: Waiter = {
        host,
        address,
        delayMs,
        waitsUntil: this.options.clock.monotonic() + patienceMs,
        timer: null,
        start: (connection) => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.leaveOnce(host, address, connection));
        },
        defer: (waitMs) => leaveQueue(deferredFault(host?.name ?? '', waitMs)),
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waitingCount++;
      if (host === null) {
        this.line.add(waiter);
        this.startReady();
        return;
      }
      host.waiting.add(waiter);
      if (patienceMs !== Number.POSITIVE_INFINITY) host.impatient++;
      this.deferImpatient(host);
      this.promote(host);
      this.watchPatience(host, waiter);
    });
  }

  /** The clock may have reached the turn while all connections are taken: patience limits that wait too. */
  private watchPatience(host: HostState, waiter: Waiter): void {
    const leftMs = waiter.waitsUntil - this.options.clock.monotonic();
    if (!host.waiting.has(waiter) || leftMs > LONGEST_TIMER_MS) return;
    if (leftMs <= 0) this.promote(host);
    if (!host.waiting.has(waiter)) return;
    if (leftMs <= 0 && waiter.timer !== null) return waiter.defer(Math.max(BUSY_WAIT_MS, this.waitMs(host.name)));
    waiter.timer = setTimeout(() => this.watchPatience(host, waiter), Math.max(leftMs, 0));
  }

  /** Removes a waiter from its host's queue. */
  private unqueue(host: HostState, waiter: Waiter): boolean {
    if (waiter.timer !== null) clearTimeout(waiter.timer);
    waiter.timer = null;
    if (!host.waiting.delete(waiter)) return false;
    if (waiter.waitsUntil !== Number.POSITIVE_INFINITY) host.impatient--;
    return true;
  }

  private withdraw(waiter: Waiter): void {
    this.waitingCount--;
    const { host, address } = waiter;
    const inLine = this.line.delete(waiter);
    if (host === null) return;
    if (!inLine) this.unqueue(host, waiter);
    else {
      host.promoted = false;
      this.freeAddress(host, address);
    }
    this.promote(host);
  }

  /** Rejects waiters whose turn is later than their patience allows. */
  private deferImpatient(host: HostState): void {
    if (host.impatient === 0 || host.recalling !== null) return;
    const now = this.options.clock.monotonic();
    let turn: number | null = null;
    for (const waiter of [...host.waiting]) {
      // Rejecting one lets others move on.
      if (!host.waiting.has(waiter)) continue;
      const delayMs = delayOf(host.pace, waiter.delayMs);
      turn = turn === null ? Math.max(now, this.turnOf(host, waiter.delayMs)) : turn + delayMs;
      if (turn <= now || turn <= waiter.waitsUntil) continue;
      waiter.defer(turn - now);
      turn -= delayMs;
    }
  }

  /** Moves the host's next waiter into the queue for connections if its time has come, or sets a timer for it. */
  private promote(host: HostState): void {
    if (host.timer !== null) clearTimeout(host.timer);
    host.timer = null;
    if (host.recalling !== null) return;
    const [next] = host.waiting;
    if (next === undefined || host.promoted) return;
    const waitMs = this.turnOf(host, next.delayMs) - this.options.clock.monotonic();
    if (waitMs > 0) {
      host.timer = setTimeout(() => this.promote(host), Math.min(Math.ceil(waitMs), LONGEST_TIMER_MS));
      return;
    }
    // Its delay starts when the previous request has been sent, which may be later than its turn.
    if (host.unsent > 0 && delayOf(host.pace, next.delayMs) > 0) return;
    const most = isProbing(host.pace, this.limits) ? 1 : this.options.perHostConcurrency;
    if (host.active >= most || !this.addresses.take(next.address, host)) return;
    this.unqueue(host, next);
    host.promoted = true;
    this.line.add(next);
    this.startReady();
  }

  private startReady(): void {
    for (const waiter of this.line) {
      const connection = this.connections.take();
      if (connection === null) return this.startLater();
      this.line.delete(waiter);
      this.waitingCount--;
      const { host } = waiter;
      if (host !== null) {
        host.promoted = false;
        host.active++;
        host.unsent++;
        host.lastStart = this.options.clock.monotonic();
      }
      waiter.start(connection);
      if (host !== null) this.promote(host);
    }
    if (this.lookAgain !== null) clearTimeout(this.lookAgain);
    this.lookAgain = null;
  }

  /** The queue moves when a connection ends, and when an open one no longer counts. */
  private startLater(): void {
    const waitMs = this.connections.quietInMs;
    if (waitMs === null || this.lookAgain !== null) return;
    this.lookAgain = setTimeout(() => {
      this.lookAgain = null;
      this.startReady();
    }, Math.ceil(waitMs));
  }

  private leaveOnce(host: HostState | null, address: string | null, connection: Connection): Leave {
    let left = false;
    let isUnsent = true;
    const goesOut = (): void => {
      if (host !== null && isUnsent) host.unsent--;
      isUnsent = false;
    };
    const sent = (): void => {
      if (left || host === null) return;
      goesOut();
      host.lastStart = this.options.clock.monotonic();
      this.deferImpatient(host);
      this.promote(host);
    };
    const leave = (evidence?: HostEvidence): void => {
      if (left) return;
      left = true;
      goesOut();
      this.connections.free(connection);
      if (host !== null) {
        host.active--;
        if (evidence !== undefined) this.learn(host, evidence);
        this.freeAddress(host, address);
        this.promote(host);
      }
      this.startReady();
    };
    return Object.assign(leave, { sent });
  }

  private freeAddress(host: HostState, address: string | null): void {
    for (const other of this.addresses.free(address, host)) this.promote(other);
  }

  private learn(host: HostState, evidence: HostEvidence): void {
    const now = this.options.clock.monotonic();
    host.pace = paceAfter(host.pace, evidence, host.floorMs, now, this.limits);
    const remarkable = !isUnremarkable(host.pace, now);
    if (remarkable || host.kept) this.options.memory?.keepHost(host.name, remarkable ? host.pace : null);
    host.kept = remarkable;
    this.deferImpatient(host);
  }

  private stateOf(name: string): HostState {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    if (++this.hostsAdded % SWEEP_EVERY === 0) this.forgetIdle();
    const host = newHostState(name);
    this.hosts.set(name, host);
    const { memory } = this.options;
    if (memory !== undefined) {
      host.recalling = memory.recallHost(name).then((pace) => {
        host.recalling = null;
        host.kept = pace !== null;
        if (pace !== null && host.pace === FRESH_PACE) host.pace = pace;
        this.deferImpatient(host);
        this.promote(host);
      });
    }
    return host;
  }

  private turnOf(host: HostState, delayMs: number): number {
    const lastStart = Math.max(host.lastStart, this.options.askedUntil?.(host.name) ?? host.lastStart);
    return Math.max(turnAt(host.pace, lastStart, delayMs), host.heldUntil);
  }

  private forgetIdle(): void {
    const now = this.options.clock.monotonic();
    for (const host of this.hosts.values()) {
      const recallable = this.options.memory !== undefined || isUnremarkable(host.pace, now);
      const isOver = Math.max(host.lastStart + delayOf(host.pace, host.longestDelayMs), host.heldUntil) <= now;
      if (isIdle(host) && recallable && isOver) this.hosts.delete(host.name);
    }
  }
}

/** The time until which a host may not be sent requests. */
const opensAt = (host: HostState): number => Math.max(host.pace.notBefore, host.heldUntil);
const isIdle = (host: HostState): boolean =>
  host.active === 0 && !host.promoted && host.waiting.size === 0 && host.recalling === null;
