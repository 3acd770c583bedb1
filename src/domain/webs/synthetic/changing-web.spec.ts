import { parsePage } from '../../page/index.js';
import { DAY_SECONDS } from './bursts.js';
import { type ChangingWeb, createChangingWeb } from './changing-web.js';
import { parseSyntheticSettings } from './settings.js';
import { createSyntheticWeb } from './synthetic-web.js';
import { isThorough } from '../../../../test/support/thoroughness.js';

const make = (settings: string): ChangingWeb =>
  createChangingWeb(createSyntheticWeb(parseSyntheticSettings(`changing=true,${settings}`)));
const pagesOf = ({ web }: ChangingWeb): number[] => Array.from({ length: web.size }, (_, page) => page);
/** Four standard deviations of a Poisson count. */
const around = (expected: number): number => 4 * Math.sqrt(expected);

describe('changing web', () => {
  it('lets pages appear at the rate asked for', () => {
    const changing = make('pages=10000,initial=0.5,newPerDay=0.02,burstsPerDay=0,days=10');
    const births = pagesOf(changing).map(changing.bornAt);
    expect(births.filter((time) => time === 0)).toHaveLength(5_000);
    const between = (from: number, to: number): number =>
      births.filter((time) => time > from * DAY_SECONDS && time <= to * DAY_SECONDS).length;
    expect(Math.abs(between(0, 10) - 2_000)).toBeLessThan(around(2_000));
    for (let day = 0; day < 10; day++) expect(Math.abs(between(day, day + 1) - 200)).toBeLessThan(around(200));
    expect(births.filter((time) => time === Infinity)).toHaveLength(5_000 - between(0, 10));
  });

  it('edits each page at its own rate, with Poisson counts', () => {
    const changing = make('pages=2000,editsPerDay=2,burstsPerDay=0,days=20,initial=1');
    const pages = pagesOf(changing);
    const counts = pages.map((page) => changing.edits(page, 0, 20 * DAY_SECONDS).length);
    const expected = pages.map((page) => changing.editRate(page) * 20);
    const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
    expect(Math.abs(sum(expected) / 2_000 - 40)).toBeLessThan(4);
    expect(Math.abs(sum(counts) - sum(expected))).toBeLessThan(around(sum(expected)));
    // The squared deviations of Poisson counts add up to their means.
    const spread = sum(counts.map((count, page) => (count - expected[page]) ** 2)) / sum(expected);
    expect(Math.abs(spread - 1)).toBeLessThan(0.15);
  });

  it('has bursts in which pages of the topic appear and change more often', () => {
    const changing = make(
      'pages=5000,topics=3,relevantShare=0.3,burstsPerDay=1,burstHours=6,burstFactor=10,editsPerDay=1,initial=0.5,newPerDay=0.01,days=10',
    );
    const { topicOf } = changing.web.sites;
    expect(changing.bursts.length).toBeGreaterThan(2);
    const isOn = (topic: number, time: number): boolean =>
      changing.bursts.some((burst) => burst.topic === topic && burst.from <= time && time < burst.to);
    const hours = { on: 0, off: 0 };
    for (let topic = 0; topic < 3; topic++)
      for (let time = 0; time < 10 * DAY_SECONDS; time += 600) hours[isOn(topic, time) ? 'on' : 'off'] += 1 / 6;
    const changes = { on: 0, off: 0 };
    const births = { on: 0, off: 0 };
    for (const page of pagesOf(changing)) {
      const born = changing.bornAt(page);
      if (born > 0 && born < Infinity) births[isOn(topicOf[page], born) ? 'on' : 'off']++;
      if (born !== 0) continue;
      for (const edit of changing.edits(page, 0, 10 * DAY_SECONDS)) changes[isOn(topicOf[page], edit) ? 'on' : 'off']++;
    }
    const ratio = (counts: typeof hours): number => counts.on / hours.on / (counts.off / hours.off);
    expect(ratio(changes)).toBeGreaterThan(7);
    expect(ratio(changes)).toBeLessThan(13);
    expect(ratio(births)).toBeGreaterThan(5);
    expect(ratio(births)).toBeLessThan(20);
  });

  it('answers for any moment, in any order, the same', () => {
    const settings = 'pages=500,initial=0.4,newPerDay=0.1,editsPerDay=3,days=6';
    const [one, other] = [make(settings), make(settings)];
    const asked: [number, number][] = [];
    for (let page = 0; page < 500; page += isThorough ? 7 : 49)
      for (let day = 0; day < 7; day += 0.7) asked.push([page, day * DAY_SECONDS]);
    const answer = (changing: ChangingWeb, [page, time]: [number, number]): string => {
      const state = changing.asOf(page, time);
      return state === null ? 'none' : `${state.modifiedAt} ${state.html()}`;
    };
    const forwards = asked.map((each) => answer(one, each));
    const backwards = [...asked].reverse().map((each) => answer(other, each));
    expect(backwards.reverse()).toEqual(forwards);
    expect(forwards).toContain('none');
  });

  it('says that a page was modified when its HTML is another, and only then', () => {
    const changing = make('pages=300,initial=0.5,newPerDay=0.2,editsPerDay=2,days=4');
    for (const page of pagesOf(changing).filter((each) => each % (isThorough ? 60 : 150) === 0)) {
      let before = changing.asOf(page, 0);
      for (let time = 0; time <= 4 * DAY_SECONDS; time += 3_600) {
        const now = changing.asOf(page, time);
        if (now !== null && before !== null) {
          expect(now.html() === before.html()).toBe(now.modifiedAt === before.modifiedAt);
          expect(now.modifiedAt).toBeLessThanOrEqual(time);
          // It is still as it was at the moment of the change.
          expect(changing.asOf(page, now.modifiedAt)?.html()).toBe(now.html());
        }
        before = now;
      }
    }
  });

  it('links new pages at once, and pages that are there alone', () => {
    const changing = make('pages=1000,initial=0.5,newPerDay=0.1,editsPerDay=0,burstsPerDay=0,days=5');
    const at = 3 * DAY_SECONDS;
    const linked = new Set<number>();
    for (const page of pagesOf(changing)) {
      const state = changing.asOf(page, at);
      for (const target of state?.links ?? []) {
        linked.add(target);
        expect(changing.bornAt(target)).toBeLessThanOrEqual(at);
      }
      // Generating and parsing pages is slow: a sample suffices.
      if (state === null || page % (isThorough ? 4 : 40) !== 0) continue;
      const urls = parsePage(state.html(), changing.web.urlOf(page)).links.map((link) => link.url);
      expect(urls).toEqual(Array.from(state.links, changing.web.urlOf));
    }
    const isNew = (page: number): boolean => changing.bornAt(page) > 0 && changing.bornAt(page) <= at;
    const fresh = pagesOf(changing).filter(isNew);
    expect(fresh.length).toBeGreaterThan(200);
    expect(fresh.filter((page) => linked.has(page)).length / fresh.length).toBeGreaterThan(0.95);
  });

  it('stands still after its last day', () => {
    const changing = make('pages=300,days=2,editsPerDay=5');
    for (const page of [0, 10, 99])
      expect(changing.asOf(page, 50 * DAY_SECONDS)?.modifiedAt).toBe(changing.asOf(page, 2 * DAY_SECONDS)?.modifiedAt);
  });
});
