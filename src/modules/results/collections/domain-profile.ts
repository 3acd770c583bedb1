/** Of a profile. */
export const BEST_PAGES = 3;
export const MOST_WORDS = 12;
export const MOST_NEIGHBOURS = 20;

export const ROBOTS_STATES = ['allowed', 'refused', 'unreachable', 'unknown'] as const;
export type RobotsState = (typeof ROBOTS_STATES)[number];

const SUMMARY_CHARS = 240;
/** Part of the text searched for a sentence: menus come first. */
const FIRST_CHARS = 2_000;
/** Shortest sentence for a summary; shorter ones are headings or menus. */
const LEAST_CHARS = 30;

/** One line that describes a site, from its home page; null if there is none. */
export function summaryOf({
  title,
  description,
  text,
}: {
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string | null;
}): string | null {
  const own = oneLine(description ?? '');
  if (own !== '') return cut(own);
  const name = oneLine(title ?? '');
  const first = firstSentence(oneLine((text ?? '').slice(0, FIRST_CHARS)), name);
  const line = [name, first].filter((part) => part !== '').join(': ');
  return line === '' ? null : cut(line);
}

function firstSentence(text: string, title: string): string {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ segment }) =>
    segment.trim(),
  );
  return sentences.find((sentence) => sentence.length >= LEAST_CHARS && sentence !== title) ?? '';
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function cut(line: string): string {
  if (line.length <= SUMMARY_CHARS) return line;
  const part = line.slice(0, SUMMARY_CHARS - 1);
  const end = part.lastIndexOf(' ');
  // Never splits a character, even in languages without spaces.
  return `${(end > SUMMARY_CHARS / 2 ? part.slice(0, end) : part).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`;
}

/** Part of the page searched for an icon. */
const HEAD_CHARS = 100_000;

/** The icon named by a page; null if it names none. @param url of the page */
export function iconOf(html: string, url: string): string | null {
  for (const [link] of html.slice(0, HEAD_CHARS).matchAll(/<link\s[^>]{1,2000}>/gi)) {
    if (!/\srel\s*=\s*["']?(?:[^"'>]{0,50}\s)?icon(?:["'\s>])/i.test(link)) continue;
    const [, quoted, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(link) ?? [];
    const href = (quoted ?? single ?? bare ?? '').trim();
    // Icons embedded in the page have no URL of their own.
    if (href !== '' && !/^data:/i.test(href) && URL.canParse(href, url)) return new URL(href, url).href;
  }
  return null;
}
