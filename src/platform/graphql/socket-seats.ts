import { LRUCache } from 'lru-cache';

/** How many sockets and operations there may be at a time. */
export interface SocketLimits {
  /** Sockets of all clients together. */
  readonly sockets: number;
  readonly socketsPerClient: number;
  /** Operations under way, subscriptions above all: of all clients, of one, of one socket. */
  readonly operations: number;
  readonly operationsPerClient: number;
  readonly operationsPerSocket: number;
  /** Operations that one client may begin in a minute; 0: any number. */
  readonly callsPerMinute: number;
}

/** The place of one open socket. */
export interface Seat {
  /** As `ApiKeys.clientOf` names it. */
  client: string;
  /** Whether it has sent `connection_init`, with a key where one is needed. */
  initialised: boolean;
  operations: number;
}

interface Client {
  readonly seats: Set<Seat>;
  operations: number;
}

/** Calls of a client in the minute that began at a time, ms. */
interface Calls {
  readonly since: number;
  count: number;
}

export type OperationRefusal = 'socket' | 'client' | 'all' | 'rate';

const MINUTE_MS = 60_000;
/** Clients whose calls are counted; the one counted longest makes way. */
const MAX_COUNTED = 10_000;

/**
 * Who sits on the sockets: keeps any one client, and those who never say who they are, from taking all of them.
 *
 * A new socket that finds all places of its client taken, or all places there are, gets the place of the oldest socket that has not been initialised. It is
 * refused only when all have been initialised.
 */
export class SocketSeats {
  private readonly clients = new Map<string, Client>();
  /** Oldest first, as are the seats of a client. */
  private readonly seats = new Map<Seat, (why: string) => void>();
  private readonly calls = new LRUCache<string, Calls>({ max: MAX_COUNTED });
  private operations = 0;

  /** @param now monotonic, ms */
  constructor(
    private readonly limits: SocketLimits,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.seats.size;
  }

  /** Whether `open` would find a place. */
  hasPlace(client: string): boolean {
    return (
      (this.seatsOf(client) < this.limits.socketsPerClient ||
        this.silent(this.clients.get(client)?.seats ?? []) !== undefined) &&
      (this.seats.size < this.limits.sockets || this.silent(this.seats.keys()) !== undefined)
    );
  }

  /**
   * A place for a new socket, or null.
   *
   * @param evict closes the socket at once, when its place is needed; its seat has been left by then
   */
  open(client: string, evict: (why: string) => void): Seat | null {
    if (!this.hasPlace(client)) return null;
    if (this.seatsOf(client) >= this.limits.socketsPerClient)
      this.evict(this.silent(this.clients.get(client)?.seats ?? []));
    if (this.seats.size >= this.limits.sockets) this.evict(this.silent(this.seats.keys()));
    const seat: Seat = { client, initialised: false, operations: 0 };
    this.seats.set(seat, evict);
    this.clientOf(client).seats.add(seat);
    return seat;
  }

  /** The socket has said `connection_init` and who it is; false when that client has all its places taken already. */
  initialise(seat: Seat, client: string): boolean {
    if (!this.seats.has(seat)) return false;
    if (client !== seat.client) {
      if (this.seatsOf(client) >= this.limits.socketsPerClient) {
        const silent = this.silent(this.clients.get(client)?.seats ?? []);
        if (!silent) return false;
        this.evict(silent);
      }
      this.leaveClient(seat);
      seat.client = client;
      this.clientOf(client).seats.add(seat);
    }
    seat.initialised = true;
    return true;
  }

  /** Counts an operation in, or says whose limit it would break. */
  begin(seat: Seat): OperationRefusal | null {
    const { limits } = this;
    if (!this.seats.has(seat)) return 'socket';
    if (!this.count(seat.client)) return 'rate';
    const client = this.clientOf(seat.client);
    if (seat.operations >= limits.operationsPerSocket) return 'socket';
    if (client.operations >= limits.operationsPerClient) return 'client';
    if (this.operations >= limits.operations) return 'all';
    seat.operations++;
    client.operations++;
    this.operations++;
    return null;
  }

  /** Counts out an operation that `begin` let in; also after its socket was closed, for as long as it still runs. */
  end(seat: Seat): void {
    seat.operations--;
    this.clientOf(seat.client).operations--;
    this.operations--;
    this.forget(seat.client);
  }

  /** The socket is closed. */
  close(seat: Seat): void {
    if (this.seats.delete(seat)) this.leaveClient(seat);
  }

  private evict(seat: Seat | undefined): void {
    const evict = seat && this.seats.get(seat);
    if (!seat || !evict) return;
    this.close(seat);
    evict('Place needed: connection_init did not come');
  }

  private silent(seats: Iterable<Seat>): Seat | undefined {
    for (const seat of seats) if (!seat.initialised) return seat;
    return undefined;
  }

  private seatsOf(client: string): number {
    return this.clients.get(client)?.seats.size ?? 0;
  }

  private clientOf(name: string): Client {
    let client = this.clients.get(name);
    if (!client) this.clients.set(name, (client = { seats: new Set(), operations: 0 }));
    return client;
  }

  private leaveClient(seat: Seat): void {
    this.clientOf(seat.client).seats.delete(seat);
    this.forget(seat.client);
  }

  private forget(name: string): void {
    const client = this.clients.get(name);
    if (client?.seats.size === 0 && client.operations === 0) this.clients.delete(name);
  }

  private count(client: string): boolean {
    const { callsPerMinute } = this.limits;
    if (callsPerMinute === 0) return true;
    const at = this.now();
    let calls = this.calls.peek(client);
    if (!calls || at - calls.since >= MINUTE_MS) {
      this.calls.set(client, (calls = { since: at, count: 0 }));
    }
    return ++calls.count <= callsPerMinute;
  }
}
