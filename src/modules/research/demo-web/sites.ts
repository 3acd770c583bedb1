import type { Chance } from '../../../domain/base/chance.js';
import { Draw } from './draw.js';
import { partition, type SiteMembers } from './partition.js';
import type { Wordnet } from './wordnet.js';

/**
 * How a site forms the paths of its entries. `query` has no words, so that a URL does not always reveal its subject.
 */
const URL_STYLES = ['wiki', 'page', 'folder', 'query', 'subject'] as const;
type UrlStyle = (typeof URL_STYLES)[number];

export interface Site {
  readonly no: number;
  /** Root synset of the site's subject, -1 for a general site. */
  readonly head: number;
  readonly title: string;
  /** Registrable domain; `host` may have `www.` before it. */
  readonly domain: string;
  readonly host: string;
  readonly style: UrlStyle;
  /** Whether it has a robots.txt; then some of its entries are below a disallowed path. */
  readonly robots: boolean;
  /** Whether pages are shells that a script fills in. */
  readonly scripted: boolean;
  /** Synsets sorted by their first lemma: the order of the index pages. */
  readonly entries: Int32Array;
}

/** The target of a URL of the demo web. */
export type Target =
  | { readonly kind: 'entry'; readonly site: Site; readonly synset: number }
  | { readonly kind: 'home'; readonly site: Site }
  | { readonly kind: 'index'; readonly site: Site; readonly page: number }
  | { readonly kind: 'notice'; readonly site: Site; readonly name: Notice };

/** Pages that every site has and that match no topic. */
export const NOTICES = ['about', 'contact', 'terms', 'privacy', 'search'] as const;
export type Notice = (typeof NOTICES)[number];

/** Entries per index page: about 8 KB of HTML. */
const INDEX_PAGE = 40;

const SUFFIXES = [
  'guide',
  'world',
  'notes',
  'online',
  'hub',
  'library',
  'journal',
  'atlas',
  'portal',
  'review',
  'corner',
  'house',
  'page',
  'archive',
];
const GENERAL_FIRST = ['open', 'daily', 'city', 'silver', 'northern', 'old-town', 'paper', 'sunday'];
const GENERAL_LAST = ['encyclopedia', 'almanac', 'herald', 'notebook'];

const ROBOTS_SHARE = 0.35;
const SCRIPTED_SHARE = 0.06;
const WWW_SHARE = 0.5;
/** Share of entries below the disallowed path, for sites with robots.txt. */
const ARCHIVED_SHARE = 0.08;

/** Lower-case ASCII letters, digits and hyphens. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The sites of the demo web and the URL of each page. */
export interface SiteMap {
  readonly sites: readonly Site[];
  siteOf(synset: number): Site;
  entryUrl(synset: number): string;
  homeUrl(site: Site): string;
  /** Index pages count from 1. */
  indexUrl(site: Site, page: number): string;
  noticeUrl(site: Site, notice: Notice): string;
  /** The site of a host, with or without `www.`. */
  siteOfHost(host: string): Site | null;
  /** Target of a path and query on a site, whatever its slug; null if there is none. */
  resolve(site: Site, pathAndQuery: string): Target | null;
  urlOf(target: Target): string;
}

export const indexPages = (site: Site): number => Math.ceil(site.entries.length / INDEX_PAGE);

/** Synsets listed on an index page; pages count from 1. */
export const indexEntries = (site: Site, page: number): number[] => [
  ...site.entries.subarray((page - 1) * INDEX_PAGE, page * INDEX_PAGE),
];

function entryPath(site: Site, synset: number, name: string, archived: boolean, subject: string): string {
  const prefix = archived ? '/archive' : '';
  switch (site.style) {
    case 'wiki':
      return `${prefix}/wiki/${synset}/${name}`;
    case 'page':
      return `${prefix}/${name}-${synset}.html`;
    case 'folder':
      return `${prefix}/articles/${name}/${synset}/`;
    case 'query':
      return `${prefix}/entry?id=${synset}`;
    case 'subject':
      return `${prefix}/${subject}/${synset}-${name}`;
  }
}

const ENTRY_PATTERN: Readonly<Record<UrlStyle, RegExp>> = {
  wiki: /^(?:\/archive)?\/wiki\/(\d{1,6})(?:\/|$)/,
  page: /^(?:\/archive)?\/[a-z0-9-]*?(\d{1,6})\.html$/,
  folder: /^(?:\/archive)?\/articles\/[a-z0-9-]+\/(\d{1,6})\/?$/,
  query: /^(?:\/archive)?\/entry\?id=(\d{1,6})$/,
  subject: /^(?:\/archive)?\/[a-z0-9-]+\/(\d{1,6})(?:-|$)/,
};

