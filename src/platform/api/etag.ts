import { DomainError } from '../errors/index.js';

/** Tags in `If-Match` and `If-None-Match`. */
const TAG = /(W\/)?"([^"]*)"/g;
/** Only this many characters of a header are read. */
const MAX_HEADER_CHARS = 4_096;
/** The ending of a compressed response's tag: its bytes differ, the resource does not. */
export const CODING = /~(?:br|gzip|deflate|zstd)$/;

/**
 * The entity tag of a state: an `updatedAt`, which is unique per state of a topic, or a version. Before sending, a hash
 * of the representation is appended: `"STATE.HASH"`.
 */
export function etagOf(state: Date | number): string {
  return `"${state instanceof Date ? state.getTime() : state}"`;
}

/**
 * The state named by an `If-Match` header; null if there is no condition.
 *
 * @throws DomainError PRECONDITION_FAILED for a tag that this service never issued: it matches no state
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
 * Whether a header names a tag, in any content coding, or the state within it: `"7"` of `"7.HASH"`. Weak tags count for
 * reading, but not for writing.
 */
export function namesTag(header: string, tag: string, weakToo: boolean): boolean {
  if (header.trim() === '*') return true;
  const own = tag.replaceAll('"', '');
  const names = [own, own.split('.', 1)[0]];
  return [...header.slice(0, MAX_HEADER_CHARS).matchAll(TAG)].some(
    ([, weak, text = '']) => (weakToo || weak === undefined) && names.includes(text.replace(CODING, '')),
  );
}
