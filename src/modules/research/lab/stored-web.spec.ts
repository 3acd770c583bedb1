import { bareLink } from '../../../domain/page/index.js';
import { LabBench } from './lab-bench.js';
import { LAB_SESSION } from './lab-topic.js';
import { openStoredWeb, STORED_RELEVANT, type StoredPage } from './stored-web.js';
import { findPolicy } from '../../../domain/policies/index.js';

const at = (name: string): string => `http://${name}.example/`;
function stored(name: string, links: readonly string[], more: Partial<StoredPage> = {}): StoredPage {
  return {
    ...{ url: at(name), finalUrl: at(name), relevant: false, probability: 0.1 },
    page: {
      ...{ title: name, description: '', headings: [], language: 'en', text: name, mainText: '', canonical: '' },
      ...{ links: links.map((to, i) => bareLink(at(to), i)), robots: '', feeds: [], noindex: false },
      ...{ nofollow: false, truncated: false, published: null },
    },
    ...more,
  };
}

// a links to b and c, and to x, which was not fetched; old redirects to b; no page links to d.
const pages = [
  stored('a', ['b', 'c', 'x', 'a']),
  stored('b', ['a', 'old'], { relevant: true, probability: 0.9 }),
  stored('c', ['old', 'y']),
  stored('b', [], { url: at('old') }),
  stored('d', ['a'], { relevant: true }),
];

describe('the graph of a session as a web', () => {
  const { web, judge, links, outLinks } = openStoredWeb(pages, false);

  it('counts the links that lead out of it', () => {
    expect({ links, outLinks }).toEqual({ links: 9, outLinks: 2 });
    expect([at('b'), at('old'), at('x')].map((url) => web.isRecorded(url))).toEqual([true, true, false]);
  });

  it('has the pages that can be reached, redirects as the pages they lead to', async () => {
    const { urls, seeds, graph, aliases } = await web.graphFrom([at('a'), at('elsewhere')]);
    expect(urls).toEqual([at('a'), at('b'), at('c')]);
    expect(seeds).toEqual([0]);
    expect([0, 1, 2].map((page) => [...graph.linksOf(page)])).toEqual([[1, 2], [0], [1]]);
    expect([...(aliases ?? [])]).toEqual([[at('old'), 1]]);
  });

  it('says what the session judged, of the first visit', () => {
    const document = { url: '', title: '', description: '', text: '' };
    expect(judge.judge(document, at('b'))).toEqual({ relevant: true, probability: 0.9 });
    expect(judge.judge(document, at('x'))).toEqual({ relevant: false, probability: 0 });
    expect(web.labels.get(at('b'))?.has(STORED_RELEVANT)).toBe(true);
    expect(web.labels.get(at('a'))).toBeUndefined();
  });

  it('can be crawled, and nothing else is asked for', async () => {
    const isRelevant = (url: string): boolean => web.labels.get(url)?.has(STORED_RELEVANT) ?? false;
    const setting = {
      web,
      seeds: [at('a')],
      session: LAB_SESSION,
      reward: 'model',
      unrecorded: 'skip',
      isRelevant,
    } as const;
    const bench = await LabBench.open(setting);
    expect(bench.reachable).toEqual({ pages: 3, relevant: 1, domains: 1 });
    const definition = findPolicy('breadth-first');
    if (!definition) throw new Error('no policy');
    const subject = { model: { scoreText: () => 0 }, judge, keywords: [] };
    const { curve, end } = await bench.run({ definition, config: {} }, 10, 1, subject);
    // The old address of b costs a fetch too.
    expect([...curve.relevant]).toEqual([0, 1, 1, 1]);
    expect(end).toBe('FRONTIER_EMPTY');
  });
});
