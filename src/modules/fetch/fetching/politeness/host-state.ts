import type { Connection } from './connection-slots.js';
import { FRESH_PACE, type HostPace } from '../../../../domain/politeness/index.js';

/** A request for its host's turn. */
export interface TurnRequest {
  readonly host: string;
  /** Minimum time since the host's last start, ms, according to session and Crawl-delay. */
  readonly delayMs: number;
  /** Longest wait for the host, ms. Default: unlimited. */
  readonly patienceMs?: number;
  /** Key of an address that hosts may share (`AddressBook`); null: none counts. */
  readonly address?: string | null;
}

/** A request waiting for its host or for a connection. */
export interface Waiter {
  readonly host: HostState | null;
  readonly address: string | null;
  readonly delayMs: number;
  /** By the monotonic clock; `Infinity` with unlimited patience. */
  readonly waitsUntil: number;
  timer: NodeJS.Timeout | null;
  readonly start: (connection: Connection) => void;
  /** Rejects it: the host's turn is this many ms away. */
  readonly defer: (waitMs: number) => void;
}

/** The queue's state of one host. */
export interface HostState {
  readonly name: string;
  /** Turns taken and not returned. */
  active: number;
  /** Number of these whose request has not been sent yet. */
  unsent: number;
  /** Whether a waiter of this host is queued for a connection. */
  promoted: boolean;
  lastStart: number;
  /** No requests until then, whatever its responses: the order came to another process. */
  heldUntil: number;
  /** The delay in the newest request. */
  floorMs: number;
  /** The longest delay in a request: the state must be kept this long after the last start. */
  longestDelayMs: number;
  readonly waiting: Set<Waiter>;
  /** Number of waiters with limited patience. */
  impatient: number;
  timer: NodeJS.Timeout | null;
  pace: HostPace;
  /** While pending, nothing starts: the stored host state is being read. */
  recalling: Promise<void> | null;
  /** Whether the store has a record of it. */
  kept: boolean;
}

export function newHostState(name: string): HostState {
  return {
    name,
    active: 0,
    unsent: 0,
    promoted: false,
    lastStart: Number.NEGATIVE_INFINITY,
    heldUntil: Number.NEGATIVE_INFINITY,
    floorMs: 0,
    longestDelayMs: 0,
    waiting: new Set(),
    impatient: 0,
    timer: null,
    pace: FRESH_PACE,
    recalling: null,
    kept: false,
  };
}
