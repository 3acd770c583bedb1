import type { StepAnswer } from './digest-step.js';
import { digestStep, sessionConfigSchema, type StepFacts, type StepPlan } from './index.js';
import { ShamPages } from './sham-pages.js';

const HOST = 0;
const config = sessionConfigSchema.parse({ budget: { fetches: 100 } });
const judge = { judge: () => ({ probability: 0, relevant: false }) };
const PLAN: StepPlan = {
  step: 0,
  urlNo: 0,
  source: -1,
  chosenAfter: 0,
  explanation: { value: 0, exploration: false },
  as: 'page',
  choice: 0,
  attempt: 0,
  deferrals: 0,
  readLinks: true,
  patient: false,
};

/** A page of the host, and the requested URL if a redirect led to it. */
function factsOf(path: string, body: string, from?: string): StepFacts {
  const at = (where: string): string => `http://a.example${where}`;
  const html = `<!doctype html><html><body>${body}</body></html>`;
  const outcome: StepAnswer = {
    kind: 'page',
    finalUrl: at(path),
    redirects: from === undefined ? [] : [at(from)],
    httpStatus: 200,
    fetchedAt: 0,
    durationMs: 1,
    bytes: html.length,
    html,
    contentType: 'text/html; charset=utf-8',
    charset: 'utf-8',
    truncated: false,
    rendered: false,
  };
  return digestStep(PLAN, outcome, config, judge);
}
type Page = readonly [path: string, body: string, from?: string];
const outcomesOf = (pages: readonly Page[], shams = new ShamPages()): (string | null)[] =>
  pages.map((page) => shams.tell(HOST, HOST, factsOf(...page), true));

const words = (seed: number, count = 60): string =>
  Array.from({ length: count }, (_, i) => `word${(seed * 7919 + i * i * 31) % 997}`).join(' ');
const menu = (names: number, place = 'div'): string =>
  `<${place}>${Array.from({ length: names }, (_, i) => `<a href="/section/${i}">Section ${i} of the menu</a>`).join(' ')}</${place}>`;
const FORM = '<form><input name="user"><input type="password" name="p"><button>Log in</button></form>';
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('a login page', () => {
  it('is recognised at once behind a redirect where it is plainly one', () => {
    expect(outcomesOf(times(3, (i): Page => [`/login?next=/p${i}`, FORM, `/p${i}`]))).toEqual(Array(3).fill('login'));
  });

  it('is recognised at the second redirect there where only its address says so', () => {
    expect(outcomesOf(times(3, (i): Page => ['/sso/start', 'Type your name', `/p${i}`]))).toEqual([
      null,
      'login',
      'login',
    ]);
  });

  it('is a page where nothing redirects to it', () => {
    expect(outcomesOf(times(3, (): Page => ['/login', FORM]))).toEqual([null, null, null]);
    expect(outcomesOf([['/login/', FORM, '/login']])).toEqual([null]);
  });

  it('is none where a page links to one, or redirects lead to pages', () => {
    const page = (i: number): Page => [`/p/${i}`, `${words(i)}<a href="/login">Log in</a>`, `/old/${i}`];
    expect(outcomesOf(times(5, page))).toEqual(Array(5).fill(null));
  });
});

describe('a soft 404', () => {
  it('is the second page in a row that says that there is none, whatever address it repeats', () => {
    const page = (i: number): Page => [
      `/x${i}`,
      `<h1>Page not found</h1><p>There is no x${i}.</p><a href="/?from=${i}">Home</a>`,
    ];
    expect(outcomesOf(times(3, page))).toEqual([null, 'soft-404', 'soft-404']);
  });

  it('is the third page in a row with the same text', () => {
    expect(outcomesOf(times(4, (i): Page => [`/x${i}`, words(1)]))).toEqual([null, null, 'soft-404', 'soft-404']);
  });

  it('is the third redirect in a row to one page', () => {
    expect(outcomesOf(times(4, (i): Page => ['/', words(1), `/x${i}`]))).toEqual([null, null, 'soft-404', 'soft-404']);
    const spread = times(6, (i): Page => [`/to/${i % 2}`, words(i), `/x${i}`]);
    expect(outcomesOf(spread)).toEqual(Array(6).fill(null));
  });

  it('is none while pages differ, whatever stands around their texts', () => {
    const around = `${menu(30, 'nav')}${words(0, 300)}`;
    expect(outcomesOf(times(8, (i): Page => [`/p${i}`, `${around}<p>${words(i + 1, 20)}</p>`]))).toEqual(
      Array(8).fill(null),
    );
  });

  it('is none of two pages with the same text between others', () => {
    const pages = times(9, (i): Page => [`/p${i}`, i % 3 === 2 ? words(i) : words(0)]);
    expect(outcomesOf(pages)).toEqual(Array(9).fill(null));
  });

  it('is none of articles about pages that are not found', () => {
    const page = (i: number): Page => [
      `/p${i}`,
      `<h1>Why pages are not found, part ${i}</h1>${words(i, 600)}${menu(5)}`,
    ];
    expect(outcomesOf(times(5, page))).toEqual(Array(5).fill(null));
  });

  it('is none with too little text to compare', () => {
    expect(outcomesOf(times(6, (i): Page => [`/p${i}`, '<img src="a.jpg">']))).toEqual(Array(6).fill(null));
  });
});

