/** Colours of pages in a drawing. */

export type Colouring = 'relevance' | 'discovery';

const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** A colour between two of the form `#rrggbb`: the first at 0, the second at 1. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? value) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

interface Coloured {
  readonly step: number;
  readonly seq: number;
  readonly relevant: boolean;
  readonly outcome: string;
}

/** The colour of each page. @param colour a colour of the page's style by its name */
export function coloursOf(
  nodes: readonly Coloured[],
  colouring: Colouring,
  colour: (name: string) => string,
): Map<number, string> {
  const inOrder = [...nodes].sort((a, b) => a.seq - b.seq);
  const last = Math.max(1, inOrder.length - 1);
  return new Map(
    inOrder.map(({ step, relevant, outcome }, i) => {
      if (outcome !== 'PAGE') return [step, colour('rust')];
      if (colouring === 'relevance') return [step, colour(relevant ? 'leaf' : 'faint')];
      return [step, mixed(colour('sky'), colour('sun'), i / last)];
    }),
  );
}
