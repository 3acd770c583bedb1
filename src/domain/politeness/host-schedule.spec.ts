import fc from 'fast-check';
import { HostSchedule, MAX_PENALTY_MS } from './index.js';

describe('HostSchedule', () => {
  it('lets the first fetch of a host start at once, the next ones a delay apart', () => {
    const schedule = new HostSchedule();
    expect([0, 1, 2].map(() => schedule.reserve('a.com', 1_000, 500))).toEqual([1_000, 1_500, 2_000]);
    expect(schedule.reserve('b.com', 1_000, 500)).toBe(1_000);
    expect(schedule.nextStart('a.com', 1_000)).toBe(2_500);
    expect(schedule.reserve('a.com', 9_000, 500)).toBe(9_000);
  });

  it('starts nothing while a host is penalised, and keeps turns that lie later', () => {
    const schedule = new HostSchedule();
    schedule.penalise('a.com', 0, 10_000);
    expect(schedule.reserve('a.com', 1, 500)).toBe(10_000);
    schedule.penalise('a.com', 2, 10);
    expect(schedule.reserve('a.com', 3, 500)).toBe(10_500);
    schedule.penalise('b.com', 0, Number.MAX_SAFE_INTEGER);
    expect(schedule.reserve('b.com', 0, 0)).toBe(MAX_PENALTY_MS);
  });

  it('never starts two fetches of a host closer than the first one\'s delay, nor in the past', () => {
    const events = fc.array(fc.record({ host: fc.constantFrom('a', 'b', 'c'), waits: fc.nat(300), delay: fc.nat(500), penalty: fc.option(fc.nat(2_000)) }), { maxLength: 60 });
    fc.assert(
      fc.property(events, (list) => {
        const schedule = new HostSchedule();
        const free = new Map<string, number>();
        let now = 0;
        for (const { host, waits, delay, penalty } of list) {
          now += waits;
          if (penalty !== null) {
            schedule.penalise(host, now, penalty);
            free.set(host, Math.max(free.get(host) ?? 0, now + penalty));
            continue;
          }
          const start = schedule.reserve(host, now, delay);
          expect(start).toBe(Math.max(now, free.get(host) ?? 0));
          free.set(host, start + delay);
        }
      }),
    );
  });

  it('forgets idle hosts first when it is full', () => {
    const schedule = new HostSchedule(3);
    schedule.reserve('busy', 0, 10_000);
    schedule.reserve('idle', 0, 10);
    schedule.reserve('other', 0, 10_000);
    schedule.reserve('new', 100, 10_000);
    expect(schedule.size).toBe(3);
    expect(schedule.nextStart('busy', 100)).toBe(10_000);
    expect(schedule.nextStart('other', 100)).toBe(10_000);
  });

  it('stays bounded when every host is busy', () => {
    const schedule = new HostSchedule(100);
    for (let i = 0; i < 5_000; i++) schedule.reserve(`h${i}`, 0, 60_000);
    expect(schedule.size).toBe(100);
    expect(schedule.nextStart('h4999', 0)).toBe(60_000);
  });

  it('needs room for a host', () => {
    expect(() => new HostSchedule(0)).toThrow(RangeError);
  });
});
