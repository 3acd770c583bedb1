import { FAILURE_KINDS } from '../../../domain/fetching/index.js';
import { documentOutcome, type ContentRequest } from './content/document-outcome.js';
import { failureOutcome, retryAfter, type RawDocument } from './outcome.js';
import { FetchFault, faultOf } from './fetch-fault.js';

const trail = { finalUrl: 'http://a.example/', redirects: [], fetchedAt: Date.UTC(2026, 0, 1), durationMs: 5 };

it.each([
  ['7', 7_000],
  ['0', 0],
  [' 12 ', 12_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2015 00:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
  ['999999999', 24 * 3_600_000],
  ['99999999999', 24 * 3_600_000],
  ['120 seconds', 120_000],
  ['30s', 30_000],
  ['1.5', 1_000],
  ['3, 5', 3_000],
  ['"120"', 120_000],
  ['+120', 120_000],
  [String(trail.fetchedAt / 1_000 + 90), 90_000],
  [String(trail.fetchedAt + 90_000), 90_000],
  [String(trail.fetchedAt / 1_000 - 90), 0],
  [undefined, undefined],
])('Retry-After "%s" is %s ms', (value, ms) => {
  expect(retryAfter(value, trail.fetchedAt)).toBe(ms);
});

it.each([
  [404, false],
  [403, false],
  [408, true],
  [425, true],
  [429, true],
  [430, true],
  [529, true],
  [999, false],
  [500, true],
  [501, false],
  [503, true],
  [505, false],
  [304, false],
])('status %s is retryable: %s', (httpStatus, expected) =>
  expect(failureOutcome('http-error', '', trail, { httpStatus }).retryable).toBe(expected),
);

it('tells of every kind whether it may pass', () => {
  const passing = FAILURE_KINDS.filter((kind) => failureOutcome(kind, '', trail).retryable);
  expect(passing).toEqual([
    'dns',
    'connect',
    'timeout',
    'reset',
    'truncated',
    'throttled',
    'robots-unreachable',
    'proxy',
    'render-failed',
    'deferred',
    'overloaded',
    'not-archived',
    'aborted',
  ]);
});

it('keeps what servers say on one line of bounded length', () => {
  expect(failureOutcome('tls', `a\r\nb ${'x'.repeat(1_000)}`, trail).message).toMatch(/^a b x{296}$/);
});

const asked: ContentRequest = { url: 'http://a.example/', settings: { contentTypes: ['html', 'text'] } };
const raw = (status: number, headers: Record<string, string> = {}, body = ''): RawDocument => ({
  status,
  headers: new Map(Object.entries(headers)),
  body: Buffer.from(body),
  truncated: false,
});
const never = new AbortController().signal;
const outcomeOf = (document: RawDocument, changes: Partial<ContentRequest> = {}) =>
  documentOutcome(document, trail, { ...asked, ...changes }, never);

it('calls a redirect without a target and an empty answer failures', async () => {
  expect(await outcomeOf(raw(302))).toMatchObject({ kind: 'http-error', httpStatus: 302 });
  expect(await outcomeOf(raw(204))).toMatchObject({ kind: 'not-html', httpStatus: 204 });
});

it.each([
  [302, {}, '<p>Moved <a href=/next>here</a>', { kind: 'page', httpStatus: 302 }],
  [300, {}, '<ul><li><a href=/a>a</a>', { kind: 'page', httpStatus: 300 }],
  [301, { refresh: '0;url=/next' }, '', { kind: 'page', refresh: '0;url=/next' }],
  [302, { 'content-type': 'image/png' }, 'png', { kind: 'not-html' }],
  [300, {}, '', { kind: 'http-error', message: 'HTTP status 300' }],
  [304, { refresh: '0;url=/next' }, '<p>x', { kind: 'http-error' }],
])(
  'reads a redirect without a target as the page that browsers show: %s %j %s',
  async (status, more, body, expected) => {
    expect(await outcomeOf(raw(status, { 'content-type': 'text/html', ...more }, body))).toMatchObject(expected);
  },
);

it('keeps bytes of URLs in headers as browsers request them', async () => {
  const headers = { refresh: '0;url=/caf\xc3\xa9', link: '</\xe9>; rel=next', 'content-type': 'text/html' };
  expect(await outcomeOf(raw(200, headers))).toMatchObject({ refresh: '0;url=/caf%C3%A9', link: '</%E9>; rel=next' });
});

it('makes a page of an answer without content and type that leads to another page', async () => {
  const refresh = '0;url=/next';
  expect(await outcomeOf(raw(200, { refresh }))).toMatchObject({ kind: 'page', html: '', refresh });
  expect(await outcomeOf(raw(200, { refresh, 'content-type': '' }))).toMatchObject({ kind: 'page', refresh });
  expect(await outcomeOf(raw(204, { refresh }))).toMatchObject({ kind: 'not-html' });
  expect(await outcomeOf(raw(200, { refresh, 'content-type': 'image/png' }))).toMatchObject({ kind: 'not-html' });
});

it.each([
  [429, 60_000],
  [430, 60_000],
  [529, 60_000],
  [503, 60_000],
  [404, undefined],
  [500, undefined],
])('waits after status %s by the clock of the server: %s ms', async (status, ms) => {
  // The server's clock is an hour behind.
  const headers = { date: 'Wed, 31 Dec 2025 23:00:00 GMT', 'retry-after': 'Wed, 31 Dec 2025 23:01:00 GMT' };
  expect(await outcomeOf(raw(status, headers))).toHaveProperty('httpStatus', status);
  expect(((await outcomeOf(raw(status, headers))) as { retryAfterMs?: number }).retryAfterMs).toBe(ms);
});

it('repeats what the server says of the page', async () => {
  const headers = {
    'content-type': 'text/html',
    etag: 'W/"7"',
    'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
    'x-robots-tag': 'noindex, otherbot: none',
  };
  expect(await outcomeOf(raw(200, headers))).toMatchObject({
    kind: 'page',
    etag: 'W/"7"',
    lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
    robotsTag: 'noindex, otherbot: none',
  });
  const bare = await outcomeOf(
    raw(200, { 'content-type': 'text/html', etag: `"${'x'.repeat(2_000)}"`, 'x-robots-tag': ' ' }),
  );
  expect(['etag', 'lastModified', 'robotsTag'].filter((name) => name in bare)).toEqual([]);
  const long = `${'otherbot: none, '.repeat(100)}gleanerbot: noindex`;
  expect(await outcomeOf(raw(200, { ...headers, 'x-robots-tag': long }))).toMatchObject({ robotsTag: long });
});

it('takes 304 for an answer only where it was asked for', async () => {
  expect(await outcomeOf(raw(304), { validators: { etag: '"7"', lastModified: null } })).toMatchObject({
    kind: 'not-modified',
    httpStatus: 304,
    bytes: 0,
  });
  expect(await outcomeOf(raw(304))).toMatchObject({ kind: 'http-error', retryable: false });
  expect(await outcomeOf(raw(304), { validators: { etag: null, lastModified: null } })).toMatchObject({
    kind: 'http-error',
  });
});

it('makes pages of the kinds that count alone', async () => {
  const text = raw(200, { 'content-type': 'text/plain; charset=utf-8' }, 'see http://b.example/');
  expect(await outcomeOf(text)).toMatchObject({
    kind: 'page',
    contentType: 'text/plain; charset=utf-8',
    charset: 'utf-8',
    html: expect.stringContaining('<a href="http://b.example/">'),
  });
  expect(await outcomeOf(text, { settings: { contentTypes: ['html'] } })).toMatchObject({
    kind: 'not-html',
    message: 'content type text/plain',
  });
  expect(
    await outcomeOf(raw(200, { 'content-type': 'text/html' }), { settings: { contentTypes: ['pdf'] } }),
  ).toMatchObject({ kind: 'not-html' });
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
