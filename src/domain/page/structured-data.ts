/** Longest data that are read, and most blocks of them: pages have some kilobytes in one or two. */
const MAX_DATA_CHARS = 200_000;
const MAX_BLOCKS = 10;
/** Most objects of a graph that are examined. */
const MAX_OBJECTS = 200;

const DATA_START = /<script\b[^<>]{0,400}\bapplication\/ld\+json\b[^<>]{0,400}>/gi;
const DATA_END = '</script';

/** An object of JSON-LD by the names of its properties. */
export type Fields = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The values of a property, which may be a list. */
export const listOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).slice(0, MAX_OBJECTS);

/**
 * The objects that each block of a page's JSON-LD describes, and behind them the main things that they are about; no
 * others inside them, such as comments and entries of lists.
 */
export function* objectsInData(html: string): Generator<readonly Fields[]> {
  let blocks = 0;
  for (const { 0: tag, index } of html.matchAll(DATA_START)) {
    if (++blocks > MAX_BLOCKS) break;
    const start = index + tag.length;
    const end = html.indexOf(DATA_END, start);
    if (end === -1 || end - start > MAX_DATA_CHARS) continue;
    const objects = listOf(parsed(html.slice(start, end)))
      .flatMap((one) => (isObject(one) ? listOf(one['@graph'] ?? one) : []))
      .filter(isObject);
    const things = objects.flatMap((one) => listOf(one['mainEntity'])).filter(isObject);
    yield [...objects, ...things.slice(0, MAX_OBJECTS)];
  }
}

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
