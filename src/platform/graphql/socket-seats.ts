import { LRUCache } from 'lru-cache';

/** Limits of concurrent sockets and operations. */
export interface SocketLimits {
  /** Sockets of all clients. */
  readonly sockets: number;
  readonly socketsPerClient: number;
  /** Running operations, mostly subscriptions: of all clients, of one client, of one socket. */
  readonly operations: number;
  readonly operationsPerClient: number;
  readonly operationsPerSocket: number;
  /** Operations that one client may begin per minute; 0: unlimited. */
  readonly callsPerMinute: number;
}

/** The seat of one open socket. */
export interface Seat {
  /** The client, as named by `ApiKeys.clientOf`. */
  client: string;
  /** Whether it has sent `connection_init`, with a key if one is needed. */
  initialised: boolean;
  operations: number;
}

interface Client {
  readonly seats: Set<Seat>;
  operations: number;
}

/** A client's calls in the minute that began at a time, ms. */
interface Calls {
  readonly since: number;
  count: number;
}

export type OperationRefusal = 'socket' | 'client' | 'all' | 'rate';

const MINUTE_MS = 60_000;
/** Most clients whose calls are counted; the oldest is dropped. */
const MAX_COUNTED = 10_000;

/**
 * Allocates seats to sockets, so that no single client, and no clients that never identify themselves, can take all of
 * them.
 *
 * A new socket that finds all seats of its client or of all clients taken gets the seat of the oldest uninitialised
 * socket. It is refused only if all are initialised.
 */
export class SocketSeats {
  private readonly clients = new Map<string, Client>();
  /** Oldest first, like the seats of a client. */
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

  /** Whether `open` would find a seat. */
  hasPlace(client: string): boolean {
    return (
      (this.seatsOf(client) < this.limits.socketsPerClient ||
        this.silent(this.clients.get(client)?.seats ?? []) !== undefined) &&
      (this.seats.size < this.limits.sockets || this.silent(this.seats.keys()) !== undefined)
    );
  }

  /**
   * Returns a seat for a new socket, or null.
   *
   * @param evict closes the socket at once when its seat is needed; the seat is already released by then
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

  /** Initialises a socket after its `connection_init`; false if that client already has all its seats. */
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

  /** Counts an operation in, or returns the limit that it would exceed. */
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

  /** Counts an operation out; also after its socket was closed, when it ends. */
  end(seat: Seat): void {
    seat.operations--;
    this.clientOf(seat.client).operations--;
    this.operations--;
    this.forget(seat.client);
  }

  /** Releases the seat of a closed socket. */
  close(seat: Seat): void {
    if (this.seats.delete(seat)) this.leaveClient(seat);
  }

  private evict(seat: Seat | undefined): void {
    const evict = seat && this.seats.get(seat);
    if (!seat || !evict) return;
    this.close(seat);
    evict('Seat needed: connection_init did not come');
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
