import { timeOf } from './date-text.js';
import { isObject, listOf, objectsInData } from './structured-data.js';

/**
 * Metas, and properties of microdata, with the time at which a page was published: Open Graph, Dublin Core, Highwire
 * Press (Google Scholar), schema.org, and those of common publishing systems.
 */
const METAS: ReadonlySet<string> = new Set([
  'article:published_time',
  'article:published',
  'og:article:published_time',
  'og:published_time',
  'citation_online_date',
  'citation_publication_date',
  'citation_date',
  'datepublished',
  'dc.date',
  'dc.date.created',
  'dc.date.issued',
  'dc.issued',
  'dcterms.available',
  'dcterms.created',
  'dcterms.date',
  'dcterms.issued',
  'date',
  'parsely-pub-date',
  'pubdate',
  'publication_date',
  'publish-date',
  'publishdate',
  'sailthru.date',
]);

/** Year first, or the month as a word: other dates do not say which number is the day. */
const CLEAR =
  /^(?:\d{4}[-/.]\d|\D{0,12}\d{1,2}[\s-][a-z]{3,9}\.?,?[\s-]\d{4}|(?:[a-z]{3,9}, )?[a-z]{3,9}\.? \d{1,2},? \d{4})/i;
/** In Chinese and Japanese. */
const IDEOGRAPHIC = /^(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/;
/** The basic format of ISO 8601: a date, and the places of the colons in a time. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?=$|t\d)/i;
const COLONS = /(?<=t\d\d(?:\d\d)?)(?=\d\d)/gi;
const MAX_CHARS = 60;
/** Earlier times are those of other things: the web began in 1990. */
const EARLIEST = Date.UTC(1990, 0, 1);

/** In data (JSON-LD), and as a property of an element. */
const IN_DATA =
  /"datePublished"\s{0,9}:\s{0,9}\[?\s{0,9}(?:\{\s{0,9}(?:"@type"\s{0,9}:\s{0,9}"[^"]{1,60}"\s{0,9},\s{0,9})?"@value"\s{0,9}:\s{0,9})?"([^"]{4,60})"/g;
/** Most dates of each kind that are tried. */
const MAX_DATES = 20;
/** Escapes of JSON in dates. */
const ESCAPE = /\\(?:u([\da-f]{4})|(\/))/gi;
/** Microdata, and RDFa, whose names have the prefix or the address of the vocabulary. */
const PROPERTY =
  /<[a-z][^<>]{0,400}\b(?:itemprop|property)\s?=\s?["']?(?:[\w:/.-]{1,60} ){0,3}(?:[\w:/.-]{0,60}[:/])?datePublished\b[^<>]{0,400}>([^<]{0,60})/gi;
/** `time` elements that microformats or HTML's former attribute name as the time of the publication. */
const TIME =
  /<time\b[^<>]{0,400}?\b(?:pubdate|entry-date|dt-published|published|post-date)\b[^<>]{0,400}>([^<]{0,60})/gi;
const VALUE = /\b(?:datetime|content)\s?=\s?(?:["']([^"'<>]{4,60})["']|([^\s"'<>]{4,60}))/i;

/** Epoch ms of a publication; null for a date that cannot be one. */
function publicationTime(text: string): number | null {
  const date = text.trim().replace(COMPACT, '$1-$2-$3').replace(COLONS, ':').replace(IDEOGRAPHIC, '$1/$2/$3');
  if (date.length > MAX_CHARS || !CLEAR.test(date)) return null;
  const time = timeOf(date);
  return time >= EARLIEST ? time : null;
}

/** Epoch ms of the publication that a meta tells; null if it tells none. @param name in lower case */
export const publishedByMeta = (name: string, content: string): number | null =>
  METAS.has(name) ? publicationTime(content) : null;

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, hex: string | undefined, sign: string | undefined) =>
    hex === undefined ? (sign ?? '') : String.fromCharCode(parseInt(hex, 16)),
  );

/** The first time in these texts, each with alternatives. */
function firstTime(texts: Iterable<readonly string[]>): number | null {
  let count = 0;
  for (const alternatives of texts) {
    for (const text of alternatives) {
      const time = publicationTime(text);
      if (time !== null) return time;
    }
    if (++count >= MAX_DATES) break;
  }
  return null;
}

function* datesInData(html: string): Generator<readonly string[]> {
  const dates = Array.from(html.matchAll(IN_DATA), ([, date]) => unescaped(date));
  // Of several, some are those of comments, or of other pages.
  if (dates.some((date) => date !== dates[0])) yield* datesOfPage(html);
  for (const date of dates) yield [date];
}

/** The dates of what the page's data describe, without those of objects inside it. */
function* datesOfPage(html: string): Generator<readonly string[]> {
  for (const objects of objectsInData(html))
    for (const object of objects)
      for (const date of listOf(object['datePublished'])) yield [String(isObject(date) ? date['@value'] : date)];
}

/** The values of marked elements: that of an attribute, or their text. */
function* datesOfElements(html: string, element: RegExp): Generator<readonly string[]> {
  for (const [tag, text] of html.matchAll(element)) {
    const [, quoted, bare] = VALUE.exec(tag) ?? [];
    yield [quoted ?? bare ?? '', text];
  }
}

/** Epoch ms of the publication that the data and marks of a page tell; null if they tell none. */
export function publishedIn(html: string): number | null {
  if (html.includes('datePublished')) {
    const time = firstTime(datesInData(html)) ?? firstTime(datesOfElements(html, PROPERTY));
    if (time !== null) return time;
  }
  return html.includes('<time') ? firstTime(datesOfElements(html, TIME)) : null;
}