/** Names that a site may have, the preferred one first. */
function nameOptions({ head, ordinal }: SiteMembers, no: number, wordnet: Wordnet, chance: Chance): string[] {
  if (head < 0) {
    const [first, last] = [ordinal % GENERAL_FIRST.length, Math.floor(ordinal / GENERAL_FIRST.length)];
    return [`${GENERAL_FIRST[first]}-${GENERAL_LAST[last]}`];
  }
  const subject = slug(wordnet.lemmas(head)[0]);
  const start = chance.below(SUFFIXES.length, Draw.SiteName, no);
  return SUFFIXES.map((_, i) => `${subject}-${SUFFIXES[(i + start) % SUFFIXES.length]}`);
}

function sortedByLemma(synsets: Int32Array, wordnet: Wordnet): Int32Array {
  const named = Array.from(synsets, (synset) => ({ synset, lemma: wordnet.lemmas(synset)[0].toLowerCase() }));
  named.sort((a, b) => compare(a.lemma, b.lemma) || a.synset - b.synset);
  return Int32Array.from(named, ({ synset }) => synset);
}

function createSites(wordnet: Wordnet, chance: Chance): Site[] {
  const taken = new Set<string>();
  return partition(wordnet, chance).map((members, no): Site => {
    const options = nameOptions(members, no, wordnet, chance);
    const name = options.find((option) => !taken.has(option)) ?? `${options[0]}-${no}`;
    taken.add(name);
    const domain = `${name}.example`;
    return {
      no,
      head: members.head,
      title: name.split('-').map(capital).join(' '),
      domain,
      host: chance.holds(WWW_SHARE, Draw.Www, no) ? `www.${domain}` : domain,
      style: chance.pick(URL_STYLES, Draw.UrlStyle, no),
      robots: chance.holds(ROBOTS_SHARE, Draw.Robots, no),
      scripted: chance.holds(SCRIPTED_SHARE, Draw.Scripted, no),
      entries: sortedByLemma(members.synsets, wordnet),
    };
  });
}

export function createSiteMap(wordnet: Wordnet, chance: Chance): SiteMap {
  const sites = createSites(wordnet, chance);
  const siteNos = new Int16Array(wordnet.size);
  for (const site of sites) for (const synset of site.entries) siteNos[synset] = site.no;
  const byDomain = new Map(sites.map((site) => [site.domain, site]));

  const siteOf = (synset: number): Site => sites[siteNos[synset]];
  const homeUrl = (site: Site): string => `http://${site.host}/`;
  const indexUrl = (site: Site, page: number): string => `http://${site.host}/index/${page}`;
  const noticeUrl = (site: Site, notice: Notice): string => `http://${site.host}/${notice}`;
  const madeUrls: (string | undefined)[] = new Array<string | undefined>(wordnet.size);
  const entryUrl = (synset: number): string => (madeUrls[synset] ??= makeEntryUrl(synset));
  const makeEntryUrl = (synset: number): string => {
    const site = siteOf(synset);
    const archived = site.robots && chance.holds(ARCHIVED_SHARE, Draw.Archive, synset);
    const above = site.style === 'subject' ? wordnet.firstTarget(synset, 'hypernym') : -1;
    const subject = above < 0 ? 'topics' : slug(wordnet.lemmas(above)[0]);
    return `http://${site.host}${entryPath(site, synset, slug(wordnet.lemmas(synset)[0]), archived, subject)}`;
  };
  const resolve = (site: Site, pathAndQuery: string): Target | null => {
    if (pathAndQuery === '/') return { kind: 'home', site };
    const notice = NOTICES.find((name) => pathAndQuery === `/${name}`);
    if (notice !== undefined) return { kind: 'notice', site, name: notice };
    const index = /^\/index\/(\d{1,3})$/.exec(pathAndQuery);
    if (index !== null) {
      const page = Number(index[1]);
      return page >= 1 && page <= indexPages(site) ? { kind: 'index', site, page } : null;
    }
    const entry = ENTRY_PATTERN[site.style].exec(pathAndQuery);
    const synset = entry === null ? -1 : Number(entry[1]);
    return synset >= 0 && synset < wordnet.size && siteOf(synset) === site ? { kind: 'entry', site, synset } : null;
  };

  return {
    sites,
    siteOf,
    entryUrl,
    homeUrl,
    indexUrl,
    noticeUrl,
    resolve,
    siteOfHost: (host) => byDomain.get(host.replace(/^www\./, '')) ?? null,
    urlOf: (target) => {
      switch (target.kind) {
        case 'entry':
          return entryUrl(target.synset);
        case 'home':
          return homeUrl(target.site);
        case 'index':
          return indexUrl(target.site, target.page);
        case 'notice':
          return noticeUrl(target.site, target.name);
      }
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
