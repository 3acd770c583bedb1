import { feedTitle } from './feed-title.js';
import { type Fields, isObject, listOf, objectsInData } from './structured-data.js';

const MAX_TITLE_CHARS = 500;

/** Types whose name is the page's title. Those of sites, people and paths of navigation have names too. */
const OF_PAGES =
  /(?:Page|Article|Posting|Product|Recipe|Event|Course|Book|Movie|Dataset|Video\w*|HowTo|Report|CreativeWork)$/;

const HEADLINE = /<[a-z][^<>]{0,400}\bitemprop\s?=\s?["']?headline\b[^<>]{0,400}>([^<]{1,500})/i;
/** A name without text of its own may be that of the author. */
const NAME = /<meta\b[^<>]{0,400}\bitemprop\s?=\s?["']?(?:headline|name)\b[^<>]{0,400}>/i;
const CONTENT = /\bcontent\s?=\s?(?:"([^"<>]{1,500})"|'([^'<>]{1,500})')/i;

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
  for (const objects of objectsInData(html)) {
    const title = titleOfData(objects);
    if (title !== '') return title;
  }
  return '';
}

/** A page's own title comes before that of the thing that it is about. */
function titleOfData(objects: readonly Fields[]): string {
  const headline = objects.map((one) => firstTextOf(one['headline'])).find((one) => one !== '');
  const names = objects.filter((one) => isOfPage(one['@type'])).map((one) => firstTextOf(one['name']));
  return headline ?? names.find((one) => one !== '') ?? '';
}

const isOfPage = (type: unknown): boolean =>
  (Array.isArray(type) ? type : [type]).some((one) => OF_PAGES.test(textOf(one)));
