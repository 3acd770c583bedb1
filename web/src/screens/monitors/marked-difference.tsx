import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type DifferenceLine, hunksOf } from './difference.js';

function Line({ line: { kind, pieces } }: { readonly line: DifferenceLine }): JSX.Element {
  const text = pieces.map(({ text, isMarked }, i) => (isMarked ? <mark key={i}>{text}</mark> : text));
  if (kind === 'same') return <p dir="auto">{text}</p>;
  return kind === 'added' ? (
    <p dir="auto">
      <ins>{text}</ins>
    </p>
  ) : (
    <p dir="auto">
      <del>{text}</del>
    </p>
  );
}

/** A change of a text: what was taken out and what was put in, with the words marked that differ. */
export function MarkedDifference({
  difference,
  isCut,
}: {
  readonly difference: string;
  readonly isCut: boolean;
}): JSX.Element {
  const hunks = useMemo(() => hunksOf(difference), [difference]);
  return (
    <div class="difference" role="group" aria-label="Change of the text" tabIndex={0}>
      {hunks.map((hunk, i) => (
        <div key={i}>
          {hunk.map((line, at) => (
            <Line key={at} line={line} />
          ))}
        </div>
      ))}
      {isCut && <p class="note">The change is longer than what is kept of it.</p>}
    </div>
  );
}
