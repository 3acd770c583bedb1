import { DomainError } from '../errors/index.js';

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
