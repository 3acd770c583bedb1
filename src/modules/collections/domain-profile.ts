/** Of a profile. */
export const BEST_PAGES = 3;
export const MOST_WORDS = 12;
export const MOST_NEIGHBOURS = 20;

export const ROBOTS_STATES = ['allowed', 'refused', 'unreachable', 'unknown'] as const;
export type RobotsState = (typeof ROBOTS_STATES)[number];

const SUMMARY_CHARS = 240;
/** Sentences that are looked at: menus come before what is said. */
const FIRST_CHARS = 2_000;
/** A sentence that says something; less is a heading or a menu. */
const LEAST_CHARS = 30;

/** One line that says what a site is, by its home page; null if that says nothing. */
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
  // Never half a character, also where a language has no spaces.
  return `${(end > SUMMARY_CHARS / 2 ? part.slice(0, end) : part).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`;
}

/** The head of a page has its icon. */
const HEAD_CHARS = 100_000;

/** The icon that a page names; null if it names none. @param url of the page */
export function iconOf(html: string, url: string): string | null {
  for (const [link] of html.slice(0, HEAD_CHARS).matchAll(/<link\s[^>]{1,2000}>/gi)) {
    if (!/\srel\s*=\s*["']?(?:[^"'>]{0,50}\s)?icon(?:["'\s>])/i.test(link)) continue;
    const [, quoted, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(link) ?? [];
    const href = (quoted ?? single ?? bare ?? '').trim();
    // Icons within the page have no URL of their own.
    if (href !== '' && !/^data:/i.test(href) && URL.canParse(href, url)) return new URL(href, url).href;
  }
  return null;
}
