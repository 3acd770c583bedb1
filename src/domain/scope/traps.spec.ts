import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import { canonicalUrl, hostOf, pathOf } from '../url/index.js';
import { calendarMonth } from './calendar-month.js';
import { splitSession, TrapDetector, type TrapRule } from './traps.js';
import { shapeOf } from './url-shape.js';
import { runsOf } from '../../../test/support/thoroughness.js';

const HOST = 'http://a.example';
const detector = (maxPerPattern = 50_000): { check(path: string): TrapRule | null } => {
  const traps = new TrapDetector(maxPerPattern);
  return { check: (path) => traps.check(HOST + path, 'a.example') };
};
/** The number of accepted URLs, and the rules that refuse the others. */
function taken(paths: Iterable<string>, maxPerPattern?: number): { taken: number; rules: string[] } {
  const traps = detector(maxPerPattern);
  const rules = new Set<string>();
  let count = 0;
  for (const path of paths) {
    const rule = traps.check(path);
    if (rule === null) count++;
    else rules.add(rule);
  }
  return { taken: count, rules: [...rules] };
}
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('traps of one URL', () => {
  it.each<[string, string, TrapRule | null]>([
    ['the root', '/', null],
    ['an ordinary page', '/wiki/Cheese_making', null],
    ['a group three times', '/a/b/a/b/a/b', 'repeated-segments'],
    ['... inside', '/start/a/b/a/b/a/b/end.html', 'repeated-segments'],
    ['a group twice', '/a/b/a/b/c', null],
    ['a segment three times', '/x/x/x', 'repeated-segments'],
    ['a segment twice', '/news/news/2026', null],
    ['three in a group', '/a/b/c/a/b/c/a/b/c', 'repeated-segments'],
    ['a folder that a relative link enters again and again', '/en/a/en/b/en/c/en/d/en/e', 'repeated-segments'],
    ['a date', '/2011/11/11/11', null],
    ['numbers with a word among them', '/a/1/a/1/a/1', 'repeated-segments'],
    ['slashes without end', '/a/////b', 'repeated-segments'],
    ['a double slash', '/a//b', null],
    ['twenty segments', `/${times(20, (i) => `s${i}`).join('/')}/`, null],
    ['twenty-one', `/${times(21, (i) => `s${i}`).join('/')}`, 'long-path'],
    ['many values of one parameter', `/find?${times(11, (i) => `f[]=${i}`).join('&')}`, 'many-parameters'],
    ['some values of one parameter', `/find?${times(8, (i) => `f[]=${i}`).join('&')}`, null],
    ['a long form', `/find?${times(26, (i) => `p${i}=`).join('&')}`, 'many-parameters'],
    ['values without names', `/find?${times(20, (i) => `v${i}`).join('&')}`, null],
  ])('%s', (_, path, rule) => expect(detector().check(path)).toBe(rule));
});

