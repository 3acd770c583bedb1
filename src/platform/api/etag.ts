import { DomainError } from '../errors/index.js';

/** Tags in `If-Match` and `If-None-Match`. */
const TAG = /(W\/)?"([^"]*)"/g;
/** Only so much of a header is looked at. */
const MAX_HEADER_CHARS = 4_096;
/** How the tag of a compressed answer ends: the bytes are others, the resource is not. */
export const CODING = /~(?:br|gzip|deflate|zstd)$/;

/**
 * The entity tag of a state: an `updatedAt`, which no two states of a topic share, or a version. On its way out it gets a hash of the representation
 * behind it: `"STATE.HASH"`.
 */
export function etagOf(state: Date | number): string {
  return `"${state instanceof Date ? state.getTime() : state}"`;
}

/**
 * The state an `If-Match` header names; null when there is no condition.
 *
 * @throws DomainError PRECONDITION_FAILED for a tag that this service never gave out: it matches no state
 */
export function stateOfEtag(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const match = /^\s*"(\d{1,15})(?:\.[\w-]+(?:~\w+)?)?"\s*$/.exec(header);
  if (!match)
    throw new DomainError('PRECONDITION_FAILED', 'If-Match does not name a state of this object', {
      field: 'If-Match',
      allowed: 'the ETag of an earlier answer',
    });
  return Number(match[1]);
}

/**
 * Whether a header names a tag, whatever coding it was sent in, or the state within it: `"7"` of `"7.HASH"`. Weak tags are as good for reading, and none
 * for writing.
 */
export function namesTag(header: string, tag: string, weakToo: boolean): boolean {
  if (header.trim() === '*') return true;
  const own = tag.replaceAll('"', '');
  const names = [own, own.split('.', 1)[0]];
  return [...header.slice(0, MAX_HEADER_CHARS).matchAll(TAG)].some(
    ([, weak, text = '']) => (weakToo || weak === undefined) && names.includes(text.replace(CODING, '')),
  );
}
