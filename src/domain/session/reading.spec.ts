import { createRng } from '../base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../base/snapshot.js';
import type { FetchedPage, FetchFacts } from '../fetching/index.js';
import { findPolicy } from '../policies/index.js';
import {
  applyInPieces,
  applyStep,
  chooseStep,
  CrawlState,
  digestStep,
  seedCrawl,
  sessionConfigSchema,
  type EarlierVisit,
  type StepAnswer,
  type Judge,
  type SessionConfig,
  type SessionConfigInput,
  type StepFacts,
  type StepPlan,
  type StepRecord,
} from './index.js';

const NOW = Date.UTC(2026, 10, 21);
const SEED = 'http://site.example/';
const judge: Judge = {
  judge: ({ title, text }) =>
    `${title} ${text}`.includes('cheese')
      ? { probability: 0.9, relevant: true }
      : { probability: 0.1, relevant: false },
};
const configOf = (input: Omit<SessionConfigInput, 'budget'> = {}): SessionConfig =>
  sessionConfigSchema.parse({ budget: { fetches: 100 }, hostDelayMs: 0, ...input });
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
const fetchOf = (url: string): FetchFacts & { httpStatus: number } => ({
  finalUrl: url,
  redirects: [],
  httpStatus: 200,
  fetchedAt: NOW,
  durationMs: 1,
  bytes: 0,
});
const outcomeOf = (url: string, html: string, more: Partial<FetchedPage> = {}): StepAnswer => ({
  ...fetchOf(url),
  kind: 'page',
  bytes: html.length,
  html,
  truncated: false,
  rendered: false,
  contentType: 'text/html',
  charset: 'utf-8',
  ...more,
});
const failureOf = (url: string, httpStatus: number): StepAnswer => ({
  ...fetchOf(url),
  kind: 'http-error',
  httpStatus,
  message: `HTTP status ${httpStatus}`,
  retryable: false,
});
const notModifiedOf = (url: string): StepAnswer => ({ ...fetchOf(url), kind: 'not-modified', httpStatus: 304 });
const digest = (
  html: string,
  config: SessionConfig,
  more: Partial<FetchedPage> = {},
  earlier: EarlierVisit | null = null,
): StepFacts => digestStep(PLAN, { ...outcomeOf(SEED, html, more), earlier }, config, judge);

/** So many words that no two seeds share a shingle. */
const words = (seed: number, count = 120): string =>
  Array.from({ length: count }, (_, i) => `w${seed}x${(i * 7919) % 10_007}`).join(' ');
const pageOf = (text: string, links = '', head = ''): string =>
  `<html><head><title>cheese</title>${head}</head><body><p>${text}</p>${links}</body></html>`;
const earlierOf = ({ contentHash, page, links }: StepFacts): EarlierVisit => {
  if (page === null) throw new Error('no page');
  return { contentHash, etag: '"1"', lastModified: null, page, links };
};

describe('digestStep: pages that scripts fill in', () => {
  const shell = '<title>Shop</title><div id="root"></div><script src="/app.js"></script>';

  it.each<[SessionConfig['render'], string | null]>([
    ['never', 'never: empty body'],
    ['auto', null],
  ])('with render: %s says %s', (render, reason) => {
    const config = configOf({ render });
    expect(digest(shell, config).renderReason).toBe(reason);
    expect(digest(shell, config, { renderReason: 'auto: failed' }).renderReason).toBe('auto: failed');
    expect(digest(pageOf(words(1)), config).renderReason).toBeNull();
  });
});

