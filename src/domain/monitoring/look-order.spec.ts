import { createRng } from '../base/rng.js';
import { changeRate, DEFAULT_RATE, probeHours, type LookHistory, withLook } from './change-rate.js';
import { hoursUntilLook, type KnownPage, type LookSettings, pagesToLookAt, worthOfLook } from './look-order.js';

const SETTINGS: LookSettings = { policy: 'poisson', minHours: 1, maxHours: 5_000, changeProbability: 0.1 };
const page = (rate: number, hours: number, gone: boolean = false): KnownPage => ({
  ...{ rate, hours, gone },
  triedHours: hours,
  probeHours: 0,
  failures: 0,
});

/**
 * Days of a web in which half the pages change four times a day and half once in two weeks, with a run per day.
 * @returns the share of time in which copies were fresh
 */
function freshness(policy: LookSettings['policy'], pages: number, looksADay: number, days: number): number {
  const rng = createRng(11);
  const web = Array.from({ length: pages }, () => ({
    truth: rng.next() < 0.5 ? 1 / 6 : 1 / 400,
    history: [] as LookHistory,
    rate: DEFAULT_RATE,
    lookedAt: 0,
    changedAt: Infinity,
    known: 0,
  }));
  for (const one of web) one.changedAt = -Math.log1p(-rng.next()) / one.truth;
  let fresh = 0;
  for (let now = 24; now <= 24 * days; now += 24) {
    const known = web.map(({ rate, lookedAt, history }) => ({
      ...page(rate, now - lookedAt),
      probeHours: probeHours(history),
    }));
    const settings = policy === 'fixed' ? { ...SETTINGS, policy, minHours: 1 } : SETTINGS;
    for (const place of pagesToLookAt(known, settings, looksADay)) {
      const one = web[place];
      const changed = one.changedAt <= now;
      one.history = withLook(one.history, now - one.lookedAt, changed);
      one.rate = changeRate(one.history);
      one.lookedAt = now;
      if (changed) one.changedAt = now + -Math.log1p(-rng.next()) / one.truth;
    }
    // The second half, when rates are known.
    if (now > 12 * days) for (const one of web) fresh += Math.min(Math.max((one.changedAt - now) / 24, 0), 1);
  }
  return fresh / (pages * Math.floor(days / 2));
}

describe('which pages are looked at', () => {
  it('keeps more copies fresh with the same number of looks than looking at all alike', () => {
    const [poisson, fixed] = (['poisson', 'fixed'] as const).map((policy) => freshness(policy, 200, 14, 160));
    expect(poisson).toBeGreaterThan(fixed + 0.01);
  });

  it('values a look at a page that changes now and then above one at a page that never or always does', () => {
    const worths = [1e-6, 0.02, 100].map((rate) => worthOfLook({ rate, hours: 48 }));
    expect(worths[1]).toBeGreaterThan(worths[0]);
    expect(worths[1]).toBeGreaterThan(worths[2]);
    expect(worthOfLook({ rate: 0.02, hours: 0 })).toBe(0);
  });

  it('takes those that are due: overdue ones first, gone ones last', () => {
    const pages = [page(0.01, 10), page(0.01, 100), page(0.01, 6_000), page(0.01, 7_000, true), page(0.01, 200)];
    expect(pagesToLookAt(pages, SETTINGS, 10)).toEqual([2, 4, 1, 3]);
    expect(pagesToLookAt(pages, SETTINGS, 2)).toEqual([2, 4]);
    expect(pagesToLookAt(pages, SETTINGS, 10, true)).toEqual([2, 4, 1, 0, 3]);
    expect(pagesToLookAt([{ ...page(0.01, 200), triedHours: 0.5 }], SETTINGS, 10)).toEqual([]);
    // The pause doubles with each failed attempt.
    const failing = [3, 4].map((failures) => ({ ...page(0.01, 200), triedHours: 10, failures }));
    expect(pagesToLookAt(failing, SETTINGS, 10)).toEqual([0]);
  });

  it('finds out how fast a page changes that had always changed', () => {
    const history = [200, 200];
    expect(probeHours(history)).toBe(100);
    expect(probeHours([200, -200, 200])).toBe(0);
    expect(pagesToLookAt([page(0.02, 48), { ...page(0.001, 24), probeHours: 100 }], SETTINGS, 1)).toEqual([1]);
  });

  it('waits until a change is likely enough, within bounds', () => {
    expect(hoursUntilLook({ rate: 0.01, gone: false }, SETTINGS)).toBeCloseTo(10.5, 1);
    expect(hoursUntilLook({ rate: 10, gone: false }, SETTINGS)).toBe(1);
    expect(hoursUntilLook({ rate: 1e-6, gone: false }, SETTINGS)).toBe(5_000);
    expect(hoursUntilLook({ rate: 10, gone: true }, SETTINGS)).toBe(5_000);
    expect(hoursUntilLook({ rate: 10, gone: false }, { ...SETTINGS, policy: 'fixed', minHours: 24 })).toBe(24);
  });
});
