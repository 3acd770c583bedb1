import { LEXICOGRAPHER_CLASSES, type LexicographerClass } from '../../../domain/webs/lexicographer-classes.js';
import { parseRobots, type RobotsRules } from '../../../domain/politeness/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import type { RecordedResponse, RecordedWeb } from '../recorded-web/index.js';
import { createChance } from '../../../domain/base/chance.js';
import { linksOf } from './page-content.js';
import { plainHtml, scriptedHtml } from './page-html.js';
import { PageWriter } from './page-writer.js';
import { createSiteMap, indexEntries, indexPages, NOTICES, type Site, type SiteMap, type Target } from './sites.js';
import { loadWordnet, type Wordnet } from './wordnet.js';

/** One page without its HTML, for measuring programs. */
interface DemoPage {
  readonly url: string;
  readonly class: LexicographerClass | null;
  /** False on a site that a script fills in. */
  readonly plain: boolean;
  /** Canonical URLs, each once, in document order. */
  readonly links: readonly string[];
}

export interface DemoSite {
  readonly domain: string;
  readonly host: string;
  readonly homeUrl: string;
  readonly entries: number;
  readonly scripted: boolean;
  readonly robots: boolean;
  /** Class of more than half of its entries, if any. */
  readonly class: LexicographerClass | null;
}

/**
 * WordNet as a web of pages: the same seed gives the same web, byte for byte.
 *
 * Implements `RecordedWeb` with responses generated on demand, so everything that reads or serves recorded webs works
 * on it.
 */
export interface DemoWeb extends RecordedWeb {
  readonly sites: readonly DemoSite[];
  /**
   * Class of a page: the lexicographers' class of its synset; for a home or index page the class of more than half of
   * its entries. Null for other pages, unknown URLs and mixed pages.
   */
  classOf(url: string): LexicographerClass | null;
  /** URLs of the entries of a class, in the order of WordNet. */
  entryUrls(of: LexicographerClass): string[];
  /** The final HTML in a browser: that of `lookup` after its scripts. Null for URLs without a page. */
  renderedHtml(url: string): string | null;
  robotsOf(host: string): RobotsRules;
  pages(): IterableIterator<DemoPage>;
}

interface DemoWebOptions {
  /** Another seed creates another web. */
  readonly seed?: number;
}

/** Recording date of all pages: 1 January 2026. Fixed, so that the web never changes. */
const RECORDED_AT = Date.UTC(2026, 0, 1);
const HTML = 'text/html; charset=utf-8';

/**
 * Robots files differ in form like real ones; all of them disallow the same paths. Indexed by site number modulo their
 * count.
 */
const ROBOTS_FILES = [
  'User-agent: *\nDisallow: /archive/\nDisallow: /search\nCrawl-delay: 0\n',
  '# Robots are welcome\nUser-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /archive\nDisallow: /contact\nAllow: /\n',
  'User-Agent: *\nCrawl-delay: 0\nDisallow: /archive/*\nDisallow: /privacy$\nDisallow: /terms$\n',
];

const robotsText = (site: Site): string => ROBOTS_FILES[site.no % ROBOTS_FILES.length];

/** The class of more than half of the synsets, if any. */
function majority(wordnet: Wordnet, synsets: ArrayLike<number>): LexicographerClass | null {
  const counts = new Uint32Array(LEXICOGRAPHER_CLASSES.length);
  for (let i = 0; i < synsets.length; i++) counts[wordnet.classNo(synsets[i])]++;
  const winner = counts.findIndex((count) => count * 2 > synsets.length);
  return winner < 0 ? null : LEXICOGRAPHER_CLASSES[winner];
}

function classOfTarget(wordnet: Wordnet, target: Target): LexicographerClass | null {
  switch (target.kind) {
    case 'entry':
      return LEXICOGRAPHER_CLASSES[wordnet.classNo(target.synset)];
    case 'home':
      return majority(wordnet, target.site.entries);
    case 'index':
      return majority(wordnet, indexEntries(target.site, target.page));
    case 'notice':
      return null;
  }
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly redirectsTo?: string;
}

function response(url: string, { status, contentType, body, redirectsTo }: Answer): RecordedResponse {
  const headers = new Map([
    ['content-type', contentType],
    ['server', 'demo-web'],
    ['cache-control', 'max-age=3600'],
  ]);
  if (redirectsTo !== undefined) headers.set('location', redirectsTo);
  return {
    url,
    status,
    headers,
    contentType,
    redirectsTo: redirectsTo ?? null,
    body: Buffer.from(body),
    truncated: false,
    recordedAt: RECORDED_AT,
    rendered: false,
  };
}