describe('traps of a host', () => {
  const days = (from: number, count: number, url: (year: number, month: string, day: string) => string): string[] =>
    times(count, (i) => {
      const date = new Date(Date.UTC(2026, 0, 1) + (from + i) * 86_400_000);
      return url(
        date.getUTCFullYear(),
        String(date.getUTCMonth() + 1).padStart(2, '0'),
        String(date.getUTCDate()).padStart(2, '0'),
      );
    });

  // One format: making one takes as long as thousands of checks.
  const long = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  const nameOf = (month: string): string => long.format(new Date(`2026-${month}-01T12:00:00Z`)).toLowerCase();

  it.each<[string, (year: number, month: string, day: string) => string]>([
    ['days in the path', (y, m, d) => `/calendar/${y}/${m}/${d}/`],
    ['months in the path', (y, m) => `/events/${y}-${m}`],
    ['a date run together', (y, m, d) => `/calendar/${y}${m}${d}.html`],
    ['a date in the query', (y, m, d) => `/cal.php?date=${y}-${m}-${d}`],
    ['year and month apart', (y, m) => `/index.php?option=com_events&year=${y}&month=${m}`],
    ['the month first', (y, m) => `/calendar/${m}/${y}`],
    ['the day first', (y, m, d) => `/calendar?date=${d}.${m}.${y}`],
    ['names of months', (y, m) => `/calendar/${nameOf(m)}-${y}`],
    ['names of months in the query', (y, m) => `/cal?year=${y}&month=${nameOf(m).slice(0, 3)}`],
    [
      'weeks',
      (y, m, d) =>
        `/calendar/${y}-w${String(Math.min(52, Math.round(Number(m) * 4.3 + Number(d) / 31))).padStart(2, '0')}`,
    ],
    ['seconds since 1970', (y, m, d) => `/agenda?time=${Date.parse(`${y}-${m}-${d}`) / 1_000}`],
  ])('bounds a calendar by the span of its dates: %s', (_, url) => {
    for (const direction of [1, -1]) {
      const span = times(10_000, (i) => days(i * direction, 1, url)[0]);
      const result = taken(new Set(span));
      expect(result.rules).toEqual(['calendar']);
      expect(result.taken).toBeLessThanOrEqual(37 * 31);
      expect(result.taken).toBeGreaterThanOrEqual(36);
    }
  });

  it.each<[string, (year: number, month: string, day: string) => string]>([
    ['dates of a news archive', (y, m, d) => `/news/${y}/${m}/${d}/what-happened`],
    ['events with pages of their own', (y, m, d) => `/events/${y}/${m}/${d}/summer-party`],
    ['names that begin like those of months', (y) => `/events/marathon-${y}`],
    ['numbers of rooms', (y, m) => `/events/room-${m}-${y}0`],
    ['months of a blog', (y, m) => `/archives/${y}/${m}/`],
    ['films of a year', (y) => `/films?year=${y}`],
    ['numbers of events', (y, m, d) => `/events?id=${y}${m}${d}123`],
  ])('leaves alone what is no calendar: %s', (_, url) => {
    expect(taken(new Set(days(-15_000, 15_000, url))).rules).toEqual([]);
  });

  it('takes a URL under one session id alone', () => {
    const traps = detector();
    const id = (i: number): string => `${i}abcdefghijklmnopqrstuvwxyz`.slice(0, 24);
    expect(traps.check(`/(S(${id(1)}))/page.aspx`)).toBeNull();
    expect(traps.check(`/(S(${id(1)}))/other.aspx`)).toBeNull();
    expect(traps.check(`/(S(${id(2)}))/page.aspx`)).toBe('session-id');
    expect(traps.check(`/(S(${id(2)}))/third.aspx`)).toBeNull();
    expect(traps.check(`/shop?cfid=12&cftoken=9876543`)).toBeNull();
    expect(traps.check(`/shop?cfid=13&cftoken=9876544`)).toBe('session-id');
    expect(traps.check(`/list;mysid=${id(3)}?p=1`)).toBeNull();
    expect(traps.check(`/list;mysid=${id(4)}?p=1`)).toBe('session-id');
    expect(traps.check(`/list;mysid=${id(4)}?p=2`)).toBeNull();
    expect(traps.check('/find?s=short1')).toBeNull();
    expect(traps.check('/find?s=short2')).toBeNull();
  });

  it('takes a path in fifty combinations of more than two parameters', () => {
    const subsets = times(
      1 << 10,
      (bits) =>
        `/shop/shoes?${times(10, (i) => ((bits >> i) & 1 ? [`facet${i}=x`] : []))
          .flat()
          .join('&')}`,
    );
    const { rules, taken: count } = taken(subsets);
    expect(rules).toEqual(['faceted-search']);
    // All with at most two parameters, and fifty others.
    expect(count).toBe(1 + 10 + 45 + 50);
    expect(taken(times(2_000, (i) => `/viewtopic.php?t=${i}&start=${i * 15}&view=next`)).rules).toEqual([]);
  });

  it('takes so many URLs of one pattern', () => {
    expect(
      taken(
        times(500, (i) => `/item/${i}`),
        100,
      ),
    ).toEqual({ taken: 100, rules: ['pattern-cap'] });
    expect(
      taken(
        times(500, (i) => `/p?id=${i}&x=y`),
        100,
      ),
    ).toEqual({ taken: 100, rules: ['pattern-cap'] });
    expect(
      taken(
        times(500, (i) => `/wiki/${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}`),
        100,
      ),
    ).toEqual({ taken: 500, rules: [] });
    const traps = new TrapDetector(10);
    for (let i = 0; i < 10; i++) expect(traps.check(`http://a.example/p${i}`, 'a.example')).toBeNull();
    expect(traps.check('http://a.example/p11', 'a.example')).toBe('pattern-cap');
    expect(traps.check('http://b.example/p11', 'b.example')).toBeNull();
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    const paths = [
      ...days(0, 3_000, (y, m, d) => `/calendar/${y}/${m}/${d}`),
      ...times(300, (i) => `/item/${i}`),
      ...times(400, (i) => `/f?a=1&b${i % 90}=2&c=3`),
      ...times(40, (i) => `/(S(${i}abcdefghijklmnopqrstuvw${i % 10}`.slice(0, 28) + '))/x.aspx'),
    ];
    const whole = new TrapDetector(200);
    let restored = new TrapDetector(200);
    for (const [i, path] of paths.entries()) {
      if (i % 501 === 500) {
        const next = new TrapDetector(200);
        next.restore(decodeSnapshot(encodeSnapshot(restored.save())));
        restored = next;
      }
      expect(restored.check(HOST + path, 'a.example')).toBe(whole.check(HOST + path, 'a.example'));
    }
  });

  it('answers for any URL, and says of a shape what it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true }),
          fc.string({ unit: 'binary' }).map((text) => `http://a.example/${text}`),
        ),
        (raw) => {
          const url = canonicalUrl(raw);
          if (url === null) return;
          new TrapDetector(10).check(url, hostOf(url));
          const shape = shapeOf(pathOf(url));
          if (!shape.isGeneral) expect(shape.pattern).toBe(pathOf(url));
        },
      ),
      runsOf(500),
    );
  });

  it('takes time linear in the URL', () => {
    const traps = detector();
    const spent = cpuMs(() => {
      for (const piece of [
        '/a',
        '/',
        'a',
        '1',
        'a1',
        '?a=1&',
        '&',
        ';sid=',
        '/2026/01',
        '/cal/2026/01/day/',
        '-month.',
        '?month.',
        '.date',
        '(s(',
        '%E4',
        '%',
      ]) {
        for (let i = 0; i < 50; i++) traps.check(`/calendar${piece.repeat(1_900 / piece.length)}${i}`);
      }
    });
    expect(spent).toBeLessThan(LINEAR_MS);
  });
});