describe('digestStep: robots directives', () => {
  const html = (meta: string): string =>
    pageOf(`before ${words(1)}`, '<h2>Head</h2><p>near <a href="/a">anchor</a> after</p>', meta);

  it.each<[string, string, Partial<FetchedPage>]>([
    ['a meta', '<meta name=robots content=noindex>', {}],
    ['a header', '', { robotsTag: 'noindex' }],
    ['a header for this agent', '', { robotsTag: 'otherbot: nofollow, gleanerbot: noindex' }],
    ['one of several headers', '', { robotsTag: 'otherbot: nofollow\nnoindex' }],
    ['a date that has passed', '', { robotsTag: 'unavailable_after: 2026-01-01' }],
  ])('keeps nothing of a page but its links when %s says noindex', (_, meta, more) => {
    const facts = digest(html(meta), configOf(), { screenshot: new Uint8Array(3), ...more });
    expect(facts).toMatchObject({ outcome: 'page', noindex: true, relevant: false, probability: 0, screenshot: null });
    expect(facts.page).toMatchObject({ title: '', description: '', headings: [], text: '', mainText: '' });
    expect(facts.links).toEqual([
      expect.objectContaining({
        url: 'http://site.example/a',
        anchor: 'anchor',
        before: '',
        after: '',
        heading: '',
        nofollow: false,
      }),
    ]);
  });

  it('obeys noindex only if the setting says so', () => {
    const facts = digest(html('<meta name=robots content=noindex>'), configOf({ obeyNoindex: false }), {
      robotsTag: 'none',
    });
    expect(facts).toMatchObject({ noindex: false, relevant: true, probability: 0.9 });
    expect(facts.page?.title).toBe('cheese');
  });

  it.each<[string, string, Partial<FetchedPage>, boolean]>([
    ['a meta', '<meta name=robots content=nofollow>', {}, true],
    ['a header', '', { robotsTag: 'nofollow' }, true],
    ['a header for another agent', '', { robotsTag: 'googlebot: nofollow' }, false],
    ['nobody', '', {}, false],
  ])('marks all links when %s says nofollow', (_, meta, more, nofollow) => {
    const facts = digest(html(meta), configOf(), more);
    expect(facts.links.map((link) => link.nofollow)).toEqual([nofollow]);
    expect(facts.noindex).toBe(false);
  });
});

describe('digestStep: language', () => {
  const GERMAN =
    'Der Käse ist ein festes Milcherzeugnis, das aus der Milch gewonnen wird, und cheese heißt er auf Englisch, wie jeder weiß.';
  it.each<[string[] | undefined, boolean]>([
    [undefined, true],
    [['de'], true],
    [['fr', 'de'], true],
    [['en'], false],
  ])('%j takes a German page: %s', (languages, relevant) => {
    expect(digest(pageOf(GERMAN), configOf({ languages }))).toMatchObject({
      language: 'de',
      relevant,
      probability: 0.9,
    });
  });

  it.each([
    ['only declares another one', '<html lang="it">cheese 1 2 3', 'it'],
    [
      'declares one that its text does not tell',
      `<html lang="id">cheese ${'komite memutuskan bahwa jembatan baru '.repeat(9)}`,
      'id',
    ],
  ])('takes a page that %s', (_, html, language) => {
    expect(digest(html, configOf({ languages: ['fr'] }))).toMatchObject({ language, relevant: true });
  });

  it('refuses a page whose text is in another language than it declares', () => {
    const html = `<html lang="fr">${'乳酪放在凉爽的地方，表面用蜡纸包好。'.repeat(5)} cheese`;
    expect(digest(html, configOf({ languages: ['fr'] }))).toMatchObject({ language: 'zh', relevant: false });
  });

  it('takes pages that tell no language', () => {
    expect(digest(pageOf('cheese 1 2 3'), configOf({ languages: ['fr'] }))).toMatchObject({
      language: '',
      relevant: true,
    });
  });
});

describe('digestStep: changes', () => {
  const config = configOf({ trackChanges: true, duplicates: { exact: false, nearDistance: 0 } });

  it.each<[string, string, string, string]>([
    ['the same text', words(1), words(1), 'unchanged'],
    ['another text', words(1), words(2), 'changed'],
    ['a word more', words(1), `${words(1)} more`, 'changed'],
    ['the same few words', 'Moved.', 'Moved.', 'unchanged'],
    ['other few words', 'Moved.', 'Gone.', 'changed'],
    ['few words become many', 'Moved.', words(1), 'changed'],
  ])('%s', (_, before, after, change) => {
    expect(digest(pageOf(after), config, {}, earlierOf(digest(pageOf(before), config))).change).toBe(change);
  });

  it('tells new, gone and untracked', () => {
    const earlier = earlierOf(digest(pageOf(words(1)), config));
    expect(digest(pageOf(words(1)), config).change).toBe('new');
    const missing = (status: number, visit: EarlierVisit | null = earlier): StepFacts =>
      digestStep(PLAN, { ...failureOf(SEED, status), earlier: visit }, config, judge);
    expect(missing(404).change).toBe('gone');
    expect(missing(410).change).toBe('gone');
    expect(missing(500).change).toBeNull();
    expect(missing(404, null).change).toBeNull();
    expect(digest(pageOf(words(1)), configOf()).change).toBeNull();
  });

  it('goes on with the earlier copy when the server says it has not changed', () => {
    const first = digest(pageOf(words(1), '<a href=/a>a</a>'), configOf({ trackChanges: true }));
    const tracking = configOf({ trackChanges: true });
    const again = digestStep(PLAN, { ...notModifiedOf(SEED), earlier: earlierOf(first) }, tracking, judge);
    expect(again).toMatchObject({
      outcome: 'page',
      change: 'unchanged',
      contentHash: first.contentHash,
      simhash: first.simhash,
      relevant: true,
      probability: 0.9,
      etag: '"1"',
      links: first.links,
    });
    const hidden = digest(pageOf(words(1), '', '<meta name=robots content=noindex>'), configOf({ trackChanges: true }));
    expect(digestStep(PLAN, { ...notModifiedOf(SEED), earlier: earlierOf(hidden) }, tracking, judge)).toMatchObject({
      noindex: true,
      relevant: false,
      probability: 0,
    });
  });

  it('takes it for a failure when the server says so of a page that nobody has a copy of', () => {
    const facts = digestStep(PLAN, notModifiedOf(SEED), configOf({ trackChanges: true }), judge);
    expect(facts).toMatchObject({ outcome: 'http-error', message: 'HTTP status 304', httpStatus: 304, page: null });
  });
});

