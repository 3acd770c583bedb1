import { parsePage } from '../../src/domain/page/index.js';
import { canonicalUrl, hostOf, registrableDomain } from '../../src/domain/url/index.js';
import { PLAIN_FETCH, systemClock, type FetchOutcome, type FetchSettings } from '../../src/engine/index.js';
import { type DemoWeb, LEXICOGRAPHER_CLASSES, openDemoWeb } from '../../src/modules/research/demo-web/index.js';
import { createFetcher } from '../../src/modules/fetch/fetching/index.js';
import { serveRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { testThoroughly } from '../support/thoroughness.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  render: 'never',
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
  maxRedirects: 5,
};
const never = new AbortController().signal;

let web: DemoWeb;
beforeAll(() => {
  web = openDemoWeb();
});

function htmlOf(outcome: FetchOutcome): string {
  if (outcome.kind !== 'page')
    throw new Error(`${outcome.finalUrl}: ${outcome.kind} ${'message' in outcome ? outcome.message : ''}`);
  return outcome.html;
}

/** The first entry of a class on a site of the given kind. */
function entryOn(wanted: (site: DemoWeb['sites'][number], path: string) => boolean): string {
  const sites = new Map(web.sites.map((site) => [site.host, site]));
  for (const name of LEXICOGRAPHER_CLASSES) {
    const found = web.entryUrls(name).find((url) => wanted(sites.get(hostOf(url))!, new URL(url).pathname));
    if (found !== undefined) return found;
  }
  throw new Error('no such entry');
}

describe('the demo web', () => {
  it('holds a page for every synset of WordNet 3.1, on some hundred registrable domains', () => {
    expect(web.sites.reduce((sum, site) => sum + site.entries, 0)).toBe(117_791);
    expect(web.sites.length).toBeGreaterThan(300);
    expect(web.sites.length).toBeLessThan(900);
    expect(new Set(web.sites.map((site) => site.domain)).size).toBe(web.sites.length);
    for (const site of web.sites) expect(registrableDomain(site.host)).toBe(site.domain);
  });

  it("knows the lexicographers' class of each entry, and of sites by majority", () => {
    const food = web.entryUrls('noun.food');
    expect(food).toHaveLength(2_575);
    for (const url of food) expect(web.classOf(url)).toBe('noun.food');
    const sites = web.sites.filter((site) => site.class === 'noun.food');
    expect(sites.length).toBeGreaterThanOrEqual(8);
    for (const site of sites) expect(web.classOf(site.homeUrl)).toBe('noun.food');
    expect(web.classOf(`${sites[0].homeUrl}privacy`)).toBeNull();
    expect(web.classOf('http://elsewhere.example/')).toBeNull();
  });

  testThoroughly('is the same web for the same seed, and another for another', () => {
    const again = openDemoWeb();
    const other = openDemoWeb({ seed: 2 });
    for (const url of web.entryUrls('noun.food').slice(0, 50))
      expect(again.lookup(url)?.body.equals(web.lookup(url)!.body)).toBe(true);
    expect(other.entryUrls('noun.food')).not.toEqual(web.entryUrls('noun.food'));
  });

  it('serves pages of 3 to 15 KB whose canonical links all lead to pages or to what is rightly missing', () => {
    const urls = [
      ...web.entryUrls('noun.food').filter((_, i) => i % 60 === 0),
      ...web.sites.filter((_, i) => i % 40 === 0).map((site) => site.homeUrl),
    ];
    for (const url of urls) {
      expect(canonicalUrl(url)).toBe(url);
      const response = web.lookup(url)!;
      expect([url, response.status]).toEqual([url, 200]);
      const page = parsePage(web.renderedHtml(url)!, url);
      expect(page.truncated).toBe(false);
      expect(page.mainText.length).toBeGreaterThan(20);
      expect(page.canonical).toBe(url);
      expect(page.links.length).toBeGreaterThan(10);
      for (const link of page.links) expect([link.url, web.lookup(link.url)?.status]).toEqual([link.url, 200]);
      if (web.sites.some((site) => site.host === hostOf(url) && site.scripted)) continue;
      expect(response.body.length).toBeGreaterThan(3_000);
      expect(response.body.length).toBeLessThan(15_000);
    }
  });

  testThoroughly('says in the main text of most entries what the word means', () => {
    const urls = LEXICOGRAPHER_CLASSES.flatMap((name) => web.entryUrls(name).filter((_, i) => i % 500 === 0));
    const pages = urls.map((url) => parsePage(web.renderedHtml(url)!, url));
    const telling = pages.filter((page) => page.mainText.includes(page.description));
    expect(telling.length / pages.length).toBeGreaterThan(0.8);
  });

  testThoroughly('links from subject to subject: a food page leads to food more often than chance would', () => {
    let links = 0;
    let toFood = 0;
    for (const url of web.entryUrls('noun.food').filter((_, i) => i % 40 === 0)) {
      for (const link of parsePage(web.renderedHtml(url)!, url).links) {
        links++;
        if (web.classOf(link.url) === 'noun.food') toFood++;
      }
    }
    expect(toFood / links).toBeGreaterThan(0.25);
    expect(toFood / links).toBeLessThan(0.75);
  });

  it('leaves text and links of some sites to a script', () => {
    const url = entryOn((site) => site.scripted);
    const shell = parsePage(web.lookup(url)!.body.toString(), url);
    const shown = parsePage(web.renderedHtml(url)!, url);
    expect(shell.links).toEqual([]);
    expect(shown.links.length).toBeGreaterThan(10);
    expect(shown.title).toBe(shell.title);
  });

  it('lists all its pages with class and links, as its HTML has them', () => {
    let seen = 0;
    for (const page of web.pages()) {
      if (seen % 20 === 0) {
        expect(page.class).toBe(web.classOf(page.url));
        const links = parsePage(web.renderedHtml(page.url)!, page.url).links.map((link) => link.url);
        expect(page.links.filter((link) => link !== page.url).sort()).toEqual(
          links.filter((link) => link !== page.url).sort(),
        );
      }
      if (++seen === 1_000) break;
    }
    expect(seen).toBe(1_000);
  });

  it('redirects another spelling of an entry to the one it has', () => {
    const url = entryOn((_site, path) => path.startsWith('/wiki/'));
    const moved = web.lookup(url.replace(/[^/]*$/, 'old-name'))!;
    expect(moved.status).toBe(301);
    expect(moved.redirectsTo).toBe(url);
    const { host } = new URL(url);
    const otherHost = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
    expect(web.lookup(url.replace(host, otherHost))?.redirectsTo).toBe(url);
  });
});

