/** A unified difference of two texts, a sentence a line, as parts that can be marked. */

interface Piece {
  readonly text: string;
  /** Whether it is what the line before or after does not have. */
  readonly isMarked: boolean;
}

export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly pieces: readonly Piece[];
}

/** Lines that stand together. Between two hunks the texts are alike. */
export type Hunk = readonly DifferenceLine[];

const wordsOf = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];

/** Number of elements at the beginning of both that are alike. */
function alike(first: readonly string[], second: readonly string[], most: number): number {
  let n = 0;
  while (n < most && first[n] === second[n]) n++;
  return n;
}

/** One line as pieces: what it has between a beginning and an end that both lines have is marked. */
function piecesOf(words: readonly string[], start: number, end: number): Piece[] {
  const parts = [
    { text: words.slice(0, start).join(''), isMarked: false },
    { text: words.slice(start, words.length - end).join(''), isMarked: true },
    { text: words.slice(words.length - end).join(''), isMarked: false },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** A changed line before and after. Lines with nothing in common are marked as a whole. */
function pairOf(before: string, after: string): readonly [Piece[], Piece[]] {
  const [first, second] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(first.length, second.length);
  const start = alike(first, second, shorter);
  const end = alike(first.toReversed(), second.toReversed(), shorter - start);
  return [piecesOf(first, start, end), piecesOf(second, start, end)];
}

/** Removed lines and the added ones that took their places. */
function changedLines(removed: readonly string[], added: readonly string[]): DifferenceLine[] {
  const whole = (kind: 'removed' | 'added', text: string): DifferenceLine => ({
    kind,
    pieces: [{ text, isMarked: true }],
  });
  if (removed.length !== added.length)
    return [...removed.map((text) => whole('removed', text)), ...added.map((text) => whole('added', text))];
  const pairs = removed.map((text, i) => pairOf(text, added[i] ?? ''));
  return pairs.flatMap(([before, after]): DifferenceLine[] => [
    { kind: 'removed', pieces: before },
    { kind: 'added', pieces: after },
  ]);
}

/** The hunks of a unified difference without its header. */
export function hunksOf(difference: string): Hunk[] {
  const hunks: DifferenceLine[][] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    if (removed.length + added.length === 0) return;
    if (hunks.length === 0) hunks.push([]);
    hunks.at(-1)?.push(...changedLines(removed, added));
    [removed, added] = [[], []];
  };
  for (const line of difference.split('\n')) {
    const [sign, text] = [line.charAt(0), line.slice(1)];
    if (sign === '-') {
      if (added.length > 0) flush();
      removed.push(text);
      continue;
    }
    if (sign === '+') {
      added.push(text);
      continue;
    }
    flush();
    if (sign === '@') hunks.push([]);
    else if (sign === ' ') {
      if (hunks.length === 0) hunks.push([]);
      hunks.at(-1)?.push({ kind: 'same', pieces: [{ text, isMarked: false }] });
    }
  }
  flush();
  return hunks.filter((hunk) => hunk.length > 0);
}
