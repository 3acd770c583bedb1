import type { HostEvidence, HostVerdict } from '../../../domain/politeness/index.js';
import type { FailureKind } from '../../../engine/ports.js';
import { faultOf } from '../fetch-fault.js';
import { answeredAt, type RawDocument, retryAfter } from '../outcome.js';

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

/** What a failed request says of its host; the kinds that are missing say nothing, or that it answered. */
const VERDICT_OF_FAULT: Partial<Readonly<Record<FailureKind, HostVerdict>>> = {
  dns: 'unreachable',
  connect: 'unreachable',
  tls: 'unreachable',
  timeout: 'error',
  reset: 'error',
  truncated: 'error',
  decode: 'fine',
  'too-large': 'fine',
};

/** @param startedAt of the request, by the clock that never jumps; `now` epoch ms */
export function evidenceOfResponse(
  { status, headers }: Pick<RawDocument, 'status' | 'headers'>,
  startedAt: number,
  tookMs: number,
  now: number,
): HostEvidence {
  const verdict =
    status === TOO_MANY_REQUESTS
      ? 'throttled'
      : status === SERVICE_UNAVAILABLE
        ? 'overloaded'
        : status >= 500
          ? 'error'
          : 'fine';
  return {
    verdict,
    startedAt,
    tookMs,
    retryAfterMs: retryAfter(headers.get('retry-after'), answeredAt({ headers }, now)) ?? null,
  };
}

/** Undefined for what says nothing of the host: a request given up by the caller, or refused by the guard. */
export function evidenceOfFault(error: unknown, startedAt: number, tookMs: number): HostEvidence | undefined {
  const kind = faultOf(error)?.kind;
  const verdict = kind === undefined ? undefined : VERDICT_OF_FAULT[kind];
  return verdict === undefined ? undefined : { verdict, startedAt, tookMs, retryAfterMs: null };
}