describe('digestStep: hashes', () => {
  it('computes what somebody compares by', () => {
    const hashes = (input: Omit<SessionConfigInput, 'budget'>, text: string): boolean[] => {
      const { contentHash, simhash } = digest(pageOf(text), configOf(input));
      return [contentHash !== null, simhash !== null];
    };
    expect(hashes({}, words(1))).toEqual([true, true]);
    const none = { hostBarrenLimit: 0, duplicates: { exact: false, nearDistance: 0 } };
    expect(hashes({ ...none, duplicates: { exact: false } }, words(1))).toEqual([false, true]);
    expect(hashes({ ...none, trackChanges: true }, words(1))).toEqual([true, false]);
    expect(hashes(none, words(1))).toEqual([false, false]);
    // Both serve to recognise barren hosts.
    expect(hashes({ ...none, hostBarrenLimit: 4 }, words(1))).toEqual([true, true]);
    // Enough text for equality, too little for similarity.
    expect(hashes({}, words(1, 30))).toEqual([true, false]);
    expect(hashes({}, 'Please log in.')).toEqual([false, false]);
  });

  it('gives the same hash to the same title and text, whatever the markup', () => {
    const pages = [
      pageOf(words(1)),
      `<title>cheese</title><div>${words(1)}</div>`,
      pageOf(words(1)).replace('cheese', 'other'),
    ];
    const [one, two, three] = pages.map((html) => digest(html, configOf()));
    expect(one.contentHash).toMatch(/^[0-9a-f]{16}$/);
    expect(two.contentHash).toBe(one.contentHash);
    expect(three.contentHash).not.toBe(one.contentHash);
  });
});

/** A breadth-first crawl before its first step. */
function freshState(config: SessionConfig): CrawlState {
  const definition = findPolicy('breadth-first');
  if (!definition) throw new Error('no policy');
  const rng = createRng(1);
  const keywords = { inUrl: () => false, keywordIn: () => false, phraseIn: () => false };
  const policy = definition.create(definition.configSchema.parse({}), {
    rng,
    scoreText: () => 0,
    keywords,
    budget: 100,
    domainCap: Infinity,
  });
  return new CrawlState(config, policy, rng);
}

/** Crawls a web of a few pages breadth-first to its end. */
function crawl(
  pages: Readonly<Record<string, string>>,
  input: Omit<SessionConfigInput, 'budget'> = {},
  robotsTags: Readonly<Record<string, string>> = {},
): {
  records: Map<string, StepRecord>;
  refused: Map<string, string>;
  state: CrawlState;
} {
  const config = configOf(input);
  let state = freshState(config);
  const urls: string[] = [];
  const refused = new Map<string, string>();
  const records = new Map<string, StepRecord>();
  const note = (added: readonly { urlNo: number; url: string; outOfScope: string | null }[]): void => {
    for (const { urlNo, url, outOfScope } of added) {
      urls[urlNo] = url;
      if (outOfScope !== null) refused.set(url, outOfScope);
    }
  };
  note(seedCrawl(state, [SEED]).newUrls);
  for (let plan = chooseStep(state); plan; plan = chooseStep(state)) {
    // A crawl that is saved and restored at any moment continues as if nothing had happened.
    const next = freshState(config);
    next.restore(decodeSnapshot(encodeSnapshot(state.save())));
    state = next;
    const url = urls[plan.urlNo];
    const path = url.slice(SEED.length - 1);
    const outcome =
      pages[path] === undefined
        ? failureOf(url, 404)
        : outcomeOf(url, pages[path], { robotsTag: robotsTags[path] ?? '' });
    const record = applyStep(state, plan, digestStep(plan, outcome, config, judge));
    note(record.newUrls);
    records.set(path, record);
  }
  return { records, refused, state };
}
const links = (...paths: string[]): string => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const similar = (change: string): string => `${words(3, 400)} ${change} ${words(4, 400)}`;

