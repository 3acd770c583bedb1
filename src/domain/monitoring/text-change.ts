import { structuredPatch } from 'diff';

/** Longest difference, characters. */
export const MAX_DIFFERENCE_CHARS = 8_000;
/** Longest line in it. */
const MAX_LINE_CHARS = 500;
/** Characters before the first difference of two longer lines. */
const LEAD_CHARS = 100;
/** Most added and removed lines for which a difference is computed: the cost grows with their number. */
const MOST_EDITS = 300;
/** Context lines around a change. */
const CONTEXT_LINES = 1;

/** The difference between two texts of a page. */
export interface TextChange {
  /** A unified diff of their lines, without the header with file names. */
  readonly difference: string;
  /** Whether the diff was cut. */
  readonly truncated: boolean;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

export interface ComparisonSettings {
  /** Whether differences only in numbers (dates, times, counters) are ignored. */
  readonly ignoreNumbers: boolean;
}

/** With sign and separators: `-3`, `1,234.5`, `1 234`, `1’234`, `17:30`. */
const NUMBER = /(?:(?<![\p{L}\p{N}])[-+−])?\p{N}+(?:[.,:'’ ]\p{N}+)*/gu;

/** The significant part of a line, without spaces. */
function essence(line: string, { ignoreNumbers }: ComparisonSettings): string {
  const words = line.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return ignoreNumbers ? words.replaceAll(NUMBER, '0') : words;
}

/** The end of a block or of a sentence. In scripts without spaces, none follows a sentence. */
const LINE_END = /\n|(?<=[\p{Sentence_Terminal}…])\s|(?<=[。！？｡][」』”’）]*)(?![」』”’）。！？｡\s])/u;

/** Splits a text into blocks, and blocks into sentences. */
const linesOf = (text: string): string[] => text.split(LINE_END).filter((line) => line.trim() !== '');

/**
 * The change of a page's text; null if there is none. Differences in spaces and line breaks are ignored, and
 * differences in numbers if so set.
 *
 * If more than some hundred lines differ, no diff is computed, and all lines count as removed and added, which bounds
 * the time.
 */
export function textChange(before: string, after: string, settings: ComparisonSettings): TextChange | null {
  if (essence(before, settings) === essence(after, settings)) return null;
  const [old, now] = [linesOf(before), linesOf(after)];
  const known = new Map([...old, ...now].map((line) => [`${line}\n`, essence(line, settings)]));
  const options = {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    // The library's types do not declare that lines are compared by this function too.
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
  // Sentences were only joined or split differently.
  if (lines.length === 0) return null;
  const head = (hunk: Omit<(typeof hunks)[0], 'lines'>): string =>
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
  return {
    ...shortened(hunks.flatMap((hunk) => [head(hunk), ...focused(hunk.lines)])),
    linesAdded: lines.filter((line) => line.startsWith('+')).length,
    linesRemoved: lines.filter((line) => line.startsWith('-')).length,
  };
}

/**
 * Leaves out the common beginning of a long removed line and the added one in its place, which would be all of them.
 */
function focused(lines: readonly string[]): string[] {
  const shown = [...lines];
  for (let at = 0; at < lines.length; at++) {
    const removed = at;
    while (lines[at]?.startsWith('-')) at++;
    const added = at;
    for (let i = 0; i < added - removed && lines[added + i]?.startsWith('+'); i++) {
      const [one, other] = [lines[removed + i], lines[added + i]];
      let same = 1;
      while (same < one.length && one[same] === other[same]) same++;
      if (same <= MAX_LINE_CHARS - LEAD_CHARS) continue;
      const from = cut(one, same - LEAD_CHARS).length;
      shown[removed + i] = `-…${one.slice(from)}`;
      shown[added + i] = `+…${other.slice(from)}`;
      at = added + i;
    }
  }
  return shown;
}

/** Joins the lines to a text, cut at the limit. */
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

/** The beginning of a text, without half of a surrogate pair. */
export function cut(text: string, chars: number): string {
  const end = text.charCodeAt(chars - 1);
  return text.slice(0, end >= 0xd800 && end < 0xdc00 ? chars - 1 : chars);
}
