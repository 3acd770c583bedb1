import { type Seat, type SocketLimits, SocketSeats } from './socket-seats.js';

const LIMITS: SocketLimits = {
  sockets: 4,
  socketsPerClient: 3,
  operations: 5,
  operationsPerClient: 3,
  operationsPerSocket: 2,
  callsPerMinute: 0,
};

let now = 0;
const evicted: string[] = [];
const seatsWith = (limits: Partial<SocketLimits> = {}) => new SocketSeats({ ...LIMITS, ...limits }, () => now);
const open = (seats: SocketSeats, client: string, name = client) => seats.open(client, () => evicted.push(name));
function seated(seats: SocketSeats, client: string): Seat {
  const seat = open(seats, client);
  if (!seat || !seats.initialise(seat, client)) throw new Error('no place');
  return seat;
}
beforeEach(() => {
  now = 0;
  evicted.length = 0;
});

describe('places', () => {
  test('the longest silent socket makes way, of the same client first', () => {
    const seats = seatsWith();
    open(seats, 'a', 'a1');
    open(seats, 'b', 'b1');
    open(seats, 'a', 'a2');
    open(seats, 'a', 'a3');
    expect(open(seats, 'a', 'a4')).not.toBeNull();
    expect(evicted).toEqual(['a1']);
    expect(open(seats, 'c', 'c1')).not.toBeNull();
    expect(evicted).toEqual(['a1', 'b1']);
    expect(seats.size).toBe(4);
  });

  test('initialised sockets keep their places', () => {
    const seats = seatsWith();
    for (const client of ['a', 'a', 'a', 'b']) seated(seats, client);
    expect([seats.hasPlace('a'), seats.hasPlace('c'), open(seats, 'c')]).toEqual([false, false, null]);
    expect(evicted).toEqual([]);
  });

  test("a socket moves from its address to its key, within the key's bound", () => {
    const seats = seatsWith({ sockets: 10 });
    for (let n = 0; n < 3; n++) seated(seats, 'key 1');
    const late = open(seats, 'address x');
    expect(late && seats.initialise(late, 'key 1')).toBe(false);
    expect(late && seats.initialise(late, 'key 2')).toBe(true);
    expect(late?.client).toBe('key 2');
  });

  test('a closed socket leaves its place once', () => {
    const seats = seatsWith();
    const seat = seated(seats, 'a');
    seats.close(seat);
    seats.close(seat);
    expect([seats.size, seats.initialise(seat, 'a'), seats.begin(seat)]).toEqual([0, false, 'socket']);
  });
});

describe('operations', () => {
  test('of a socket, of a client, of all', () => {
    const seats = seatsWith();
    const [first, second] = [seated(seats, 'a'), seated(seats, 'a')];
    expect([seats.begin(first), seats.begin(first), seats.begin(first)]).toEqual([null, null, 'socket']);
    expect([seats.begin(second), seats.begin(second)]).toEqual([null, 'client']);
    const other = seated(seats, 'b');
    expect([seats.begin(other), seats.begin(other)]).toEqual([null, null]);
    expect(seats.begin(seated(seats, 'c'))).toBe('all');
    seats.end(other);
    expect(seats.begin(other)).toBeNull();
  });

  test('what still runs counts on after its socket is closed', () => {
    const seats = seatsWith();
    const gone = seated(seats, 'a');
    seats.begin(gone);
    seats.begin(gone);
    seats.close(gone);
    const next = seated(seats, 'a');
    expect([seats.begin(next), seats.begin(next)]).toEqual([null, 'client']);
    seats.end(gone);
    expect(seats.begin(next)).toBeNull();
  });

  test('so many begin in a minute', () => {
    const seats = seatsWith({ callsPerMinute: 2 });
    const seat = seated(seats, 'a');
    for (let n = 0; n < 2; n++) {
      expect(seats.begin(seat)).toBeNull();
      seats.end(seat);
    }
    expect(seats.begin(seat)).toBe('rate');
    now = 60_000;
    expect(seats.begin(seat)).toBeNull();
  });
});