describe('applyStep: duplicates', () => {
  const WEB = {
    '/': pageOf(words(0), links('/one', '/copy', '/alike', '/short1', '/short2')),
    '/one': pageOf(similar('red'), '<p><a href="/from-one">on</a></p>'),
    '/copy': pageOf(similar('red'), '<p><a href="/from-copy">on</a></p>'),
    '/alike': pageOf(similar('blue'), '<p><a href="/from-alike">on</a></p>'),
    '/short1': pageOf('cheese', links('/from-short')),
    '/short2': pageOf('cheese', links('/from-short')),
    '/from-alike': pageOf(words(9)),
  };

  it('stores a duplicate with its original, without reward', () => {
    const { records, state } = crawl(WEB);
    const step = (path: string): number | undefined => records.get(path)?.plan.step;
    for (const path of ['/copy', '/alike']) {
      expect(records.get(path)).toMatchObject({
        outcome: 'page',
        duplicateOf: step('/one'),
        relevant: false,
        reward: 0,
        facts: { relevant: true, probability: 0.9 },
      });
    }
    for (const path of ['/', '/one', '/short1', '/short2'])
      expect(records.get(path)).toMatchObject({ duplicateOf: null, relevant: true, reward: 1 });
    expect(state.relevant).toBe([...records.values()].filter((record) => record.relevant).length);
  });

  it('follows the links of a near-duplicate, and stores those of an exact one', () => {
    const { records } = crawl(WEB);
    expect(records.get('/copy')?.links.map(({ link }) => link.url)).toEqual(['http://site.example/from-copy']);
    expect([...records.keys()]).toEqual(expect.arrayContaining(['/from-one', '/from-alike', '/from-short']));
    expect(records.has('/from-copy')).toBe(false);
  });

  it('rewards duplicates if the setting says so', () => {
    const { records } = crawl(WEB, { duplicates: { reward: true } });
    expect(records.get('/copy')).toMatchObject({
      duplicateOf: records.get('/one')?.plan.step,
      relevant: true,
      reward: 1,
    });
  });

  it('finds none where it looks for none', () => {
    const { records } = crawl(WEB, { duplicates: { exact: false, nearDistance: 0 } });
    expect([...records.values()].map((record) => record.duplicateOf)).toEqual([...records.values()].map(() => null));
    expect(records.has('/from-copy')).toBe(true);
  });

  it('does not take a page that is not to be indexed for an original', () => {
    const { records } = crawl({ ...WEB, '/one': pageOf(similar('red'), '', '<meta name=robots content=noindex>') });
    expect(records.get('/one')).toMatchObject({ duplicateOf: null, relevant: false });
    expect(records.get('/copy')).toMatchObject({ duplicateOf: null, relevant: true });
    expect(records.get('/alike')).toMatchObject({ duplicateOf: records.get('/copy')?.plan.step });
  });
});

describe('applyStep: traps and nofollow', () => {
  it('leaves out links that are traps, with the reason, and takes seeds whatever they look like', () => {
    const { records, refused } = crawl(
      { '/': pageOf(words(0), links('/x/x/x/', '/ok', ...Array.from({ length: 20 }, (_, i) => `/item/${i}`))) },
      { traps: { maxPerPattern: 10 } },
    );
    expect(refused.get('http://site.example/x/x/x/')).toBe('trap: repeated-segments');
    expect([...refused.values()].filter((rule) => rule === 'trap: pattern-cap')).toHaveLength(10);
    expect(records.size).toBe(1 + 1 + 10);
    const state = crawl({}).state;
    expect(seedCrawl(state, ['http://site.example/x/x/x/x/']).refused).toEqual([]);
    expect(state.learnUrl('http://site.example/y/y/y/', true).inScope).toBe(false);
    // The target of a redirect exists.
    expect(state.learnUrl('http://site.example/z/z/z/').inScope).toBe(true);
  });

  it('lets everything through if the setting says so', () => {
    expect(crawl({ '/': pageOf(words(0), links('/x/x/x/')) }, { traps: { detect: false } }).refused.size).toBe(0);
  });

  it('obeys nofollow in a header only if the setting says so', () => {
    const web = { '/': pageOf(words(0), links('/a')), '/a': pageOf(words(1)) };
    expect(crawl(web, {}, { '/': 'nofollow' }).records.has('/a')).toBe(false);
    expect(crawl(web, { followNofollow: true }, { '/': 'nofollow' }).records.has('/a')).toBe(true);
    expect(crawl(web, {}, { '/': 'noindex' }).records.has('/a')).toBe(true);
  });
});

