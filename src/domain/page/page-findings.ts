import { foldSpace } from '../text/fold-space.js';
import { declaredLanguage } from './attributes.js';
import { dataTitle } from './data-title.js';
import { publishedByMeta } from './published.js';
import { isRobotsContent } from './robots-directives.js';
import { cutEnd } from './text-flow.js';

/** Longest title, heading or description: a heading that is never closed would take in the rest of the page. */
export const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_ROBOTS_CHARS = 8_000;
/** Most metas for single robots. Pages name a handful. */
const MAX_ROBOTS_AGENTS = 20;
/** A robot's product token (RFC 9309 section 2.2.1). */
const AGENT = /^[a-z0-9_-]{1,60}$/;

/** The findings of one pass over the HTML besides text and links, in the page's own words. */
export interface PageFindings {
  title: string;
  description: string;
  /** Title and description for previews: Open Graph's, or another vocabulary's. */
  socialTitle: string;
  socialDescription: string;
  /** Its first heading of the first rank. */
  firstHeading: string;
  /** Epoch ms of its publication. */
  published: number | null;
  language: string;
  /** Of the locale for previews, which is often that of a template. */
  locale: string;
  canonicalHref: string;
  /** In a Link header, as the feeds below. */
  headerCanonical: string;
  readonly headerFeeds: string[];
  baseHref: string;
  /** Contents of all robots metas, joined by commas. */
  robots: string;
  /** Contents of metas for one agent, as `agent: content`. */
  readonly agentRobots: string[];
  readonly feedHrefs: string[];
  readonly headings: string[];
}

export const noFindings = (): PageFindings => ({
  title: '',
  description: '',
  socialTitle: '',
  socialDescription: '',
  firstHeading: '',
  published: null,
  language: '',
  locale: '',
  canonicalHref: '',
  headerCanonical: '',
  headerFeeds: [],
  baseHref: '',
  robots: '',
  agentRobots: [],
  feedHrefs: [],
  headings: [],
});

/** RSS in both of its formats, Atom, and JSON Feed. */
const FEED_TYPE = /^\s*application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)\s*(?:;|$)/i;
export const isFeedType = (type: string): boolean => FEED_TYPE.test(type);

/** Titles that editors give to every page until its author writes one. */
const UNTITLED =
  /^(?:untitled(?:[- ](?:document|page|\d+))?|new page(?: \d+)?|(?:html )?document|page title|no title|vite app|react app|(?:unbenanntes|naamloos|namnlöst) dokument|naamloos document|ohne titel|(?:document )?sans (?:nom|titre)|(?:documento )?sin título|(?:documento )?senza titolo|(?:documento )?sem título|bez tytułu|документ без названия|без названия|제목 없음|無題(?:ドキュメント)?|无标题(?:文档)?|無標題(?:文件)?|\{\{[^{}]*\}\}|undefined|null)$/iu;

/** The title of a page; of one without a title of its own, what readers take for it. */
export const titleOf = ({ title, socialTitle, firstHeading }: PageFindings, html: string): string =>
  (UNTITLED.test(title) ? '' : title) || socialTitle || firstHeading || dataTitle(html) || title;

/** On one line, cut at a number of characters. */
export const foldedWithin = (text: string, maxChars: number): string => cutEnd(foldSpace(text), maxChars).trimEnd();

/** Notes the content of a meta element. @param name in lower case */
export function noteMeta(findings: PageFindings, name: string, content: string): void {
  switch (name) {
    case 'robots':
      if (findings.robots.length < MAX_ROBOTS_CHARS)
        findings.robots += `${findings.robots === '' ? '' : ', '}${foldSpace(content)}`;
      break;
    case 'description':
      findings.description ||= foldedWithin(content, MAX_DESCRIPTION_CHARS);
      break;
    case 'og:description':
    case 'twitter:description':
    case 'dc.description':
    case 'dcterms.description':
      findings.socialDescription ||= foldedWithin(content, MAX_DESCRIPTION_CHARS);
      break;
    case 'og:title':
    case 'twitter:title':
    case 'dc.title':
    case 'dcterms.title':
    case 'title':
      findings.socialTitle ||= foldedWithin(content, MAX_TITLE_CHARS);
      break;
    case 'content-language':
    case 'language':
    case 'dc.language':
    case 'dcterms.language':
      findings.language ||= declaredLanguage(content);
      break;
    case 'og:locale':
      findings.locale ||= declaredLanguage(content);
      break;
    default:
      findings.published ??= publishedByMeta(name, content);
      if (AGENT.test(name) && isRobotsContent(content) && findings.agentRobots.length < MAX_ROBOTS_AGENTS)
        findings.agentRobots.push(`${name}: ${foldSpace(content)}`);
  }
}
