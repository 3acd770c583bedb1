/** A piece of a text, with whether it is one of the words that are looked for. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+');

/** The beginning of a text, cut at a space, in pieces: where keywords begin a word they are marked, with the end of that word. */
export function markedText(text: string, keywords: readonly string[], most: number): Piece[] {
  const short = text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most) + 1 || most)}…`;
  const words = keywords.map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0) return short === '' ? [] : [{ text: short, isMarked: false }];
  // Longer ones first: a phrase is marked as a whole.
  const alternatives = [...words].sort((a, b) => b.length - a.length).map(escaped);
  const found = new RegExp(`(?<![\\p{L}\\p{N}])((?:${alternatives.join('|')})[\\p{L}\\p{N}]*)`, 'giu');
  return short
    .split(found)
    .map((piece, i) => ({ text: piece, isMarked: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