describe('applyInPieces', () => {
  const config = configOf({ sitemaps: true });
  const ready = (): CrawlState => {
    const state = freshState(config);
    seedCrawl(state, [SEED]);
    const plan = chooseStep(state);
    if (plan === null) throw new Error('no step');
    applyStep(state, plan, digestStep(plan, outcomeOf(SEED, pageOf(words(0))), config, judge));
    return state;
  };
  const sitemap: StepPlan = { ...PLAN, step: 1, source: 0, as: 'sitemap' };
  const listed = Array.from({ length: 10_000 }, (_, i) => ({ url: `http://site.example/page/${i}`, title: '' }));
  const facts = digestStep(
    sitemap,
    { ...fetchOf(`${SEED}sitemap.xml`), kind: 'sitemap', links: listed, sitemaps: [], truncated: false },
    config,
    judge,
  );

  it('takes many links in pieces, and ends with what applying them at once gives', () => {
    const state = ready();
    const pieces = applyInPieces(state, sitemap, facts);
    const sizes = [state.urls.size];
    let piece = pieces.next();
    for (; piece.done !== true; piece = pieces.next()) sizes.push(state.urls.size);
    expect(sizes.length).toBeGreaterThan(20);
    expect(Math.max(...sizes.map((size, i) => (i === 0 ? 0 : size - sizes[i - 1])))).toBeLessThan(1_000);

    const atOnce = ready();
    expect(applyStep(atOnce, sitemap, facts)).toEqual(piece.value);
    expect(piece.value.links).toHaveLength(10_000);
    expect(state.counters()).toEqual(atOnce.counters());
  });
});

describe('sitemaps of a host that is busy', () => {
  const config = configOf({ sitemaps: true });
  const names = ['a', 'b', 'c'].map((name) => `${SEED}${name}.xml`);
  const facts = (url: string) => ({ ...fetchOf(url), httpStatus: null });
  const later = (url: string): StepAnswer => ({
    ...facts(url),
    kind: 'deferred',
    message: 'later',
    retryable: true,
  });
  const readOf = (url: string): StepAnswer => ({
    ...fetchOf(url),
    kind: 'sitemap',
    links: [],
    sitemaps: [],
    truncated: false,
  });

  /** The attempts at each, the number of deferrals before each is read as given. */
  const attemptsAt = (deferrals: readonly number[]): number[] => {
    let state = freshState(config);
    const urlOf = new Map<number, string>();
    seedCrawl(state, [SEED]).newUrls.forEach(({ urlNo, url }) => urlOf.set(urlNo, url));
    const attempts = names.map(() => 0);
    for (let plan = chooseStep(state); plan !== null; plan = chooseStep(state)) {
      const url = urlOf.get(plan.urlNo) ?? '';
      const at = names.indexOf(url);
      const answer =
        at === -1
          ? outcomeOf(url, pageOf(words(0)), { sitemaps: names })
          : attempts[at]++ < deferrals[at]
            ? later(url)
            : readOf(url);
      const { newUrls } = applyStep(state, plan, digestStep(plan, answer, config, judge));
      newUrls.forEach((added) => urlOf.set(added.urlNo, added.url));
      const restored = freshState(config);
      restored.restore(decodeSnapshot(encodeSnapshot(state.save())));
      state = restored;
    }
    return attempts;
  };

  it('are all read, however often they are put off', () => {
    expect(attemptsAt([15, 15, 15])).toEqual([16, 16, 16]);
  });

  it('are not waited for without end', () => {
    expect(attemptsAt([0, Infinity, 3])).toEqual([1, 51, 4]);
  });
});
