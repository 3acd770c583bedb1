import type { Connection } from './connection-slots.js';
import { FRESH_PACE, type HostPace } from '../../../domain/politeness/index.js';

/** A request that wants its host's turn. */
export interface TurnRequest {
  readonly host: string;
  /** Least time since the host's last start, ms, as session and Crawl-delay ask. */
  readonly delayMs: number;
  /** Longest wait for the host, ms; unlimited unless told. */
  readonly patienceMs?: number;
  /** Key of the address that hosts may share (`AddressBook`); null: none that counts. */
  readonly address?: string | null;
}

/** A request that waits, for its host or in line for a connection. */
export interface Waiter {
  readonly host: HostState | null;
  readonly address: string | null;
  readonly delayMs: number;
  /** Of the clock that never jumps; `Infinity` with unlimited patience. */
  readonly waitsUntil: number;
  timer: NodeJS.Timeout | null;
  readonly start: (connection: Connection) => void;
  /** Sends it away: the host's turn is so many ms off. */
  readonly defer: (waitMs: number) => void;
}

/** What the queue knows of one host. */
export interface HostState {
  readonly name: string;
  /** Turns taken and not given back. */
  active: number;
  /** Those of them whose request has not gone out yet. */
  unsent: number;
  /** A waiter of this host stands in the line for a connection. */
  promoted: boolean;
  lastStart: number;
  /** It is left alone until then, whatever it answers: another process was told so. */
  heldUntil: number;
  /** What the newest request asked for as delay. */
  floorMs: number;
  /** The longest delay asked for: this long the state must be kept after the last start. */
  longestDelayMs: number;
  readonly waiting: Set<Waiter>;
  /** How many of them have limited patience. */
  impatient: number;
  timer: NodeJS.Timeout | null;
  pace: HostPace;
  /** Until it resolves nothing starts: what is known of the host is being read. */
  recalling: Promise<void> | null;
  /** The memory holds something of it. */
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
