import { stillView } from '../../../../test/support/still-view.js';
import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { ToyPage, ToyWeb } from '../../../../test/support/toy-web.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import { decodeSnapshot, encodeSnapshot } from '../../base/snapshot.js';
import { findPolicy, type Explanation, type PolicyDeps } from '../index.js';
import { Availability, NO_SOURCE, type Candidate } from '../../frontier/frontier-view.js';
import { configSchema } from './config.js';
import { creditOf } from './credit.js';
import { DrySpells } from './dry-spells.js';
import { DomainWorth } from './domain-worth.js';
import { FEATURE_COUNT, FEATURES } from './features.js';
import { Findings } from './findings.js';
import { LinkFrontier, VALUERS } from './link-frontier.js';
import { LinkValue } from './link-value.js';
import { PhaseOfCrawl } from './phase.js';
import { HUB_PRIOR, RELEVANCE_PRIOR } from './prior-weights.js';
import { ProspectorPolicy, type Study } from './prospector-policy.js';
import { WordNames } from './word-names.js';

const prospector = findPolicy('prospector');
if (!prospector) throw new Error('no policy prospector');

const page = (url: string, relevant: boolean, links: readonly number[], anchor = 'next'): ToyPage => ({
  url,
  domain: url.includes('//a.') ? 0 : 1,
  relevant,
  dead: false,
  links: links.map((to) => ({ to, anchor })),
});

const linkTo = (urlNo: number, url: string): Candidate => ({
  ...{ urlNo, url, source: NO_SOURCE, position: 0, nofollow: false, tagPath: '', tagPathNo: 0, fromRelevant: false },
  ...{ anchor: '', before: '', after: '', heading: '', place: 'main', alike: 1 },
});

describe('a value of links', () => {
  const features = (values: Partial<Record<(typeof FEATURES)[number], number>>): Float32Array =>
    Float32Array.from(FEATURES, (name) => (name === 'bias' ? 1 : (values[name] ?? 0)));
  const NO_WORDS = new Uint16Array(0);

  it('prefers links with relevant words before anything is learnt', () => {
    const value = new LinkValue({ features: 0.05, words: 0.1 });
    expect(value.chance(features({ contextScore: 1, bestScore: 1 }), NO_WORDS)).toBeGreaterThan(
      value.chance(features({ contextScore: -1, bestScore: -1 }), NO_WORDS),
    );
  });

  it('follows what links lead to, by features and by words', () => {
    const value = new LinkValue({ features: 0.05, words: 0.1 });
    const [good, bad] = [Uint16Array.of(1), Uint16Array.of(2)];
    const same = features({ contextScore: -1 });
    for (let i = 0; i < 50; i++) {
      value.learn(same, good, 1 - value.chance(same, good));
      value.learn(same, bad, -value.chance(same, bad));
    }
    expect(value.chance(same, good)).toBeGreaterThan(2 * value.chance(same, bad));
  });

  it('names the features that count most', () => {
    const value = new LinkValue({ features: 0, words: 0 });
    const reasons = value.reasons(features({ groupRate: 1, urlDepth: 1, alike: 0.1 }), 2);
    expect(reasons.map(({ name }) => name)).toEqual(['groupRate', 'urlDepth']);
    expect(reasons[1].adds).toBeLessThan(0);
    expect(FEATURE_COUNT).toBe(FEATURES.length);
  });
});

describe('names of words', () => {
  it('stay few: once there were too many, only those of more weight than some that were kept are added', () => {
    const names = new WordNames();
    for (let number = 0; number <= 2_048; number++) names.note(number, `aword${number}`, (of) => of);
    expect([...names.entries()]).toHaveLength(1_024);
    const restored = new WordNames();
    restored.restore(SnapshotReader.of(decodeSnapshot(encodeSnapshot(names.save()))));
    for (const one of [names, restored])
      expect([one.wants(9_999, 1_025), one.wants(9_999, 1_026), one.wants(2_000, 2_000)]).toEqual([false, true, false]);
  });
});

describe('phases', () => {
  it('harvests once a tenth of the last pages is relevant, and searches again when they dry up', () => {
    const phase = new PhaseOfCrawl();
    expect([phase.phase, phase.coldness]).toEqual(['searching', 1]);
    for (let i = 0; i < 5; i++) phase.observe(true);
    expect([phase.phase, phase.coldness]).toEqual(['harvesting', 0.5]);
    expect(phase.reason).toBe('since page 5: 5 of 5 pages were relevant');
    for (let i = 0; i < 50; i++) phase.observe(false);
    expect([phase.phase, phase.coldness]).toEqual(['searching', 1]);
    expect(phase.reason).toMatch(/^since page 51: fewer than 5 of 50/);
  });
});

