import { feedTitle } from './feed-title.js';

/** Longest data that are read, and most blocks of them: pages have some kilobytes in one or two. */
const MAX_DATA_CHARS = 200_000;
const MAX_BLOCKS = 10;
/** Most objects of a graph that are examined. */
const MAX_OBJECTS = 200;
const MAX_TITLE_CHARS = 500;

const DATA_START = /<script\b[^<>]{0,400}\bapplication\/ld\+json\b[^<>]{0,400}>/gi;
const DATA_END = '</script';
/** Types whose name is the page's title. Those of sites, people and paths of navigation have names too. */
const OF_PAGES =
  /(?:Page|Article|Posting|Product|Recipe|Event|Course|Book|Movie|Dataset|Video\w*|HowTo|Report|CreativeWork)$/;

const HEADLINE = /<[a-z][^<>]{0,400}\bitemprop\s?=\s?["']?headline\b[^<>]{0,400}>([^<]{1,500})/i;
/** A name without text of its own may be that of the author. */
const NAME = /<meta\b[^<>]{0,400}\bitemprop\s?=\s?["']?(?:headline|name)\b[^<>]{0,400}>/i;
const CONTENT = /\bcontent\s?=\s?(?:"([^"<>]{1,500})"|'([^'<>]{1,500})')/i;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first text of a value: a text, an object with one, or a list of them; '' if there is none. */
const firstTextOf = (value: unknown): string =>
  listOf(value)
    .map((one) => textOf(isObject(one) ? one['@value'] : one).trim())
    .find((one) => one !== '') ?? '';

/** The title that a page's structured data give, JSON-LD or microdata, as plain text; '' if they give none. */
export function dataTitle(html: string): string {
  const title = (html.includes('ld+json') ? titleInData(html) : '') || (html.includes('itemprop') ? marked(html) : '');
  return feedTitle(title.slice(0, MAX_TITLE_CHARS), null);
}

function marked(html: string): string {
  const [, double, single] = CONTENT.exec(NAME.exec(html)?.[0] ?? '') ?? [];
  return HEADLINE.exec(html)?.[1].trim() || (double ?? single ?? '');
}

function titleInData(html: string): string {
  let blocks = 0;
  for (const { 0: tag, index } of html.matchAll(DATA_START)) {
    if (++blocks > MAX_BLOCKS) break;
    const start = index + tag.length;
    const end = html.indexOf(DATA_END, start);
    if (end === -1 || end - start > MAX_DATA_CHARS) continue;
    const title = titleOfData(parsed(html.slice(start, end)));
    if (title !== '') return title;
  }
  return '';
}

/** A page's own title comes before that of the thing that it is about. */
function titleOfData(data: unknown): string {
  const objects = listOf(data)
    .flatMap((one) => (isObject(one) ? listOf(one['@graph'] ?? one) : []))
    .filter(isObject);
  const things = objects.flatMap((one) => listOf(one['mainEntity'])).filter(isObject);
  const titles = [...objects, ...things.slice(0, MAX_OBJECTS)];
  const headline = titles.map((one) => firstTextOf(one['headline'])).find((one) => one !== '');
  const names = titles.filter((one) => isOfPage(one['@type'])).map((one) => firstTextOf(one['name']));
  return headline ?? names.find((one) => one !== '') ?? '';
}

const isOfPage = (type: unknown): boolean =>
  (Array.isArray(type) ? type : [type]).some((one) => OF_PAGES.test(textOf(one)));

const listOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, MAX_OBJECTS);

/** Strings, which stay, and commas behind the last member. */
const TRAILING_COMMA = /("(?:[^"\\]+|\\[^])*(?:"|\\?$))|,(?=\s*[}\]])/g;

/** The data in a block, also with the mistakes that search engines forgive; null if it has others. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return repaired(json);
  }
}

/** Without the signs around it that hid it from old browsers, line ends in strings, and superfluous commas. */
function repaired(json: string): unknown {
  const text = json.replaceAll('<![CDATA[', '').replaceAll(']]>', '').replace(/\s/g, ' ');
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  try {
    return JSON.parse(text.slice(Math.max(0, text.search(/[{[]/)), end).replace(TRAILING_COMMA, '$1')) as unknown;
  } catch {
    return null;
  }
}
