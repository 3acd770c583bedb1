/**
 * A listener's position in the log of a session: everything before it was sent. It contains only positions in the log,
 * so that any process can continue from it.
 */
export interface StreamPosition {
  /** The last step of the log checked for relevant pages; -1 before the first. */
  readonly seq: number;
  /** The last event; 0 before the first. */
  readonly no: number;
  /** Fingerprint of the last progress sent; empty for none. */
  readonly progress: string;
}

export const START: StreamPosition = { seq: -1, no: 0, progress: '' };

/** Description of the format for clients. */
export const POSITION_FORM = 'an `id` of this stream, such as 1204.87.5f3c9a01';

const FORM = /^(-1|\d{1,10})\.(\d{1,10})\.([0-9a-f]{8})?$/;
const LARGEST = 2 ** 31 - 1;

export const formatPosition = ({ seq, no, progress }: StreamPosition): string => `${seq}.${no}.${progress}`;

/** @returns null if it is not a position */
export function parsePosition(text: string): StreamPosition | null {
  const parts = FORM.exec(text);
  if (parts === null) return null;
  const position = { seq: Number(parts[1]), no: Number(parts[2]), progress: parts[3] ?? '' };
  return position.seq <= LARGEST && position.no <= LARGEST ? position : null;
}

/** Whether everything up to `other` was sent at `position`. */
export const hasReached = (position: StreamPosition, other: Pick<StreamPosition, 'seq' | 'no'>): boolean =>
  position.seq >= other.seq && position.no >= other.no;
