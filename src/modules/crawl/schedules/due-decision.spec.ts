import { decideDue, type DueFacts } from './due-decision.js';
import { Recurrence } from './recurrence.js';
import { MAX_COUNTED, MAX_WAITING } from './schedule.js';

const HOURLY = new Recurrence('0 * * * *', 'UTC');
const at = (time: string): Date => new Date(`2026-05-01T${time}:00.000Z`);
const ON_TIME: DueFacts = {
  nextDueAt: at('10:00'),
  now: at('10:00'),
  graceMs: 300_000,
  missed: 'skip',
  overlap: 'skip',
  underWay: false,
  waiting: 0,
  waitingOnTime: 0,
};
/** `10:00 WAITING`, with the differences from a due time on time. */
const decided = (facts: Partial<DueFacts>, recurrence = HOURLY) => {
  const { runs, nextDueAt } = decideDue(recurrence, { ...ON_TIME, ...facts });
  const time = (date: Date | null): string => date?.toISOString().slice(11, 16) ?? 'never';
  return {
    runs: runs.map(
      ({ dueAt, dueUntil, dueCount, missed, state }) =>
        `${time(dueAt)}${dueCount > 1 ? `-${time(dueUntil)} (${dueCount})` : ''} ${state}${missed && state === 'WAITING' ? ' late' : ''}`,
    ),
    next: time(nextDueAt),
  };
};

it('a due time on time waits to be started', () => {
  expect(decided({})).toEqual({ runs: ['10:00 WAITING'], next: '11:00' });
  expect(decided({ now: at('10:05') })).toEqual({ runs: ['10:00 WAITING'], next: '11:00' });
});

describe('missed due times', () => {
  it('skip: are left out, as one row, and the next one on time is run', () => {
    expect(decided({ now: at('10:06') })).toEqual({ runs: ['10:00 SKIPPED_MISSED'], next: '11:00' });
    expect(decided({ now: at('13:30') })).toEqual({ runs: ['10:00-13:00 (4) SKIPPED_MISSED'], next: '14:00' });
    expect(decided({ now: at('13:01') })).toEqual({
      runs: ['10:00-12:00 (3) SKIPPED_MISSED', '13:00 WAITING'],
      next: '14:00',
    });
  });

  it('once: one run stands for all of them', () => {
    expect(decided({ missed: 'once', now: at('13:30') }).runs).toEqual([
      '10:00-12:00 (3) SKIPPED_MISSED',
      '13:00 WAITING late',
    ]);
    expect(decided({ missed: 'once', now: at('10:30') }).runs).toEqual(['10:00 WAITING late']);
    expect(decided({ missed: 'once', now: at('13:00') }).runs).toEqual([
      '10:00-12:00 (3) SKIPPED_MISSED',
      '13:00 WAITING',
    ]);
  });

  it('all: each is run, and those that catch up do not count as overlapping', () => {
    expect(decided({ missed: 'all', now: at('12:30') }).runs).toEqual([
      '10:00 WAITING late',
      '11:00 WAITING late',
      '12:00 WAITING late',
    ]);
    expect(decided({ missed: 'all', underWay: true, now: at('11:30') }).runs).toEqual([
      '10:00 WAITING late',
      '11:00 WAITING late',
    ]);
  });

  it('all: the newest one on time follows the rule for overlaps', () => {
    expect(decided({ missed: 'all', now: at('11:00') }).runs).toEqual(['10:00 WAITING late', '11:00 SKIPPED_OVERLAP']);
    expect(decided({ missed: 'all', overlap: 'queue', now: at('11:00') }).runs).toEqual([
      '10:00 WAITING late',
      '11:00 WAITING',
    ]);
  });

  it('all: no more than so many wait, and the oldest are given up', () => {
    const { runs } = decideDue(HOURLY, {
      ...ON_TIME,
      missed: 'all',
      now: new Date('2026-06-01T00:30:00Z'),
      waiting: 2,
    });
    const waiting = runs.filter(({ state }) => state === 'WAITING');
    expect(waiting).toHaveLength(MAX_WAITING - 2);
    expect(waiting.at(-1)?.dueAt).toEqual(new Date('2026-06-01T00:00:00Z'));
    expect(runs[0]).toMatchObject({ state: 'SKIPPED_MISSED', dueAt: at('10:00'), missed: true });
    expect(runs.reduce((sum, { dueCount }) => sum + dueCount, 0)).toBe(30 * 24 + 15);
    expect(decided({ missed: 'all', now: at('12:30'), waiting: MAX_WAITING }).runs).toEqual([
      '10:00-12:00 (3) SKIPPED_MISSED',
    ]);
  });

  it('are counted up to a bound', () => {
    const minutely = new Recurrence('* * * * *', 'UTC');
    const [row, ...more] = decideDue(minutely, {
      ...ON_TIME,
      graceMs: 1_000,
      now: new Date('2026-05-30T00:00:30Z'),
    }).runs;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ dueCount: MAX_COUNTED, dueUntil: new Date('2026-05-30T00:00:00Z') });
  });
});

describe('a due time while the run before has not ended', () => {
  it('skip: is left out', () => {
    expect(decided({ underWay: true }).runs).toEqual(['10:00 SKIPPED_OVERLAP']);
    expect(decided({ waiting: 1, waitingOnTime: 1 }).runs).toEqual(['10:00 SKIPPED_OVERLAP']);
  });

  it('queue: one waits, further ones are left out', () => {
    expect(decided({ overlap: 'queue', underWay: true }).runs).toEqual(['10:00 WAITING']);
    expect(decided({ overlap: 'queue', underWay: true, waiting: 1, waitingOnTime: 1 }).runs).toEqual([
      '10:00 SKIPPED_OVERLAP',
    ]);
    // After runs that catch up, one waits too, but not after one that represents all missed runs.
    expect(decided({ overlap: 'queue', missed: 'once', waiting: 1 }).runs).toEqual(['10:00 SKIPPED_OVERLAP']);
    expect(decided({ overlap: 'queue', missed: 'all', waiting: 5 }).runs).toEqual(['10:00 WAITING']);
  });

  it('once: the run for missed due times is no exception', () => {
    expect(decided({ missed: 'once', underWay: true, now: at('12:30') }).runs).toEqual([
      '10:00-11:00 (2) SKIPPED_MISSED',
      '12:00 SKIPPED_OVERLAP',
    ]);
  });
});

it('every due time is decided once, whatever the rules', () => {
  for (const missed of ['skip', 'once', 'all'] as const)
    for (const overlap of ['skip', 'queue'] as const)
      for (const underWay of [false, true])
        for (const minutes of [0, 4, 20, 60, 61, 119, 130, 600, 7_000]) {
          const now = new Date(at('10:00').getTime() + minutes * 60_000);
          const { runs, nextDueAt } = decideDue(HOURLY, { ...ON_TIME, missed, overlap, underWay, now });
          const told = runs.flatMap(({ dueAt, dueCount }) =>
            Array.from({ length: dueCount }, (_, i) => dueAt.getTime() + i * 3_600_000),
          );
          const expected = Array.from(
            { length: 1 + Math.floor(minutes / 60) },
            (_, i) => at('10:00').getTime() + i * 3_600_000,
          );
          expect(told).toEqual(expected);
          expect(nextDueAt?.getTime()).toBe((expected.at(-1) ?? 0) + 3_600_000);
        }
});

it('a due time that the rules of the zone no longer name is run all the same', () => {
  expect(decided({ nextDueAt: at('10:01'), now: at('10:02') }).runs).toEqual(['10:01 WAITING']);
});
