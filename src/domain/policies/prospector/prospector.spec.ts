import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import type { ToyPage, ToyWeb } from '../../../../test/support/toy-web.js';
import { findPolicy, type PolicyDeps } from '../index.js';
import { configSchema } from './config.js';
import { FEATURE_COUNT, FEATURES } from './features.js';
import { LinkValue } from './link-value.js';
import { PhaseOfCrawl } from './phase.js';
import { BarrenHosts } from './barren-hosts.js';
import { ProspectorPolicy, type Study } from './prospector-policy.js';

const prospector = findPolicy('prospector');
if (!prospector) throw new Error('no policy prospector');

const page = (url: string, relevant: boolean, links: readonly number[], anchor = 'next'): ToyPage => ({
  url,
  domain: url.includes('//a.') ? 0 : 1,
  relevant,
  dead: false,
  links: links.map((to) => ({ to, anchor })),
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

describe('phases', () => {
  it('harvests once a tenth of the last pages is relevant, and searches again when they dry up', () => {
    const phase = new PhaseOfCrawl();
    expect([phase.phase, phase.coldness]).toEqual(['searching', 1]);
    for (let i = 0; i < 5; i++) phase.observe(true);
    expect([phase.phase, phase.coldness]).toEqual(['harvesting', 0.5]);
    expect(phase.reason).toBe('since page 5: 5 of 50 pages were relevant');
    for (let i = 0; i < 50; i++) phase.observe(false);
    expect([phase.phase, phase.coldness]).toEqual(['searching', 1]);
    expect(phase.reason).toMatch(/^since page 51: fewer than 5 of 50/);
  });
});

describe('barren hosts', () => {
  it('are those with irrelevant pages in a row, until patience is doubled', () => {
    const hosts = new BarrenHosts(2);
    hosts.observe(7, false);
    hosts.observe(7, true);
    hosts.observe(7, false);
    expect(hosts.isBarren(7)).toBe(false);
    hosts.observe(7, false);
    expect(hosts.isBarren(7)).toBe(true);
    hosts.forgive(7);
    expect([hosts.isBarren(7), hosts.limit]).toEqual([false, 4]);
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
    // Without any weight each chance is a half.
    expect(crawled({ weights: { relevance: {}, hub: {} } }).value).toBeGreaterThan(watched.value);
  });
});

/** One page and three behind it. */
const toyWeb = (): ToyWeb => ({
  pages: [
    page('https://a.example/', false, [1, 2, 3]),
    ...[1, 2, 3].map((i) => page(`https://a.example/x/${i}`, false, [])),
  ],
  seeds: [0],
  relevant: 0,
});

describe('a crawl', () => {
  /** A large site of irrelevant pages, and a link of its first page to the site where the relevant ones are. */
  function webWith(entrance: string): ToyWeb {
    const pages: ToyPage[] = [page('https://a.example/', false, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])];
    for (let i = 1; i <= 10; i++) pages.push(page(`https://a.example/x/y/z/${i}`, false, [i + 11]));
    pages.push(page(entrance, true, [22, 23, 24]));
    for (let i = 12; i <= 21; i++) pages.push(page(`https://a.example/x/y/z/w/${i}`, false, []));
    for (let i = 22; i <= 24; i++) pages.push(page(`https://b.example/${i}`, true, []));
    return { pages, seeds: [0], relevant: 4 };
  }

  const crawled = (entrance: string, config: Readonly<Record<string, number>>) => {
    const crawl = new ToyCrawl(webWith(entrance), prospector, { config, perDomain: 1 }).start();
    const terms: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const choice = crawl.choose();
      if (choice.kind === 'fetch') terms.push(choice.explanation.terms);
      crawl.complete(0);
    }
    return { order: crawl.order, terms, stats: crawl.policy.stats() };
  };

  it('sets a host aside that brings nothing, until nothing else is left', () => {
    expect(crawled('https://a.example/x/y/z/11', { patience: 0 }).stats).toMatchObject({ hostsSetAside: 0 });
    const { order, stats } = crawled('https://a.example/x/y/z/11', { patience: 1 });
    expect(stats['patience']).toBeGreaterThan(1);
    expect(order).toHaveLength(5);
    expect(crawled('https://b.example/', { patience: 1 }).stats).toMatchObject({ patience: 1, hostsSetAside: 1 });
  });

  it('follows short URLs first while it finds nothing, stays where it finds something, and says so', () => {
    const { order, terms } = crawled('https://b.example/', { patience: 0 });
    expect([...order].sort((a, b) => a - b)).toEqual([0, 11, 22, 23, 24]);
    expect(terms[1]).toMatchObject({ phase: 'searching', phaseReason: 'nothing relevant was found so far' });
    expect(terms[2]).toMatchObject({ phaseReason: 'few relevant pages were found so far' });
  });
});
