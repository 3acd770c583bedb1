import { foldSpace } from '../text/fold-space.js';
import { hostOf } from '../url/url-parts.js';
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
  /** The name of the site, for previews or as that of a program. */
  siteName: string;
  /** Its first heading of the first rank. */
  firstHeading: string;
  /** Epoch ms of its publication. */
  published: number | null;
  language: string;
  /** Of the locale for previews, which is often that of a template. */
  locale: string;
  /** In document order; the first that is the URL of a page counts. */
  readonly canonicalHrefs: string[];
  /** In a Link header, as the feeds below. */
  readonly headerCanonicals: string[];
  readonly headerFeeds: string[];
  /** Of the first `base` that has one, which may be empty; null if none has. */
  baseHref: string | null;
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
  siteName: '',
  firstHeading: '',
  published: null,
  language: '',
  locale: '',
  canonicalHrefs: [],
  headerCanonicals: [],
  headerFeeds: [],
  baseHref: null,
  robots: '',
  agentRobots: [],
  feedHrefs: [],
  headings: [],
});

/** Most canonical links read: pages have one or two. */
const MAX_CANONICALS = 10;

/**
 * Adds a canonical link to others, unless it names a language, medium or type: search engines take it for an alternate
 * version.
 *
 * @param version the values of `lang`, `hreflang`, `media` and `type`
 */
export function noteCanonical(hrefs: string[], href: string, version: readonly (string | null | undefined)[]): void {
  if (href.trim() !== '' && !version.some(Boolean) && hrefs.length < MAX_CANONICALS) hrefs.push(href);
}

/** RSS in both of its formats, Atom, and JSON Feed. */
const FEED_TYPE = /^\s*application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)\s*(?:;|$)/i;
/** Types of other documents too: only a title says that they are feeds. */
const XML_TYPE = /^\s*(?:text|application)\/xml\s*(?:;|$)/i;
const FEED_TITLE = /\b(?:rss|atom|feed)\b/i;
export const isFeed = (type: string, title: string): boolean =>
  FEED_TYPE.test(type) || (XML_TYPE.test(type) && FEED_TITLE.test(title));

/** Titles that editors give to every page until its author writes one. */
const UNTITLED =
  /^(?:untitled(?:[- ](?:document|page|\d+))?|new page(?: \d+)?|(?:html )?document|page title|no title|vite app|react app|(?:unbenanntes|naamloos|namnlöst) dokument|naamloos document|ohne titel|(?:document )?sans (?:nom|titre)|(?:documento )?sin título|(?:documento )?senza titolo|(?:documento )?sem título|bez tytułu|документ без названия|без названия|제목 없음|無題(?:ドキュメント)?|无标题(?:文档)?|無標題(?:文件)?|\{\{[^{}]*\}\}|undefined|null)$/iu;

/** Titles that say which part of any site a page is, and those that stand there until a script has loaded the page. */
const OF_ANY_SITE =
  /^(?:home ?page|home|index|start(?:seite|side)?|accueil|inicio|página (?:de inicio|inicial)|início|strona główna|hlavní stránka|főoldal|ana ?sayfa|главная(?: страница)?|головна|首页|首頁|ホーム|トップページ|홈|loading(?:\.{3}|…)?|(?:https?:\/\/|www\.)\S+|(?:index|default)\.\w{3,5})$/iu;
/** The template of a title without the page's own part: a separator before the name of the site. */
const OWN_PART_MISSING = /^[-–—|·•»:]\s+/u;
/** Paths of home pages, also of one language. */
const HOME_PATH = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w{3,5})?$/i;
const isHome = (url: string): boolean => URL.canParse(url) && HOME_PATH.test(new URL(url).pathname);

/**
 * The title of a page; of one without a title of its own, the one that readers take for it: an empty one, an editor's,
 * that of any site's home page, an address, or, except on the home page, the name of the site.
 */
export function titleOf(findings: PageFindings, html: string, url: string): string {
  const { title, socialTitle, firstHeading, siteName } = findings;
  const isOwn = (one: string): boolean => one !== '' && !UNTITLED.test(one) && !OF_ANY_SITE.test(one);
  const isOfSite = (one: string): boolean => [siteName, hostOf(url)].includes(one) && one !== '';
  const whole = title.replace(OWN_PART_MISSING, '');
  if (isOwn(title) && whole === title && (!isOfSite(title) || isHome(url))) return title;
  const others = [socialTitle, firstHeading].filter(isOwn);
  const other = others.find((one) => !isOfSite(one)) ?? '';
  return other || dataTitle(html) || others[0] || (isOwn(siteName) ? siteName : '') || whole;
}

/** On one line, cut at a number of characters. */
export const foldedWithin = (text: string, maxChars: number): string => cutEnd(foldSpace(text), maxChars).trimEnd();

/** Dublin Core's prefix in RDFa; in HTML a dot follows it. */
const DUBLIN_CORE = /^(dc|dcterms):/;

/** Notes the content of a meta element. @param name in lower case */
export function noteMeta(findings: PageFindings, name: string, content: string): void {
  switch (name.replace(DUBLIN_CORE, '$1.')) {
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
    case 'citation_title':
    case 'title':
      findings.socialTitle ||= foldedWithin(content, MAX_TITLE_CHARS);
      break;
    case 'og:site_name':
    case 'application-name':
    case 'apple-mobile-web-app-title':
      findings.siteName ||= foldedWithin(content, MAX_TITLE_CHARS);
      break;
    case 'content-language':
    case 'language':
    case 'dc.language':
    case 'dcterms.language':
    case 'citation_language':
      findings.language ||= declaredLanguage(content);
      break;
    case 'og:locale':
      findings.locale ||= declaredLanguage(content);
      break;
    default:
      findings.published ??= publishedByMeta(name.replace(DUBLIN_CORE, '$1.'), content);
      if (AGENT.test(name) && isRobotsContent(content) && findings.agentRobots.length < MAX_ROBOTS_AGENTS)
        findings.agentRobots.push(`${name}: ${foldSpace(content)}`);
  }
}