describe('the credit of a page', () => {
  const credit = (probability: number, threshold = 0.92): number => creditOf({ ok: true, probability }, threshold);

  it('rises with the probability, and is less than it', () => {
    const credits = [0, 0.2, 0.5, 0.8, 0.95, 1].map((probability) => credit(probability));
    expect([...credits].sort((a, b) => a - b)).toEqual(credits);
    expect(credit(0.5)).toBeLessThan(0.1);
    expect(credit(0.99)).toBeGreaterThan(0.6);
    expect(credit(1)).toBeLessThan(1);
  });

  it('is the same at the threshold of each judge, and less below it', () => {
    expect(credit(0.5, 0.5)).toBeCloseTo(credit(0.95, 0.95), 9);
    expect(credit(0.5, 0.95)).toBeLessThan(credit(0.5, 0.5) / 5);
  });

  it('is nothing for a page that did not come', () => {
    expect(creditOf({ ok: false, probability: 0 }, 0.5)).toBe(0);
  });
});

describe('dry spells', () => {
  it('halve what is left after so many irrelevant pages, until one is relevant', () => {
    const spells = new DrySpells(2);
    expect(spells.remains(7)).toBe(1);
    for (let i = 0; i < 4; i++) spells.observe(7, false, 0, 0);
    expect([spells.remains(7), spells.barren]).toEqual([0.25, 1]);
    spells.observe(7, true, 0.5, 0);
    expect([spells.remains(7), spells.barren]).toEqual([1, 0]);
  });

  it('are not made longer by pages that come near the topic', () => {
    const spells = new DrySpells(2);
    for (let i = 0; i < 4; i++) spells.observe(7, false, 0.1, 0);
    expect(spells.of(7)).toBe(0);
    spells.observe(7, false, 0, 0);
    spells.observe(7, false, 0.05, 0);
    expect(spells.of(7)).toBeCloseTo(1.5);
    spells.observe(7, false, 0.2, 0.4);
    expect(spells.of(7)).toBeCloseTo(2);
    spells.observe(7, false, 0.4, 0);
    expect(spells.of(7)).toBe(0);
  });

  it('say less the longer the whole session finds nothing, with a bound', () => {
    const spells = new DrySpells(2);
    const barrenPages = (count: number): void => {
      for (let i = 0; i < count; i++) spells.observe(8, false, 0, 0);
      spells.renewInTurn(9);
    };
    for (let i = 0; i < 4; i++) spells.observe(7, false, 0, 0);
    barrenPages(46);
    expect(spells.remains(7)).toBe(0.25);
    barrenPages(50);
    expect(spells.remains(7)).toBe(0.5);
    barrenPages(1_000);
    expect(spells.remains(7)).toBeCloseTo(2 ** -(4 / (2 * 4)));
    spells.observe(9, true, 1, 0);
    expect(spells.renewInTurn(9)).toEqual([7, 8]);
    expect(spells.remains(7)).toBe(0.25);
  });

  it('are renewed in turn, a few sites at a time, and so after a restart', () => {
    const [spells, restored] = [new DrySpells(2), new DrySpells(2)];
    for (let siteNo = 0; siteNo < 100; siteNo++) spells.observe(siteNo, false, 0, 0);
    const first = spells.renewInTurn(100);
    restored.restore(spells.save());
    expect(restored.save()).toEqual(spells.save());
    const second = restored.renewInTurn(100);
    expect(second).toEqual(spells.renewInTurn(100));
    expect([first.length, second.length, first.filter((siteNo) => second.includes(siteNo))]).toEqual([16, 16, []]);
  });

  it('never come with unlimited patience', () => {
    const spells = new DrySpells(Number.POSITIVE_INFINITY);
    for (let i = 0; i < 100; i++) spells.observe(7, false, 0, 0);
    expect([spells.remains(7), spells.barren]).toEqual([1, 0]);
  });
});

describe('a program that studies the policy', () => {
  it('sees the candidates of each choice as they are, and changes nothing', () => {
    const crawled = (study: Study): { order: readonly number[]; value: number } => {
      let value = 0;
      const studied = {
        ...prospector,
        create: (config: unknown, deps: PolicyDeps) => new ProspectorPolicy(configSchema.parse(config), deps, study),
      };
      const crawl = new ToyCrawl(toyWeb(), studied, { config: {} }).start();
      for (let i = 0; i < 4; i++) {
        const choice = crawl.choose();
        if (choice.kind === 'fetch') value = choice.explanation.value;
        crawl.complete(0);
      }
      return { order: crawl.order, value };
    };
    const seen: number[][] = [];
    const watched = crawled({
      watch: (frontier, best, view) => {
        const places = Array.from({ length: frontier.capacity }, (_, place) => frontier.lookAt(place, view));
        const held = places.filter((link) => link !== null);
        expect(held.every(({ features }) => features.length === FEATURE_COUNT && features[0] === 1)).toBe(true);
        expect(best.length).toBeGreaterThan(0);
        seen.push(held.map(({ urlNo }) => urlNo));
      },
    });
    expect(seen).toHaveLength(3);
    expect(watched).toEqual(crawled({}));
    // Without weights each chance is a half.
    expect(crawled({ weights: { relevance: {}, hub: {} } }).value).toBeGreaterThan(watched.value);
  });
});