describe('the same list', () => {
  const product = (i: number): string =>
    `<li><a href="/product/${i}">Wooden chair ${i} with oak legs and a linen seat</a></li>`;
  const facets = (no: number): string => times(3, (i) => `<a href="/shop?f=${no}${i}">Filter ${i}</a>`).join(' ');
  const list = (from: number, count = 24): string => `<ul>${times(count, (i) => product(from + i)).join('')}</ul>`;

  it('is recognised at the third query in a row', () => {
    const page = (i: number): Page => [`/shop?f=${i}`, `<h1>Chairs</h1>${facets(i)}${list(0)}`];
    expect(outcomesOf(times(4, page))).toEqual([null, null, 'same-list', 'same-list']);
  });

  it('is recognised at the third query in a row with exactly the same text', () => {
    expect(outcomesOf(times(4, (i): Page => [`/p?sid=${i}`, words(1)]))).toEqual([
      null,
      null,
      'same-list',
      'same-list',
    ]);
  });

  it('is none of lists that differ', () => {
    const page = (i: number): Page => [`/shop?page=${i}`, `<h1>Chairs</h1>${facets(i)}${list(24 * i)}`];
    expect(outcomesOf(times(6, page))).toEqual(Array(6).fill(null));
  });

  it('is none of pages of one script with the same menu', () => {
    const page = (i: number): Page => [`/show?id=${i}`, `${menu(8)}${facets(i)}<p>${words(i + 1, 80)}</p>`];
    expect(outcomesOf(times(6, page))).toEqual(Array(6).fill(null));
  });

  it('is none of short entries below a long menu that says where it stands', () => {
    const page = (i: number): Page => [`/define?word=${i}`, `${menu(60, 'nav')}<p>${words(i + 1, 40)}</p>`];
    expect(outcomesOf(times(6, page))).toEqual(Array(6).fill(null));
  });

  it('is none of lists under other paths', () => {
    const page = (i: number): Page => [`/shop${i}?f=${i}`, `<h1>Chairs ${i}</h1>${facets(i)}${list(0)}`];
    expect(outcomesOf(times(6, page))).toEqual(Array(6).fill(null));
  });
});

describe('ShamPages', () => {
  it('compares pages of one host alone', () => {
    const shams = new ShamPages();
    const outcomes = times(6, (i) => shams.tell(i % 3, i % 3, factsOf(`/x${i}`, words(1)), true));
    expect(outcomes).toEqual(Array(6).fill(null));
    expect(times(3, (host) => shams.tell(host, host, factsOf(`/y${host}`, words(1)), true))).toEqual(
      Array(3).fill('soft-404'),
    );
  });

  it('does not compare what the session does not take', () => {
    const shams = new ShamPages();
    expect(times(5, (i) => shams.tell(HOST, HOST, factsOf(`/x${i}`, words(1)), false))).toEqual(Array(5).fill(null));
  });

  it('continues identically from the log, which has no texts but the outcomes', () => {
    const pages: Page[] = times(24, (i) =>
      i % 8 < 4
        ? [`/x${i}`, words(1)]
        : i % 8 < 6
          ? ['/sso/start', 'Your name', `/y${i}`]
          : [`/z${i}`, '<h1>Not found</h1>'],
    );
    const live = new ShamPages();
    const replayed = new ShamPages();
    for (const page of pages) {
      const facts = factsOf(...page);
      const outcome = live.tell(HOST, HOST, facts, true);
      const kept = facts.page && { ...facts.page, title: '', headings: [], text: '', mainText: '' };
      const logged: StepFacts =
        outcome === null
          ? { ...facts, sign: null, page: kept }
          : { ...facts, sign: null, outcome, page: null, links: [] };
      expect(replayed.tell(HOST, HOST, logged, true)).toBe(outcome);
      expect(replayed.save()).toEqual(live.save());
    }
  });

  it('is the same after saving and restoring', () => {
    const shams = new ShamPages();
    outcomesOf(
      times(2, (i): Page => [`/x${i}`, words(1)]),
      shams,
    );
    const restored = new ShamPages();
    restored.restore(shams.save());
    expect(restored.save()).toEqual(shams.save());
    expect(outcomesOf([['/x3', words(1)]], restored)).toEqual(['soft-404']);
    expect(() => restored.restore({ hosts: new Uint32Array(2), traces: new Uint32Array(3) })).toThrow(RangeError);
  });
});
