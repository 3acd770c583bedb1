import { MAX_QUERY_CHARS } from '../search/index.js';
import type { Keyword } from '../topic/index.js';
import { hubsOf, type JudgedSeed, mergeFindings, rankSeeds, seedQueries, sharedLinks } from './index.js';

const keyword = (text: string, more: Partial<Keyword> = {}): Keyword => ({
  text,
  kind: text.includes(' ') ? 'phrase' : 'keyword',
  origin: 'user',
  similarity: 1,
  ...more,
});

describe('queries', () => {
  it('of three words: together, in pairs, alone', () => {
    expect(seedQueries(['cheese', 'rennet', 'curd'].map((text) => keyword(text)))).toEqual([
      'cheese rennet curd',
      'cheese rennet',
      'cheese curd',
      'rennet curd',
      'cheese',
      'rennet',
      'curd',
    ]);
  });

  it('quote phrases, ask for words of the user first, and are none without keywords', () => {
    const found = keyword('whey', { origin: 'expanded' });
    expect(seedQueries([found, keyword('goat cheese')])).toEqual(['"goat cheese" whey', '"goat cheese"', 'whey']);
    expect(seedQueries([])).toEqual([]);
    expect(seedQueries([keyword('one'), keyword('one')])).toEqual(['one one', 'one']);
  });

  it.each([
    [
      ['蜜蜂', '蜂蜜'],
      ['蜜蜂 蜂蜜', '蜜蜂', '蜂蜜'],
    ],
    [
      ['дикие пчёлы', 'мёд'],
      ['"дикие пчёлы" мёд', '"дикие пчёлы"', 'мёд'],
    ],
    [
      ['خلية النحل', 'العسل'],
      ['"خلية النحل" العسل', '"خلية النحل"', 'العسل'],
    ],
  ])('are of keywords in any script as they stand: %j', (words, expected) => {
    expect(seedQueries(words.map((text) => keyword(text)))).toEqual(expected);
  });

  it('are bounded in number and length', () => {
    const many = Array.from({ length: 300 }, (_, i) => keyword(`word${i}`));
    const queries = seedQueries(many);
    expect(queries).toHaveLength(8);
    expect(queries[0]).toBe('word0 word1 word2 word3 word4 word5');
    const long = seedQueries([keyword('x'.repeat(MAX_QUERY_CHARS)), keyword('short')]);
    expect(long).toEqual(['x'.repeat(MAX_QUERY_CHARS), 'short']);
  });
});

const link = (from: string, to: string, anchor = '') => ({
  from: `http://${from}.example/x`,
  to: `http://${to}.example/`,
  anchor,
});

describe('links of relevant pages', () => {
  it('are shared when several domains have them', () => {
    const links = [
      link('a', 'target', 'fine cheese'),
      link('www.a', 'target', 'fine cheese'),
      link('b', 'target', 'cheeses'),
      link('a', 'lonely'),
      link('www.a', 'lonely'),
      link('target', 'target'),
      link('shop.target', 'target'),
    ];
    expect(sharedLinks(links)).toEqual([
      {
        url: 'http://target.example/',
        title: '',
        snippet: 'fine cheese; cheeses',
        findings: ['a.example', 'b.example'].map((by) => ({ source: 'shared-link', by })),
      },
    ]);
  });

  it('make a hub of a page that links to three relevant pages elsewhere', () => {
    const links = ['a', 'b', 'c'].map((to) => link('hub', to));
    const relevant = new Set(links.map(({ to }) => to));
    expect(hubsOf(links, relevant)).toMatchObject([
      { url: 'http://hub.example/x', findings: [{ by: 'http://a.example/' }, {}, {}] },
    ]);
    expect(hubsOf(links.slice(1), relevant)).toEqual([]);
    expect(hubsOf(links, new Set())).toEqual([]);
  });
});

const judged = (url: string, relevance: number, by: readonly string[] = ['q']): JudgedSeed => ({
  url,
  title: '',
  snippet: '',
  relevance,
  read: true,
  relevant: relevance >= 0.5,
  findings: by.map((one) => ({ source: 'searxng', by: one })),
});

describe('candidates', () => {
  it('have a score of relevance and support, and say why', () => {
    const twice: JudgedSeed = {
      ...judged('http://b.example/', 0.8, ['q', 'r', 's']),
      findings: [
        { source: 'searxng', by: 'q' },
        { source: 'shared-link', by: 'a.example' },
        { source: 'shared-link', by: 'c.example' },
        { source: 'shared-link', by: 'd.example' },
      ],
    };
    const ranked = rankSeeds([judged('http://a.example/', 0.8), twice, judged('http://c.example/', 0.2)], {
      most: 10,
      perDomain: 2,
    });
    expect(ranked.map(({ url, score }) => [url, Number(score.toFixed(3))])).toEqual([
      ['http://b.example/', 0.7],
      ['http://a.example/', 0.4],
      ['http://c.example/', 0.1],
    ]);
    expect(ranked[0].reason).toBe(
      'The search engine found it for q; relevant pages of 3 domains link to it; its text is judged relevant (0.80).',
    );
    expect(ranked[2].reason).toContain('not judged relevant (0.20)');
  });

  it('are few of each domain, and few in all', () => {
    const seeds = Array.from({ length: 9 }, (_, i) => judged(`http://w${i}.d${i % 3}.example/`, 1 - i / 100));
    const urls = rankSeeds(seeds, { most: 5, perDomain: 2 }).map(({ url }) => url);
    expect(urls).toEqual(
      [0, 1, 2, 3, 4].map((i) => `http://w${i}.d${i}.example/`.replace(/d[34]/, (d) => `d${Number(d[1]) % 3}`)),
    );
  });

  it('that several sources find are one, with all findings once', () => {
    const merged = mergeFindings([
      { ...judged('http://a.example/', 0), title: '' },
      { ...judged('http://b.example/', 0) },
      { ...judged('http://a.example/', 0, ['q', 'r']), title: 'A' },
    ]);
    expect(merged).toMatchObject([
      { url: 'http://a.example/', title: 'A', findings: [{ by: 'q' }, { by: 'r' }] },
      { url: 'http://b.example/' },
    ]);
  });
});