/** One page that links to three. */
const toyWeb = (): ToyWeb => ({
  pages: [
    page('https://a.example/', false, [1, 2, 3]),
    ...[1, 2, 3].map((i) => page(`https://a.example/x/${i}`, false, [])),
  ],
  seeds: [0],
  relevant: 0,
});

describe('a crawl', () => {
  /** A large site of irrelevant pages, whose first page links to the site with the relevant ones. */
  function webWith(entrance: string): ToyWeb {
    const first = page('https://a.example/', false, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'promising');
    const pages: ToyPage[] = [{ ...first, links: [...first.links, { to: 11, anchor: 'next' }] }];
    for (let i = 1; i <= 10; i++) pages.push(page(`https://a.example/x/y/z/${i}`, false, [i + 11]));
    pages.push(page(entrance, true, [22, 23, 24]));
    for (let i = 12; i <= 21; i++) pages.push(page(`https://a.example/x/y/z/w/${i}`, false, []));
    for (let i = 22; i <= 24; i++) pages.push(page(`https://b.example/${i}`, true, []));
    return { pages, seeds: [0], relevant: 4 };
  }

  const crawled = (entrance: string, config: Readonly<Record<string, number>>, steps = 5, promise = 0.1) => {
    const scoreText = (text: string): number => (text.includes('promising') ? promise : 0.1);
    const crawl = new ToyCrawl(webWith(entrance), prospector, { config, perDomain: 1, scoreText }).start();
    const choices: Explanation[] = [];
    for (let i = 0; i < steps; i++) {
      const choice = crawl.choose();
      if (choice.kind === 'fetch') choices.push(choice.explanation);
      crawl.complete(0);
    }
    return { order: crawl.order, choices, stats: crawl.policy.stats() };
  };

  it('discounts a host that brings nothing, and goes on with it when nothing else is left', () => {
    /** The values of its links that `learnt` chose. */
    const valuesOf = (patience: number): readonly number[] => {
      const { order, choices } = crawled(
        'https://b.example/x/',
        { shallowFirst: 0, learningRate: 0, patience },
        12,
        0.9,
      );
      return choices.filter(({ terms }, i) => terms?.valuer === 'learnt' && order[i] < 11).map(({ value }) => value);
    };
    const [unlimited, impatient] = [valuesOf(0), valuesOf(1)];
    expect(impatient[0]).toBeLessThan(unlimited[0]);
    const alone = crawled('https://a.example/x/y/z/11', { patience: 1, shallowFirst: 0 }, 9);
    expect(alone.order).toHaveLength(9);
    expect(alone.stats['barrenHosts']).toBe(1);
  });

  it('follows short URLs first while it finds nothing, stays where it finds something, and says so', () => {
    const { order, choices } = crawled('https://b.example/', { patience: 0 });
    // One choice of five is by the text of the link.
    expect(order.filter((urlNo) => urlNo === 0 || urlNo >= 11)).toHaveLength(4);
    expect(order).toContain(11);
    expect(choices[1].terms).toMatchObject({ phase: 'searching', phaseReason: 'nothing relevant was found so far' });
    expect(choices[2].terms).toMatchObject({ phaseReason: 'few relevant pages were found so far' });
  });
});

describe('a candidate whose twin is fetched after it was found', () => {
  const urls = ['https://a.example/~ann/', 'http://a.example/~ann/index.html', 'http://a.example/~bob/'];
  const view = stillView({ hostOf: () => 0, domainOf: () => 0, availability: () => Availability.Ready });

  it('loses value, and its place in the order of texts, if twins bring no pages here', () => {
    const findings = new Findings();
    const value = new LinkValue({ features: 0, words: 0 }, { relevance: RELEVANCE_PRIOR, hub: HUB_PRIOR });
    const scoreText = (text: string): number => (text.includes('ann') ? 0.9 : 0.8);
    const worth = new DomainWorth({ domainWeight: 0 });
    const frontier = new LinkFrontier(configSchema.parse({}), scoreText, findings, value, worth);
    for (const [urlNo, url] of urls.slice(1).entries()) frontier.add(linkTo(urlNo + 1, url), null, view);
    const valueOf = (urlNo: number): number => {
      frontier.renewInTurn(view);
      const links = Array.from({ length: frontier.capacity }, (_, place) => frontier.lookAt(place, view));
      return links.find((link) => link?.urlNo === urlNo)!.value;
    };
    const before = valueOf(1);
    for (let i = 0; i < 4; i++) findings.answers.add(9, 0, null, true, { ok: false, url: `https://a.example/~eve/` });
    expect(valueOf(1)).toBeCloseTo(before);
    findings.answers.add(8, 0, null, false, { ok: true, url: urls[0] });
    expect(valueOf(1)).toBeLessThan(before / 2);
    const byText = VALUERS.findIndex(({ name }) => name === 'text');
    const found = frontier.find(byText, view, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    expect(frontier.takeBest(byText, found, view).urlNo).toBe(2);
  });
});
