import { structuredPatch } from 'diff';

/** Characters of a difference, at most. */
export const MAX_DIFFERENCE_CHARS = 8_000;
/** Of one line in it. */
const MAX_LINE_CHARS = 500;
/** Lines that may have come and gone for a difference to be worth looking for: its cost grows with their number. */
const MOST_EDITS = 300;
/** Lines around a change that are shown as well. */
const CONTEXT_LINES = 1;

/** How two texts of a page differ. */
export interface TextChange {
  /** A unified difference of their lines, without the header that names files. */
  readonly difference: string;
  /** Whether the difference is longer than what is kept of it. */
  readonly truncated: boolean;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

export interface ComparisonSettings {
  /** Whether texts that differ in their numbers alone count as the same: dates, times, counters. */
  readonly ignoreNumbers: boolean;
}

/** What counts of a line: spaces do not. */
function essence(line: string, { ignoreNumbers }: ComparisonSettings): string {
  const words = line.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return ignoreNumbers ? words.replaceAll(/\p{N}+(?:[.,:]\p{N}+)*/gu, '0') : words;
}

/** Blocks of the text, and the sentences in them. */
const linesOf = (text: string): string[] => text.split(/\n|(?<=[.!?…。！？])\s/u).filter((line) => line.trim() !== '');

/**
 * How the text of a page has changed; null when it has not. Other spaces and line breaks are no change, and other numbers none where they are ignored.
 *
 * Where more than some hundred lines differ, no difference is looked for, and all lines count as removed and added. So the time is bounded.
 */
export function textChange(before: string, after: string, settings: ComparisonSettings): TextChange | null {
  if (essence(before, settings) === essence(after, settings)) return null;
  const [old, now] = [linesOf(before), linesOf(after)];
  const known = new Map([...old, ...now].map((line) => [`${line}\n`, essence(line, settings)]));
  const options = {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    // The types of the library do not know that its lines are compared by this, as its other parts are.
    comparator: (a: string, b: string): boolean => known.get(a) === known.get(b),
  };
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  const patch = structuredPatch('', '', text(old), text(now), '', '', options);
  const hunks = patch?.hunks ?? [
    {
      ...{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length },
      lines: [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)],
    },
  ];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  // Sentences were only put together or taken apart in another way.
  if (lines.length === 0) return null;
  const head = (hunk: Omit<(typeof hunks)[0], 'lines'>): string =>
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  return {
    ...shortened(hunks.flatMap((hunk) => [head(hunk), ...hunk.lines])),
    linesAdded: lines.filter((line) => line.startsWith('+')).length,
    linesRemoved: lines.filter((line) => line.startsWith('-')).length,
  };
}

/** The lines as one text, cut where it becomes too long. */
function shortened(lines: readonly string[]): Pick<TextChange, 'difference' | 'truncated'> {
  const kept: string[] = [];
  let [chars, truncated] = [0, false];
  for (const line of lines) {
    const short = line.length > MAX_LINE_CHARS ? `${cut(line, MAX_LINE_CHARS)}…` : line;
    chars += short.length + 1;
    truncated ||= short !== line;
    if (chars > MAX_DIFFERENCE_CHARS) return { difference: kept.join('\n'), truncated: true };
    kept.push(short);
  }
  return { difference: kept.join('\n'), truncated };
}

/** The beginning of a text; no surrogate pair is cut in two. */
export function cut(text: string, chars: number): string {
  const end = text.charCodeAt(chars - 1);
  return text.slice(0, end >= 0xd800 && end < 0xdc00 ? chars - 1 : chars);
}
