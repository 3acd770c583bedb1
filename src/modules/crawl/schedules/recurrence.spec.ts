import type { DomainError } from '../../../platform/errors/index.js';
import { checkedRecurrence, Recurrence } from './recurrence.js';

const BERLIN = 'Europe/Berlin';
const at = (text: string): Date => new Date(text);
const due = (cron: string, zone: string, from: string, count: number): string[] =>
  new Recurrence(cron, zone).after(at(from), count).map((date) => date.toISOString().slice(0, 16));
const refusal = (work: () => unknown): Pick<DomainError, 'code' | 'field' | 'message' | 'allowed'> => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('it was not refused');
};

describe('due times', () => {
  it('are read in the time zone, winter and summer', () => {
    expect(due('30 6 * * MON', BERLIN, '2026-03-22T00:00Z', 2)).toEqual(['2026-03-23T05:30', '2026-03-30T04:30']);
    expect(due('@daily', 'Asia/Kolkata', '2026-01-01T00:00Z', 1)).toEqual(['2026-01-01T18:30']);
  });

  // On 29 March 2026 the clock of Berlin moves from 02:00 to 03:00, which is 01:00 of UTC.
  it('in an hour that is left out are due at the first moment after it', () => {
    expect(due('30 2 * * *', BERLIN, '2026-03-28T12:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
    expect(due('15 2,14 * * *', BERLIN, '2026-03-29T00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-29T12:15']);
    // Two at the same moment count once.
    expect(due('0 2,3 * * *', BERLIN, '2026-03-29T00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00']);
  });

  // On 25 October 2026 the clock of Berlin moves from 03:00 back to 02:00, which is 01:00 of UTC.
  it('in an hour that occurs twice are due once', () => {
    expect(due('30 2 * * *', BERLIN, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    expect(due('30 1-3 * * *', BERLIN, '2026-10-24T20:00Z', 3)).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:30',
      '2026-10-25T02:30',
    ]);
  });

  it('of an interval follow each other evenly over both changes', () => {
    for (const from of ['2026-03-28T22:10Z', '2026-10-24T22:10Z']) {
      const found = new Recurrence('*/30 * * * *', BERLIN).after(at(from), 12).map((date) => date.getTime());
      expect(found.slice(1).map((moment, i) => moment - found[i])).toEqual(Array(11).fill(1_800_000));
    }
  });

  it('are the same forwards and backwards, each once, in zones with changes of all kinds', () => {
    for (const zone of [BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago'])
      for (const cron of ['30 2 * * *', '*/30 * * * *', '15 1,2,3 * * *', '*/7 2 * * *', '0 0 L * *'])
        for (const from of ['2026-03-28T12:00Z', '2026-04-04T10:00Z', '2026-10-24T12:00Z']) {
          const recurrence = new Recurrence(cron, zone);
          const forwards = recurrence.after(at(from), 20);
          const moments = forwards.map((date) => date.getTime());
          expect([...new Set(moments)].sort((a, b) => a - b)).toEqual(moments);
          expect(recurrence.upTo(forwards[19], 20).reverse()).toEqual(forwards);
          expect(recurrence.between(at(from), forwards[14], 100)).toEqual(forwards.slice(0, 15));
          expect(recurrence.between(at(from), forwards[14], 10)).toEqual(forwards.slice(0, 10));
        }
  });
});

describe('what a schedule may have', () => {
  const now = at('2026-01-01T00:00Z');

  it.each([
    ['61 * * * *', /minute: 61/],
    ['0 0 32 * *', /day: 32/],
    ['0 0 0 * *', /day: 0/],
    ['0 0 1 13 *', /month: 13/],
    ['* * *', /five fields/],
    ['*/5 * * * * *', /five fields/],
    ['2026-12-24T10:00:00', /five fields/],
    ['@reboot', /five fields/],
    ['', /five fields/],
    ['0 0 30 2 *', /never due/],
    ['0 0 31 4,6 *', /never due/],
  ])('is not %j', (cron, why) => {
    expect(refusal(() => checkedRecurrence(cron, 'UTC', now, 60))).toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'cron',
      message: expect.stringMatching(why) as string,
      allowed: expect.any(String) as string,
    });
  });

  it.each(['Mars/Olympus', '+02:00', ''])('is not in the zone %j', (zone) => {
    expect(refusal(() => checkedRecurrence('@daily', zone, now, 60))).toMatchObject({ field: 'timeZone' });
  });

  it('is not due more often than the operator allows, be it once a week', () => {
    expect(refusal(() => checkedRecurrence('0,10 8 * * MON', 'UTC', now, 900))).toMatchObject({
      field: 'cron',
      message: expect.stringContaining('2026-01-05T08:10:00.000Z') as string,
    });
    expect(checkedRecurrence('0,15 8 * * MON', 'UTC', now, 900)).toBeDefined();
  });
});
