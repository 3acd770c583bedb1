import { FAILURE_KINDS } from '../../engine/ports.js';
import { documentOutcome, failureOutcome, isRetryableStatus, retryAfter } from './outcome.js';
import { FetchFault, faultOf } from './fetch-fault.js';

const trail = { finalUrl: 'http://a.example/', redirects: [], fetchedAt: Date.UTC(2026, 0, 1), durationMs: 5 };

it.each([
  ['7', 7_000], ['0', 0], [' 12 ', 12_000], ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000], ['Thu, 01 Jan 2015 00:00:00 GMT', 0], ['soon', undefined], ['-5', 0],
  ['999999999', 24 * 3_600_000], [undefined, undefined],
])('Retry-After "%s" is %s ms', (value, ms) => {
  expect(retryAfter(value, trail.fetchedAt)).toBe(ms);
});

it.each([[404, false], [403, false], [408, true], [425, true], [429, true], [500, true], [501, false], [503, true], [505, false], [304, false]])(
  'status %s is retryable: %s', (status, expected) => expect(isRetryableStatus(status)).toBe(expected),
);

it('tells of every kind whether it may pass', () => {
  const passing = FAILURE_KINDS.filter((kind) => failureOutcome(kind, '', trail).retryable);
  expect(passing).toEqual(['dns', 'connect', 'timeout', 'reset', 'robots-unreachable', 'render-failed', 'aborted']);
});

it('keeps what servers say on one line of bounded length', () => {
  expect(failureOutcome('tls', `a\r\nb ${'x'.repeat(1_000)}`, trail).message).toMatch(/^a b x{296}$/);
});

it('calls a redirect without a target and an empty answer failures', () => {
  const empty = { headers: new Map<string, string>(), body: Buffer.alloc(0), truncated: false };
  expect(documentOutcome({ ...empty, status: 302 }, trail)).toMatchObject({ kind: 'http-error', httpStatus: 302 });
  expect(documentOutcome({ ...empty, status: 204 }, trail)).toMatchObject({ kind: 'not-html', httpStatus: 204 });
});

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });
it.each<[unknown, string | null]>([
  [withCode('ENOTFOUND'), 'dns'],
  [withCode('EAI_AGAIN'), 'dns'],
  [withCode('ECONNREFUSED'), 'connect'],
  [new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]), 'connect'],
  [withCode('ETIMEDOUT'), 'timeout'],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
  [withCode('CERT_HAS_EXPIRED'), 'tls'],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls'],
  [withCode('ECONNRESET'), 'reset'],
  [withCode('HPE_INVALID_CONSTANT'), 'decode'],
  [new TypeError('fetch failed', { cause: withCode('EPIPE') }), 'reset'],
  [new FetchFault('blocked-address', 'x'), 'blocked-address'],
  [new TypeError('a bug'), null],
  ['text', null],
])('%s means %s', (error, kind) => {
  expect(faultOf(error)?.kind ?? null).toBe(kind);
});
