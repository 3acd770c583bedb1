import { isOurs, isPutOff, meaningOf } from '../../../domain/fetching/index.js';
import type { FetchOutcome, FetchRequest } from '../../../engine/ports.js';
import { type OpenSpan, shownUrl, type SpanAttributes } from '../../../platform/telemetry/index.js';

/** Follows OpenTelemetry's conventions for HTTP clients. Omits the values of the query, which may be keys. */
export const fetchAttributes = ({ url, as = 'page' }: FetchRequest): SpanAttributes => ({
  'http.request.method': 'GET',
  'url.full': shownUrl(url),
  'gleaner.fetch.as': as,
});

/** Sets the outcome of the fetch. A deferred or aborted fetch has not failed. */
export function tellOutcome(span: OpenSpan, outcome: FetchOutcome): void {
  const { kind, redirects } = outcome;
  const status = 'httpStatus' in outcome ? (outcome.httpStatus ?? undefined) : undefined;
  span.set({
    'gleaner.outcome': kind,
    'gleaner.redirects': redirects.length,
    'http.response.status_code': status,
  });
  if (meaningOf(kind).gives === 'failure' && !isPutOff(kind) && !isOurs(kind)) span.fail(kind);
}
