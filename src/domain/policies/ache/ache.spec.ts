import { createRng } from '../../base/rng.js';
import { Availability } from '../../frontier/frontier-view.js';
import { stillView } from '../../../../test/support/still-view.js';
import { ToyCrawl } from '../../../../test/support/toy-crawl.js';
import { communityWeb } from '../../../../test/support/toy-web.js';
import { DomainQueues, NEVER } from './domain-queues.js';
import { ache } from './index.js';
import { LinkClassifier } from './link-classifier.js';
import { LinkTable } from './link-table.js';
import { NO_WORDS, WordNumbers, type LinkWords } from './link-words.js';
import { Reservoir } from './reservoir.js';

const words = new WordNumbers();
const linkOf = (anchor: string, before = '', after = ''): LinkWords =>
  words.wordsOf({ anchor, before, after, url: 'http://site.example/' });
const crawlOf = (config: Readonly<Record<string, unknown>>, budget = 150): ToyCrawl => {
  const web = communityWeb({ domains: 30, pagesPerDomain: 20, deadShare: 0, seed: 4 });
  return new ToyCrawl(web, { ...ache, create: ache.create }, { config, budget, seed: 6 }).start();
};

describe('WordNumbers', () => {
  it('keeps the ten words on each side, the anchor and the URL, stemmed, each once, without short ones', () => {
    const { counts } = linkOf(
      'Fresh fresh breads of it',
      'a b '.repeat(9),
      'one two three four five six seven eight nine ten eleven',
    );
    // After the link: one, two, three, four, five, six, seven, eight, nine, ten.
    expect(counts).toEqual([10, 2, 1]);
    expect(linkOf('bread').words[0]).toBe(linkOf('breads').words[0]);
  });

  it('leaves stop words out, and reads ten words beside them', () => {
    const { counts } = linkOf('Some of the breads', 'all about '.repeat(10), `${'these are '.repeat(20)} olive wine`);
    expect(counts).toEqual([2, 1, 1]);
  });
});

describe('Reservoir', () => {
  it('holds a uniform sample of all links', () => {
    const kept = [0, 0, 0, 0];
    const links = ['bread', 'cheese', 'olive', 'wine'].map((anchor) => linkOf(anchor));
    for (let seed = 0; seed < 2_000; seed++) {
      const reservoir = new Reservoir(2, createRng(seed));
      for (const link of links) reservoir.add(link);
      expect(reservoir.size).toBe(2);
      for (const at of [0, 1]) kept[links.findIndex((link) => link.words[0] === reservoir.get(at).words[0])]++;
    }
    for (const count of kept) expect(Math.abs(count - 1_000)).toBeLessThan(100);
  });
});

describe('LinkClassifier', () => {
  it('learns which words lead to relevant pages, from equally many of both', () => {
    const [positives, negatives] = [1, 2].map((seed) => new Reservoir(5_000, createRng(seed)));
    const classifier = new LinkClassifier();
    expect(classifier.train(positives, negatives, createRng(3))).toBe(false);
    for (let i = 0; i < 40; i++) positives.add(linkOf('cheese recipe', 'kitchen'));
    for (let i = 0; i < 400; i++) negatives.add(linkOf('engine market', 'garage'));
    expect(classifier.train(positives, negatives, createRng(3))).toBe(true);
    expect(classifier.version).toBe(1);
    expect(classifier.probability(linkOf('recipes'))).toBeGreaterThan(0.5);
    expect(classifier.probability(linkOf('market'))).toBeLessThan(0.5);
    // The same word in another place is another feature, which was never seen.
    expect(classifier.probability(linkOf('', 'market'))).toBeCloseTo(classifier.probability(linkOf('')));
  });
});

describe('features of the LinkClassifier', () => {
  /** @param pairs by anchor: number of links to relevant pages, and of as many others */
  const featuresOf = (pairs: Readonly<Record<string, number>>): number => {
    const sides = [1, 2].map((seed) => new Reservoir(5_000, createRng(seed)));
    const classifier = new LinkClassifier();
    for (const side of sides) {
      for (const [anchor, links] of Object.entries(pairs)) for (let i = 0; i < links; i++) side.add(linkOf(anchor));
      for (let i = 0; i < 10; i++) side.add(NO_WORDS);
    }
    classifier.train(sides[0], sides[1], createRng(3));
    return classifier.featureCount;
  };

  // The word of the URL is one more feature.
  it('occur in more than five links', () => {
    expect(featuresOf({ cheese: 6, olive: 3, wine: 2 })).toBe(1 + 2);
  });

  it('occur in more than one link, if no word of the field is in more than ten', () => {
    expect(featuresOf({ cheese: 5, olive: 2, wine: 1 })).toBe(1 + 3);
  });
});