describe('the demo web behind its proxy', () => {
  it('gives the crawler the pages that it has, robots.txt obeyed', async () => {
    const served = await serveRecordedWeb(web, { port: 0 });
    const live = createFetcher({
      proxyUrl: served.url,
      allowPrivateNetworks: false,
      maxConnections: 4,
      perHostConcurrency: 2,
      chromium: { cacheDir: '.cache/test', sandbox: 'auto' },
      clock: systemClock,
    });
    try {
      const plain = entryOn((site, path) => !site.scripted && !path.startsWith('/archive'));
      const withheld = entryOn((site, path) => site.robots && path.startsWith('/archive'));
      const redirected = plain
        .replace('http://www.', 'http://')
        .replace(/^http:\/\/(?!www\.)/, plain.includes('//www.') ? 'http://' : 'http://www.');
      const page = await live.fetch({ url: plain, settings }, never);
      expect(htmlOf(page)).toBe(web.lookup(plain)!.body.toString());
      const moved = await live.fetch({ url: redirected, settings }, never);
      expect([moved.kind, moved.finalUrl, moved.redirects]).toEqual(['page', plain, [redirected]]);
      expect((await live.fetch({ url: withheld, settings }, never)).kind).toBe('robots-denied');
      expect((await live.fetch({ url: withheld, settings: { ...settings, obeyRobots: false } }, never)).kind).toBe(
        'page',
      );
      const missing = await live.fetch({ url: 'http://elsewhere.example/', settings }, never);
      expect([missing.kind, missing.httpStatus]).toEqual(['http-error', 404]);
    } finally {
      await live.close();
      await served.close();
    }
  });

  it('shows Chromium what its scripts fill in', async () => {
    const served = await serveRecordedWeb(web, { port: 0 });
    const live = createFetcher({
      proxyUrl: served.url,
      allowPrivateNetworks: false,
      maxConnections: 4,
      perHostConcurrency: 2,
      chromium: { cacheDir: '.cache/test', sandbox: 'auto' },
      clock: systemClock,
    });
    try {
      const url = entryOn((site, path) => site.scripted && !path.startsWith('/archive'));
      const linksOf = (html: string): string[] =>
        parsePage(html, url)
          .links.map((link) => `${link.url} ${link.anchor}`)
          .sort();
      expect(linksOf(htmlOf(await live.fetch({ url, settings }, never)))).toEqual([]);
      const shown = htmlOf(
        await live.fetch({ url, settings: { ...settings, render: 'always', timeoutMs: 30_000 } }, never),
      );
      expect(linksOf(shown)).toEqual(linksOf(web.renderedHtml(url)!));
      expect(parsePage(shown, url).mainText).toBe(parsePage(web.renderedHtml(url)!, url).mainText);
    } finally {
      await live.close();
      await served.close();
    }
  });
});
