import { meaningOf, paceOfStatus } from '../../../../domain/fetching/index.js';
import type { HostEvidence } from '../../../../domain/politeness/index.js';
import { faultOf } from '../fetch-fault.js';
import { answeredAt, type RawDocument, retryAfter } from '../outcome.js';

/** @param startedAt of the request, by the monotonic clock; `now` epoch ms */
export function evidenceOfResponse(
  { status, headers }: Pick<RawDocument, 'status' | 'headers'>,
  startedAt: number,
  tookMs: number,
  now: number,
): HostEvidence {
  return {
    verdict: paceOfStatus(status),
    startedAt,
    tookMs,
    retryAfterMs: retryAfter(headers.get('retry-after'), answeredAt({ headers }, now)) ?? null,
  };
}

/** Undefined for errors that say nothing about the host: a request aborted by the caller, or refused by the guard. */
export function evidenceOfFault(error: unknown, startedAt: number, tookMs: number): HostEvidence | undefined {
  const kind = faultOf(error)?.kind;
  const verdict = kind === undefined ? undefined : meaningOf(kind).pace;
  return verdict === undefined ? undefined : { verdict, startedAt, tookMs, retryAfterMs: null };
}
