import type { JSX } from 'preact';
import { placeToEnd } from '../../../src/domain/text/cut-text.js';

/**
 * A text of the web, with the words marked that the service has found in it; cut between words where it is longer than
 * `most`.
 *
 * @param marks start and end of each in turn
 */
export function Marked({
  text,
  marks,
  most = Infinity,
}: {
  readonly text: string;
  readonly marks: readonly number[];
  readonly most?: number;
}): JSX.Element {
  const end = placeToEnd(text, most);
  const parts: (JSX.Element | string)[] = [];
  let at = 0;
  for (let i = 0; i < marks.length; i += 2) {
    const [from, to] = marks.slice(i, i + 2);
    if (from === undefined || to === undefined || to > end) break;
    parts.push(text.slice(at, from), <mark key={i}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at, end)}
      {end < text.length && '…'}
    </>
  );
}
