import { canonicalUrl } from '../url/index.js';
import { MAX_QUERY_CHARS, searchOf, searchUrl, TextIndex, usableHits } from './index.js';

describe('the URL of a search', () => {
  it.each(['cheese', '"goat cheese" brie', 'café & crème = 1+2 #x', '日本 チーズ', '100% a%20b', '?q=x&page=2'])(
    '%s: is canonical and tells what is searched for',
    (query) => {
      const url = searchUrl({ query, page: 2 });
      expect(canonicalUrl(url)).toBe(url);
      expect(new URL(url).host).toBe('search.invalid');
      expect(searchOf(url)).toEqual({ query, page: 2 });
    },
  );

  it.each([
    ['', 1],
    [' cheese', 1],
    ['a  b', 1],
    ['a\nb', 1],
    ['x'.repeat(MAX_QUERY_CHARS + 1), 1],
    ['cheese', 0],
    ['cheese', 11],
    ['cheese', 1.5],
  ])('there is none of %j, page %s', (query, page) => {
    expect(() => searchUrl({ query, page })).toThrow(RangeError);
  });

  it.each(['http://a.example/?q=x&page=1', 'https://search.invalid/', 'https://search.invalid/?q=x&page=1&z=2', 'x'])(
    '%s is none',
    (url) => {
      expect(() => searchOf(url)).toThrow(RangeError);
    },
  );
});

describe('hits', () => {
  const hit = (url: string, title = '', snippet = '') => ({ url, title, snippet });

  it('in other scripts than Latin are one address each, however it is written', () => {
    const hit = (url: string) => ({ url, title: '蜜蜂', snippet: '' });
    const hits = [
      'https://пчеловодство.рф/мёд?q=пчела',
      'https://xn--b1aafc4asbcb0al6c.xn--p1ai/%D0%BC%D1%91%D0%B4?q=%D0%BF%D1%87%D0%B5%D0%BB%D0%B0',
      'https://zh.wikipedia.org/wiki/蜜蜂',
      'https://zh.wikipedia.org/wiki/%e8%9c%9c%e8%9c%82',
      'http://النحل.example/نحل',
    ];
    expect(usableHits(hits.map(hit), 10).map(({ url }) => url)).toEqual([
      'https://xn--b1aafc4asbcb0al6c.xn--p1ai/%D0%BC%D1%91%D0%B4?q=%D0%BF%D1%87%D0%B5%D0%BB%D0%B0',
      'https://zh.wikipedia.org/wiki/%E8%9C%9C%E8%9C%82',
      'http://xn--mgbm2ebi.example/%D9%86%D8%AD%D9%84',
    ]);
  });

  it('are canonical URLs of the web, each once, with short texts', () => {
    const long = 'x'.repeat(5_000);
    expect(
      usableHits(
        [
          hit('HTTP://A.example/x#y', ' a  title\n', long),
          hit('http://a.example/x', 'again'),
          hit('mailto:a@b.example'),
          hit('javascript:alert(1)'),
          hit(''),
          hit('http://b.example/', long),
          hit('http://c.example/'),
        ],
        2,
      ),
    ).toEqual([hit('http://a.example/x', 'a title', long.slice(0, 300)), hit('http://b.example/', long.slice(0, 200))]);
  });
});

describe('the index in memory', () => {
  const index = new TextIndex();
  index.add({ url: 'http://a.example/', title: 'Cheese', text: 'cheese and more cheeses from the goat' });
  index.add({
    url: 'http://b.example/',
    title: 'Engines',
    text: `an engine, and one word on cheese ${'engine '.repeat(50)}`,
  });
  index.add({ url: 'http://c.example/', title: 'Goats', text: 'goats eat grass' });
  index.add({ url: 'http://d.example/', title: 'Goats', text: 'goats eat grass' });
  const find = (query: string, page = 1, limit = 10) => index.search({ query, page, limit }).map(({ url }) => url[7]);

  it('finds documents by stems, those with more of the words first', () => {
    expect(find('cheese')).toEqual(['a', 'b']);
    expect(find('"goat cheese"')).toEqual(['a', 'c', 'd', 'b']);
    expect(find('eating grasses')).toEqual(['c', 'd']);
  });

  it('finds nothing by words that say nothing, or that no document has', () => {
    expect(find('the and of')).toEqual([]);
    expect(find('zebra')).toEqual([]);
    expect(new TextIndex().search({ query: 'cheese', page: 1, limit: 5 })).toEqual([]);
  });

  it('gives its answer page by page', () => {
    expect([find('goat cheese', 1, 3), find('goat cheese', 2, 3), find('goat cheese', 3, 3)]).toEqual([
      ['a', 'c', 'd'],
      ['b'],
      [],
    ]);
  });
});