interface Place {
  readonly site: Site;
  readonly host: string;
  readonly path: string;
}

/** The site and path of a URL, whether or not it has a page. Null for other hosts. */
function placeOf(url: string, map: SiteMap): Place | null {
  const canonical = canonicalUrl(url);
  const parts = canonical === null ? null : new URL(canonical);
  if (parts === null || parts.protocol !== 'http:' || parts.port !== '') return null;
  const site = map.siteOfHost(parts.hostname);
  return site === null ? null : { site, host: parts.hostname, path: parts.pathname + parts.search };
}

function* targetsOn(sites: readonly Site[]): Generator<Target> {
  for (const site of sites) {
    yield { kind: 'home', site };
    for (let page = 1; page <= indexPages(site); page++) yield { kind: 'index', site, page };
    for (const name of NOTICES) yield { kind: 'notice', site, name };
    for (const synset of site.entries) yield { kind: 'entry', site, synset };
  }
}

/** Reads WordNet and creates the web in less than a second. */
export function openDemoWeb({ seed = 1 }: DemoWebOptions = {}): DemoWeb {
  const wordnet = loadWordnet();
  const chance = createChance(seed);
  const map = createSiteMap(wordnet, chance);
  const writer = new PageWriter(wordnet, map, chance);

  const targetOf = (url: string): { target: Target; url: string } | null => {
    const place = placeOf(url, map);
    const target = place === null ? null : map.resolve(place.site, place.path);
    return target === null ? null : { target, url: map.urlOf(target) };
  };
  const render = (target: Target, url: string): string =>
    (target.site.scripted ? scriptedHtml : plainHtml)(writer.write(target), url);

  const pageAt = (url: string, target: Target): RecordedResponse =>
    response(url, { status: 200, contentType: HTML, body: render(target, url) });

  const lookup = (url: string): RecordedResponse | null => {
    const place = placeOf(url, map);
    if (place === null) return null;
    const { site, host, path } = place;
    const here = `http://${host}${path}`;
    if (path === '/robots.txt')
      return site.robots
        ? response(here, { status: 200, contentType: 'text/plain; charset=utf-8', body: robotsText(site) })
        : null;
    const found = targetOf(url);
    if (found === null) return null;
    return found.url === here
      ? pageAt(here, found.target)
      : response(here, { status: 301, contentType: HTML, body: '<p>Moved.</p>', redirectsTo: found.url });
  };
  const targets = (): Generator<Target> => targetsOn(map.sites);

  return {
    size: map.sites.reduce((sum, site) => sum + 1 + indexPages(site) + NOTICES.length + site.entries.length, 0),
    bytes: 0,
    lookup,
    has: (url) => lookup(url) !== null,
    *urls() {
      for (const target of targets()) yield map.urlOf(target);
    },
    *responses() {
      for (const target of targets()) yield pageAt(map.urlOf(target), target);
    },
    sites: map.sites.map((site) => ({
      domain: site.domain,
      host: site.host,
      homeUrl: map.homeUrl(site),
      entries: site.entries.length,
      scripted: site.scripted,
      robots: site.robots,
      class: majority(wordnet, site.entries),
    })),
    classOf: (url) => {
      const found = targetOf(url);
      return found === null ? null : classOfTarget(wordnet, found.target);
    },
    entryUrls: (of) => {
      const classNo = LEXICOGRAPHER_CLASSES.indexOf(of);
      const found: string[] = [];
      for (let synset = 0; synset < wordnet.size; synset++)
        if (wordnet.classNo(synset) === classNo) found.push(map.entryUrl(synset));
      return found;
    },
    renderedHtml: (url) => {
      const found = targetOf(url);
      return found === null ? null : plainHtml(writer.write(found.target), found.url);
    },
    robotsOf: (host) => {
      const site = map.siteOfHost(host);
      return parseRobots(site?.robots === true ? robotsText(site) : '');
    },
    *pages() {
      for (const target of targets()) {
        const links = new Set<string>();
        for (const { url } of linksOf(writer.write(target))) links.add(url);
        yield {
          url: map.urlOf(target),
          class: classOfTarget(wordnet, target),
          plain: !target.site.scripted,
          links: [...links],
        };
      }
    },
  };
}
