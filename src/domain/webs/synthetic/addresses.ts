import type { Chance } from '../../base/chance.js';
import { canonicalUrl } from '../../url/index.js';
import { Draw } from './draws.js';
import type { Sites } from './sites.js';
import type { Vocabulary } from './vocabulary.js';

/** First labels of a domain's hosts; the first host has none or `www`. */
const LABELS = ['', 'news', 'shop', 'blog', 'forum', 'docs', 'wiki', 'archive'];
const SUFFIXES = ['guide', 'world', 'notes', 'online', 'journal', 'portal', 'review', 'house', 'daily', 'club'];
const SECTIONS = ['articles', 'pages', 'stories', 'entry', 'view', 'items'];

/** The URL of each page. No table: URLs are computed from numbers, and parsed back. */
interface Addresses {
  urlOf(page: number): string;
  /** @param url in any spelling; its canonical form counts */
  pageOf(url: string): number | undefined;
}

/** @param slugOf words of a page's title as a part of its URL */
export function createAddresses(
  sites: Sites,
  vocabulary: Vocabulary,
  chance: Chance,
  slugOf: (page: number) => string,
): Addresses {
  const hostName = (host: number): string => {
    const domain = sites.domainOfHost[host];
    const first = sites.domainStarts[domain];
    const words = vocabulary.topicWords(sites.topicOfHost[first], 12);
    // Half of the domains are named after their topic, others after any subject.
    const subject = chance.holds(0.5, Draw.HostName, domain)
      ? chance.pick(words, Draw.HostName, domain, 1)
      : vocabulary.backgroundWord(0.5 + chance.below(1_000, Draw.HostName, domain, 2) / 2_000);
    const name = `${subject}-${chance.pick(SUFFIXES, Draw.HostName, domain, 3)}-${domain}.example`;
    const label = LABELS[host - first] || (chance.holds(0.5, Draw.HostName, domain, 4) ? 'www' : '');
    return label === '' ? name : `${label}.${name}`;
  };
  const urlOf = (page: number): string => {
    const host = sites.hostOf[page];
    const within = page - sites.hostStarts[host];
    const root = `http://${hostName(host)}/`;
    if (within === 0) return root;
    return `${root}${chance.pick(SECTIONS, Draw.HostName, host, 5)}/${slugOf(page)}-${within}.html`;
  };
  return {
    urlOf,
    pageOf: (url) => {
      const parts =
        /^http:\/\/(?:([a-z]+)\.)?[a-z]+-[a-z]+-(\d{1,7})\.example\/(?:[a-z]+\/[a-z-]+-(\d{1,7})\.html)?$/.exec(
          canonicalUrl(url) ?? '',
        );
      if (parts === null) return undefined;
      const domain = Number(parts[2]);
      if (domain >= sites.domains) return undefined;
      const host = sites.domainStarts[domain] + Math.max(0, LABELS.indexOf(parts[1] ?? ''));
      const page = (sites.hostStarts[host] ?? Infinity) + Number(parts[3] ?? 0);
      // Other spellings of words or numbers are no pages, so that each page has one URL.
      return page < sites.hostStarts[sites.hosts] && urlOf(page) === canonicalUrl(url) ? page : undefined;
    },
  };
}