describe('shapeOf', () => {
  it.each([
    ['/news/2026/05/story-12.html', '/news/#/#/story-#.html'],
    ['/p/4f9a0c3be1d2?b=2&A=1', '/p/#?a&b'],
    ['/d/123e4567-e89b-12d3-a456-426614174000', '/d/#'],
    ['/wiki/%E4%BD%A0', '/wiki/%E4%BD%A0'],
    ['/chapter12', '/chapter#'],
    ['/plain/words', '/plain/words'],
    ['/x?key&b=1', '/x?&b'],
  ])('%s is %s', (path, pattern) => expect(shapeOf(path).pattern).toBe(pattern));
});

describe('calendarMonth', () => {
  it.each<[string, number | null]>([
    ['/calendar/2026/05', 2026 * 12 + 4],
    ['/calendar/2026/5/', 2026 * 12 + 4],
    ['/calendar/2026/05/31/index.html', 2026 * 12 + 4],
    ['/events/week/2026-05-31', 2026 * 12 + 4],
    ['/calendar/202605', 2026 * 12 + 4],
    ['/calendar?month=5&year=2026', 2026 * 12 + 4],
    ['/x?tribe-bar-date=2026-05-01', 2026 * 12 + 4],
    ['/x?date=20260531', 2026 * 12 + 4],
    ['/calendar/2026', null],
    ['/calendar/05-2026', 2026 * 12 + 4],
    ['/calendar/31/12/2026', 2026 * 12 + 11],
    ['/calendar/march/2026', 2026 * 12 + 2],
    ['/calendar/2026/mar', 2026 * 12 + 2],
    ['/calendar/market-2026', null],
    ['/calendar/2026-w05', 2026 * 12 + 1],
    ['/calendar?year=2026&month=september', 2026 * 12 + 8],
    ['/events/2026/05/party', null],
    ['/archive/2026/05', null],
    ['/calendar/3026/05', null],
    ['/events/123405', null],
    ['/x?year=2026', null],
    ['/calendar', null],
    ['/local/2026/05', null],
    ['/', null],
  ])('%s: %s', (path, month) => expect(calendarMonth(path)).toBe(month));
});

describe('splitSession', () => {
  it.each<[string, string | null]>([
    ['/(s(abcdefghij0123456789klmn))/p.aspx', '/p.aspx'],
    ['/shop;sid=0123456789abcdef/x', '/shop/x'],
    ['/shop?a=1&phpsessid2=x', null],
    ['/a?sessionid=abc', null],
    ['/a?my_sid=1', null],
    ['/a?PHPSESSID=0123456789abcdefgh&b=1', '/a&b=1'],
    ['/a/b', null],
    ['/s-abc', null],
  ])('%s: %s', (path, bare) => expect(splitSession(path)?.bare ?? null).toBe(bare));
});
