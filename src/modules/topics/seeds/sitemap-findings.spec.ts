import { PLAIN_FETCH, type Fetcher, type FetchOutcome } from '../../../engine/index.js';
import { fetchSettings } from '../topics/index.js';
import { originsToAsk, sitemapsOf } from './sitemap-findings.js';

const sitemap = (links: readonly string[], sitemaps: readonly string[] = []): Partial<FetchOutcome> => ({
  kind: 'sitemap',
  links: links.map((url) => ({ url, title: '' })),
  sitemaps,
});

/** Sitemaps by their URLs; all others are missing. */
function fetcherOf(known: Readonly<Record<string, Partial<FetchOutcome>>>): Fetcher {
  return {
    fetch: ({ url, as, settings }) => {
      expect(as === 'sitemap').toBe(!settings.sitemaps);
      const missing: Partial<FetchOutcome> = { kind: 'http-error', message: 'status 404' };
      return Promise.resolve((known[url] ?? missing) as FetchOutcome);
    },
    close: () => Promise.resolve(),
  };
}

describe('sitemaps of hosts with relevant pages', () => {
  const settings = { ...PLAIN_FETCH, ...fetchSettings('Test') };
  const never = new AbortController().signal;

  it('are asked of the hosts with the most relevant pages', () => {
    const urls = ['http://a.example/1', 'http://b.example/1', 'http://b.example/2', 'http://b.example/2'];
    const many = Array.from({ length: 40 }, (_, i) => `http://h${i >> 1}.example/${i}`);
    expect(originsToAsk(urls)).toEqual(['http://b.example']);
    expect(originsToAsk(many)).toHaveLength(8);
  });

  it('are read where robots.txt says, if not at the usual address', async () => {
    const fetcher = fetcherOf({
      'http://a.example/': {
        kind: 'page',
        sitemaps: ['http://a.example/sitemap.xml', 'http://cdn.example/a.xml'],
      },
      'http://cdn.example/a.xml': sitemap(['http://a.example/cheese']),
      'http://b.example/': { kind: 'page', sitemaps: ['http://b.example/sitemap.xml'] },
    });
    const { seeds, report } = await sitemapsOf(['http://a.example', 'http://b.example'], fetcher, settings, never);
    expect(seeds.map(({ url }) => url)).toEqual(['http://a.example/cheese']);
    const message = 'http://b.example/sitemap.xml: status 404';
    expect(report).toEqual({ source: 'sitemap', asked: 3, failed: 1, found: 1, message });
  });

  it('tell pages of their own host, also through an index', async () => {
    const fetcher = fetcherOf({
      'http://a.example/sitemap.xml': sitemap(['http://a.example/cheese', 'http://spam.example/']),
      'http://b.example/sitemap.xml': sitemap([], ['http://b.example/s1.xml', 'http://b.example/s2.xml']),
      'http://b.example/s1.xml': sitemap(['http://b.example/brie']),
    });
    const origins = ['http://a.example', 'http://b.example', 'http://c.example'];
    const { seeds, report } = await sitemapsOf(origins, fetcher, settings, never);
    expect(seeds.map(({ url, findings }) => [url, findings])).toEqual([
      ['http://a.example/cheese', [{ source: 'sitemap', by: 'a.example' }]],
      ['http://b.example/brie', [{ source: 'sitemap', by: 'b.example' }]],
    ]);
    expect(report).toEqual({
      source: 'sitemap',
      asked: 4,
      failed: 1,
      found: 2,
      message: 'http://c.example/sitemap.xml: status 404',
    });
  });
});
