import { parsePage } from '../../page/index.js';
import { measureGraph, type GraphMeasures } from '../graph-measures/index.js';
import type { WebGraph } from '../web-graph.js';
import { parseSyntheticSettings, SyntheticSettingsError } from './settings.js';
import { rewiredTwin } from './rewire.js';
import { createSyntheticWeb, type SyntheticWeb } from './synthetic-web.js';
import { someOf } from '../../../../test/support/thoroughness.js';

const make = (settings: string): SyntheticWeb => createSyntheticWeb(parseSyntheticSettings(settings));

/**
 * @param clusteringSample pages whose clustering is measured: this takes most of the time, so few where it is not
 * tested
 */
function measured(graph: WebGraph, isRelevant: (page: number) => boolean, clusteringSample = 10): GraphMeasures {
  const work = measureGraph(graph, { isRelevant, distanceStarts: 1, clusteringSample });
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

function linkShare({ graph }: SyntheticWeb, suits: (source: number, target: number) => boolean): number {
  let [all, suited] = [0, 0];
  for (let page = 0; page < graph.size; page++)
    for (const target of graph.linksOf(page)) {
      all++;
      if (suits(page, target)) suited++;
    }
  return suited / all;
}

const inDegrees = ({ graph }: SyntheticWeb): Uint32Array => {
  const degrees = new Uint32Array(graph.size);
  for (let page = 0; page < graph.size; page++) for (const target of graph.linksOf(page)) degrees[target]++;
  return degrees;
};
const outDegrees = ({ graph }: SyntheticWeb): number[] =>
  Array.from({ length: graph.size }, (_, page) => graph.linksOf(page).length);

describe('synthetic web', () => {
  it.each(
    someOf(
      [
        ['pages=60000,outExponent=2.5,minLinks=3,inExponent=2.57', 2.5, 2.57],
        ['pages=60000,outExponent=2.2,minLinks=2,inExponent=3', 2.2, 3],
      ] as const,
      ([, out]) => out === 2.2,
    ),
  )('has the exponents asked for: %s', (settings, out, into) => {
    const web = make(settings);
    const { outDegree, inDegree } = measured(web.graph, web.isRelevant);
    expect(Math.abs((outDegree.powerLaw?.exponent ?? 0) - out)).toBeLessThan(0.15);
    expect(Math.abs((inDegree.powerLaw?.exponent ?? 0) - into)).toBeLessThan(0.3);
  });

  it('has the locality asked for', () => {
    const web = make('pages=20000,sameTopic=0.6,sameHost=0.3,longRange=0.1,relevantShare=0.2,hubs=0');
    const { topicOf, hostOf } = web.sites;
    // One in ten links leads anywhere, and one in eight or so of those to the same topic.
    const expected = 0.9 * 0.6 + 0.1 * (0.2 ** 2 + 7 * (0.8 / 7) ** 2);
    expect(Math.abs(linkShare(web, (a, b) => topicOf[a] === topicOf[b]) - expected)).toBeLessThan(0.03);
    expect(Math.abs(linkShare(web, (a, b) => hostOf[a] === hostOf[b]) - 0.3)).toBeLessThan(0.05);
    const { locality } = measured(web.graph, web.isRelevant);
    expect(Math.abs((locality?.relevantPages ?? 0) / web.size - 0.2)).toBeLessThan(0.01);
    expect(Math.abs((locality?.ofRelevantPages ?? 0) - 0.56)).toBeLessThan(0.04);
  });

  it('has the clustering asked for, and says what can be had when it cannot', () => {
    const base = 'pages=5000,outExponent=2.5,minLinks=3,pagesPerHost=500';
    const web = make(`${base},clustering=0.06`);
    const { clustering } = measured(web.graph, web.isRelevant, 5_000);
    expect(Math.abs((clustering?.coefficient ?? 0) - 0.06)).toBeLessThan(0.01);
    expect(() => make(`${base},clustering=0.8`)).toThrow(/^clustering: these settings allow 0\.\d+ to 0\.\d+/);
  });

  it('reaches every page from its seeds', () => {
    const web = make('pages=5000');
    const seen = new Set(web.seeds);
    for (const page of seen) for (const target of web.graph.linksOf(page)) seen.add(target);
    expect(seen.size).toBeGreaterThan(web.size * 0.99);
  });

  it('is the same for the same settings and another one for another seed', () => {
    const rows = (web: SyntheticWeb): string[] =>
      Array.from({ length: web.size }, (_, page) => web.graph.linksOf(page).join(' '));
    expect(rows(make('pages=1000,seed=7'))).toEqual(rows(make('pages=1000,seed=7')));
    expect(rows(make('pages=1000,seed=7'))).not.toEqual(rows(make('pages=1000,seed=8')));
    const [one, other] = [make('pages=1000,seed=7'), make('pages=1000,seed=7')];
    // Independent of earlier requests.
    other.htmlOf(3);
    expect(other.htmlOf(500)).toBe(one.htmlOf(500));
  });

  it('has no link twice and none to its own page', () => {
    const web = make('pages=300,minLinks=50,maxLinks=200');
    for (let page = 0; page < web.size; page++) {
      const row = [...web.graph.linksOf(page)];
      expect(new Set(row).size).toBe(row.length);
      expect(row).not.toContain(page);
      expect(row.length).toBeGreaterThanOrEqual(50);
    }
  });

  it('has pages that link as the graph says, in its order, at URLs that lead back to them', () => {
    const web = make('pages=3000');
    for (let page = 0; page < web.size; page += 37) {
      const url = web.urlOf(page);
      expect(web.pageOf(url)).toBe(page);
      const parsed = parsePage(web.htmlOf(page), url);
      expect(parsed.links.map((link) => link.url)).toEqual(Array.from(web.graph.linksOf(page), web.urlOf));
    }
    expect(web.pageOf('http://example.org/')).toBeUndefined();
    expect(web.pageOf(web.urlOf(5).replace('.html', '9.html'))).toBeUndefined();
    expect(web.pageOf('http://www.a-b-9999999.example/')).toBeUndefined();
  });

  it('has texts, anchors and places of links that tell of topics', () => {
    const web = make('pages=3000,anchorTruth=1');
    const words = new Set(web.keywords(30));
    const counts = { relevant: 0, other: 0 };
    const anchors = { relevant: 0, other: 0, all: 0 };
    const main = { same: 0, other: 0, sameAll: 0, otherAll: 0 };
    for (let page = 0; page < 600; page++) {
      const parsed = parsePage(web.htmlOf(page), web.urlOf(page));
      const told =
        parsed.text
          .toLowerCase()
          .match(/[a-z]+/g)
          ?.filter((word) => words.has(word)).length ?? 0;
      counts[web.isRelevant(page) ? 'relevant' : 'other'] = Math.max(
        counts[web.isRelevant(page) ? 'relevant' : 'other'],
        told,
      );
      for (const link of parsed.links) {
        const target = web.pageOf(link.url) ?? 0;
        const tells = link.anchor.split(' ').some((word) => words.has(word));
        if (web.isRelevant(target)) {
          anchors.all++;
          if (tells) anchors.relevant++;
        } else if (tells) anchors.other++;
        const same = web.topicOf(target) === web.topicOf(page);
        main[same ? 'sameAll' : 'otherAll']++;
        if (link.place === 'main') main[same ? 'same' : 'other']++;
      }
    }
    expect(counts.relevant).toBeGreaterThan(2 * counts.other);
    expect(anchors.relevant / anchors.all).toBeGreaterThan(0.8);
    expect(main.same / main.sameAll).toBeGreaterThan(main.other / main.otherAll + 0.2);
  });
});

describe('rewired twin', () => {
  const settings = 'pages=10000,outExponent=2.5,minLinks=3';
  const web = make(settings);

  it('keeps each degree exactly and loses clustering and locality', () => {
    const twin = make(`${settings},twin=rewired`);
    expect(inDegrees(twin)).toEqual(inDegrees(web));
    expect(outDegrees(twin)).toEqual(outDegrees(web));
    const [before, after] = [web, twin].map(({ graph, isRelevant }) => measured(graph, isRelevant, 5_000));
    expect(after.clustering?.coefficient).toBeLessThan((before.clustering?.coefficient ?? 0) / 5);
    expect(before.locality?.ratio).toBeGreaterThan(4);
    expect(Math.abs((after.locality?.ratio ?? 0) - 1)).toBeLessThan(0.1);
    const isSound = (page: number): boolean => {
      const row = new Set(twin.graph.linksOf(page));
      return row.size === twin.graph.linksOf(page).length && !row.has(page);
    };
    expect(Array.from({ length: twin.size }, (_, page) => page).filter((page) => !isSound(page))).toEqual([]);
  });

  it('keeps topics if the setting says so', () => {
    const twin = make(`${settings},twin=rewired-within-topics`);
    const perTopic = ({ graph, sites }: SyntheticWeb, page: number): string =>
      Array.from(graph.linksOf(page), (target) => sites.topicOf[target])
        .sort((a, b) => a - b)
        .join(' ');
    for (let page = 0; page < web.size; page += 11) expect(perTopic(twin, page)).toBe(perTopic(web, page));
    expect(inDegrees(twin)).toEqual(inDegrees(web));
  });
});

describe('rewired twin of any graph', () => {
  it('has the same degrees and other links', () => {
    const { graph } = make('pages=2000');
    const twin = rewiredTwin(graph, 1);
    const degrees = (of: WebGraph): { out: number[]; into: number[] } => {
      const into = new Array<number>(of.size).fill(0);
      const out = Array.from({ length: of.size }, (_, page) => {
        for (const target of of.linksOf(page)) into[target]++;
        return of.linksOf(page).length;
      });
      return { out, into };
    };
    expect(degrees(twin)).toEqual(degrees(graph));
    expect([...twin.linksOf(0)]).not.toEqual([...graph.linksOf(0)]);
    // The graph itself is unchanged.
    expect([...graph.linksOf(0)]).toEqual([...make('pages=2000').graph.linksOf(0)]);
  });
});

describe('settings of a synthetic web', () => {
  it('are read from a text', () => {
    expect(parseSyntheticSettings('pages=500, seed=3,twin=rewired,changing=true')).toMatchObject({
      pages: 500,
      seed: 3,
      twin: 'rewired',
      changing: true,
      inExponent: 2.57,
    });
    expect(parseSyntheticSettings('')).toMatchObject({ pages: 10_000 });
  });

  it.each([
    ['page=3', /^page: expected one of pages, seed/],
    ['pages', /^pages: expected NAME=VALUE/],
    ['pages=many', /^pages: /],
    ['pages=5', /^pages: /],
    ['seed=1,seed=2', /^seed: given twice/],
    ['twin=other', /^twin: /],
    ['minLinks=90,maxLinks=50', /^minLinks: expected at most maxLinks/],
    ['pages=50,maxLinks=100', /^maxLinks: expected less than pages/],
  ])('are refused with the name of the field: %s', (text, message) => {
    expect(() => parseSyntheticSettings(text)).toThrow(SyntheticSettingsError);
    expect(() => parseSyntheticSettings(text)).toThrow(message);
  });
});