describe('LinkTable', () => {
  it('uses free places again for links with as much room, and keeps the words of all others', () => {
    const table = new LinkTable();
    const links = Array.from({ length: 40 }, (_, i) => linkOf(`anchor${i} `.repeat(1 + (i % 3)), `before${i}`));
    const places = links.map((link, urlNo) => table.add(urlNo, 0, urlNo, link));
    for (let i = 0; i < 40; i += 2) table.remove(places[i]);
    for (let i = 0; i < 40; i += 2) places[i] = table.add(i, 0, i, links[i]);
    expect([table.size, table.capacity]).toEqual([40, 40]);
    const other = new LinkTable();
    other.restore(table.save());
    for (const one of [table, other])
      expect(places.map((place) => [...one.wordsAt(place).words])).toEqual(links.map((link) => [...link.words]));
  });
});

describe('DomainQueues', () => {
  const table = new LinkTable();
  const queues = new DomainQueues(table);
  const domainOf = (urlNo: number): number => Math.floor(urlNo / 10);
  const view = stillView({ domainOf });
  const next = (world = view): number => {
    const { place } = queues.find(world, Infinity);
    return place === null ? -1 : table.urlNos[place];
  };
  const priorities: Readonly<Record<number, number>> = { 10: 5, 11: 90, 20: 99, 30: 1 };
  for (const [urlNo, priority] of Object.entries(priorities))
    queues.add(table.add(Number(urlNo), 0, priority, NO_WORDS), domainOf(Number(urlNo)));

  it('visits the domain that was not visited for longest, and takes its best link', () => {
    queues.visit(1, 7);
    queues.visit(2, 5);
    expect([next(), queues.lastVisit(3), queues.lastVisit(2)]).toEqual([30, NEVER, 5]);
    queues.visit(3, 8);
    expect(next()).toBe(20);
    queues.visit(2, 9);
    expect(next()).toBe(11);
  });

  it('passes over domains whose links are busy, and says so when all are', () => {
    expect(
      next(stillView({ domainOf, availability: (no) => (no < 30 ? Availability.Busy : Availability.Ready) })),
    ).toBe(30);
    expect(queues.find(stillView({ domainOf, availability: () => Availability.Busy }), 10)).toEqual({
      place: null,
      waiting: true,
      isWorthIt: false,
    });
    expect(queues.find(stillView({ domainOf, availability: () => Availability.Gone }), Infinity)).toEqual({
      place: null,
      waiting: false,
      isWorthIt: false,
    });
  });

  it('waits for a busy link whose reservation is above the priority of the next one', () => {
    const availability = (no: number): Availability => (no < 30 ? Availability.Busy : Availability.Ready);
    const found = (reserved: number) =>
      queues.find(stillView({ domainOf, availability, reservation: () => reserved }), 1_000);
    const priority = table.priorities[table.urlNos.indexOf(30)];
    expect(found(priority)).toMatchObject({ place: table.urlNos.indexOf(30) });
    expect(found(priority + 0.1)).toEqual({ place: null, waiting: true, isWorthIt: true });
  });

  it('puts a link in its place again when its priority has changed', () => {
    const place = table.urlNos.indexOf(10);
    table.priorities[place] = 95;
    queues.moved(place, 1);
    expect(next()).toBe(10);
  });
});

describe('ache', () => {
  it('recomputes all priorities after each training, a slice per step', () => {
    const crawl = crawlOf({ learnEvery: 40 });
    while (crawl.policy.stats().classifierVersion === 0) {
      crawl.choose();
      crawl.complete();
    }
    expect(crawl.policy.stats().toRescore).toBe(0);
    const choice = crawl.choose();
    expect(choice).toMatchObject({ explanation: { terms: { focus: 'soft', classifierVersion: 1 } } });
  });

  it('follows only links of relevant pages and of seeds with a hard focus, and all with a soft one', () => {
    const sources = (focus: string): Set<boolean> => {
      const crawl = crawlOf({ focus });
      const relevant = new Set<boolean>();
      const { seeds, pages } = crawl.web;
      for (let i = 0; i < 100; i++) {
        const choice = crawl.choose();
        if (choice.kind !== 'fetch') break;
        const from = choice.source < 0 ? -1 : crawl.order[choice.source];
        if (from >= 0 && !seeds.includes(from)) relevant.add(pages[from].relevant);
        crawl.complete();
      }
      return relevant;
    };
    expect([...sources('hard')]).toEqual([true]);
    expect(sources('soft')).toContain(false);
  });

  it('does not learn if learning is off', () => {
    const crawl = crawlOf({ online: false, learnEvery: 10 });
    crawl.run(2);
    expect(crawl.policy.stats().classifierVersion).toBe(0);
  });
});
