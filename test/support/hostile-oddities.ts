import {
  CHUNKED,
  OK,
  page,
  redirectTo,
  reply,
  replyAndEnd,
  sized,
  type HostileCase,
  type HostileReport,
} from './hostile-case.js';
import { GOOD, isGood } from './hostile-http.js';
import type { HostileServer } from './hostile-server.js';

const BODY = Buffer.byteLength(GOOD);
const head = (lines: string): string => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${lines}\r\n`;
/** A response with these header lines and a good body. */
const withHead = (lines: string): HostileCase['serve'] => replyAndEnd(`${head(lines)}${GOOD}`);
const bad = (name: string, does: string, serve: HostileCase['serve']): HostileCase => ({
  name,
  does,
  serve,
  ends: 'decode',
  wire: 4_000,
});

/** The strict parser refuses it; it is requested once more and read as browsers read it. */
const lenient = (name: string, does: string, serve: HostileCase['serve']): HostileCase => ({
  ...bad(name, does, serve),
  ends: 'page',
  so: 'asked for twice, and read as browsers do',
  also: (_report, { requests }) => expect(requests).toHaveLength(2),
});

/** The case requests `/first` and is redirected to `/second`, on the same connection if it is still open. */
const notMixedUp = (report: HostileReport, { requests }: HostileServer): void => {
  expect(report.title).toBe('good');
  expect(requests).toEqual(['/first', '/second']);
};
const FORGED = sized('<title>forged</title>');
const onFirst =
  (first: (write: (bytes: string | Buffer) => void) => void): HostileCase['serve'] =>
  (socket, onRequest) =>
    onRequest(({ path }) => {
      const write = (bytes: string | Buffer): void => void socket.write(bytes, 'latin1');
      if (path === '/first') first(write);
      else write(sized(GOOD));
    });

/** Responses that bend the rules of HTTP/1.1 (RFC 9112), as in request smuggling and response splitting. */
export const ODDITIES: readonly HostileCase[] = [
  bad(
    'length-and-chunked',
    'both Content-Length and Transfer-Encoding',
    withHead(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`),
  ),
  bad(
    'chunked-and-length',
    'Transfer-Encoding, then Content-Length',
    withHead(`Transfer-Encoding: chunked\r\nContent-Length: 5\r\n`),
  ),
  bad('two-lengths', 'two different Content-Lengths', withHead(`Content-Length: ${BODY}\r\nContent-Length: 5\r\n`)),
  bad('length-list', 'Content-Length with two numbers', withHead(`Content-Length: ${BODY}, 5\r\n`)),
  lenient('negative-length', 'a negative Content-Length', withHead('Content-Length: -1\r\n')),
  lenient('signed-length', 'Content-Length with a plus sign', withHead(`Content-Length: +${BODY}\r\n`)),
  lenient('hex-length', 'Content-Length in hexadecimal', withHead('Content-Length: 0x12\r\n')),
  lenient(
    'overflowing-length',
    'Content-Length above 64 bits',
    withHead('Content-Length: 99999999999999999999999\r\n'),
  ),
  lenient('empty-length', 'an empty Content-Length', withHead('Content-Length: \r\n')),
  {
    ...bad('unknown-transfer', 'Transfer-Encoding: sevenfold', withHead('Transfer-Encoding: sevenfold\r\n')),
    ends: ['page', 'decode'],
  },
  {
    ...bad('transfer-gzip', 'Transfer-Encoding: chunked, gzip', withHead('Transfer-Encoding: chunked, gzip\r\n')),
    ends: ['page', 'decode'],
  },
  lenient('space-before-colon', "a space between a header's name and its colon", withHead('Content-Length : 5\r\n')),
  {
    ...lenient('folded-header', 'a header folded over two lines', withHead('X-Folded: a\r\n b\r\n')),
  },
  lenient(
    'folded-first',
    'a folded line right after the status line',
    replyAndEnd(`HTTP/1.1 200 OK\r\n X: y\r\n\r\n${GOOD}`),
  ),
  bad('nul-in-header', "a NUL in a header's value", withHead('X-A: a\0b\r\n')),
  bad('nul-in-name', "a NUL in a header's name", withHead('X\0A: b\r\n')),
  lenient('bare-cr-in-header', "a bare carriage return in a header's value", withHead('X-A: a\rContent-Length: 5\r\n')),
  lenient('header-without-colon', 'a header line without a colon', withHead('nonsense\r\n')),
  lenient('header-without-name', 'a header without a name', withHead(': value\r\n')),
  lenient('brackets-in-name', "brackets in a header's name", withHead('X[a]: b\r\n')),
  {
    ...bad(
      'bare-lf',
      'lines that end with LF alone',
      replyAndEnd(`HTTP/1.1 200 OK\nContent-Type: text/html\n\n${GOOD}`),
    ),
    ends: ['page', 'decode'],
  },
  {
    name: 'prototype-names',
    does: 'headers named `__proto__`, `constructor`, `hasOwnProperty`',
    ends: 'page',
    also: isGood,
    serve: page(GOOD, '__proto__: x\r\nconstructor: y\r\nhasOwnProperty: z\r\n__proto__: w\r\n'),
  },
  {
    name: 'high-bytes-in-header',
    does: 'bytes above 127 in a header',
    serve: page(GOOD, 'X-A: \xff\xfe\r\n'),
    ends: 'page',
    also: isGood,
  },
  bad('bad-status', 'a status that is no number', replyAndEnd(`HTTP/1.1 2OO OK\r\n\r\n${GOOD}`)),
  bad('long-status', 'a status of four digits', replyAndEnd(`HTTP/1.1 2000 OK\r\n\r\n${GOOD}`)),
  {
    ...bad('status-000', 'status 000', replyAndEnd('HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n')),
    ends: 'decode',
    so: 'trips the HTTP client; a failure like others',
  },
  {
    ...bad('status-999', 'status 999', replyAndEnd('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n')),
    ends: 'http-error',
  },
  {
    ...bad('http-2-line', 'a status line of HTTP/2.0', replyAndEnd(`HTTP/2.0 200 OK\r\n\r\n${GOOD}`)),
    ends: ['page', 'decode'],
  },
  { ...bad('http-0-9', 'a bare body as HTTP/0.9 had it', replyAndEnd(`<html>${GOOD}`)) },
  bad('other-protocol', 'the greeting of an SSH server', (socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
  { ...bad('mail-server', 'the greeting of a mail server', (socket) => void socket.write('220 mail.test ESMTP\r\n')) },
  bad('chunk-size-letters', 'a chunk size that is no number', reply(`${CHUNKED}zz\r\nhello\r\n`)),
  bad('chunk-size-negative', 'a negative chunk size', reply(`${CHUNKED}-1\r\nhello\r\n`)),
  { ...bad('chunk-size-huge', 'a chunk size above 64 bits', reply(`${CHUNKED}fffffffffffffffff\r\nhello\r\n`)) },
  bad('chunk-without-end', 'a chunk longer than its size', reply(`${CHUNKED}5\r\nhelloworld\r\n0\r\n\r\n`)),
  {
    ...bad('chunk-lf', 'chunk sizes that end with LF alone', reply(`${CHUNKED}12\n${GOOD}\n0\n\n`)),
    ends: ['page', 'decode', 'timeout'],
    settings: { timeoutMs: 3_000 },
  },
  {
    ...bad('chunk-size-spaces', 'spaces after a chunk size', replyAndEnd(`${CHUNKED}5  \r\nhello\r\n0\r\n\r\n`)),
    ends: ['page', 'decode'],
  },
  {
    name: 'status-204-with-body',
    does: 'status 204 with a body',
    serve: replyAndEnd(`HTTP/1.1 204 No Content\r\nContent-Length: ${BODY}\r\n\r\n${GOOD}`),
    ends: ['not-html', 'truncated', 'decode'],
    wire: 4_000,
  },
  {
    name: 'status-304-unasked',
    does: 'status 304 with a body, unasked',
    serve: replyAndEnd(`HTTP/1.1 304 Not Modified\r\nContent-Length: ${BODY}\r\n\r\n${GOOD}`),
    ends: ['http-error', 'reset'],
    wire: 4_000,
  },
  {
    name: 'status-206-unasked',
    does: 'status 206 with a part nobody asked for',
    serve: replyAndEnd(
      `HTTP/1.1 206 Partial\r\nContent-Type: text/html\r\nContent-Range: bytes 0-17/99\r\nContent-Length: ${BODY}\r\n\r\n${GOOD}`,
    ),
    ends: ['page', 'http-error'],
    wire: 4_000,
  },
  {
    name: 'upgrade-unasked',
    does: '101 Switching Protocols, unasked',
    serve: reply('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ends: ['reset', 'decode'],
  },
  {
    name: 'upgrade-header',
    does: 'a good page that offers an upgrade',
    serve: page(GOOD, 'Upgrade: h2c\r\nConnection: Upgrade\r\n'),
    ends: ['page', 'reset', 'decode'],
  },
  lenient(
    'continue-unasked',
    '100 Continue, unasked, then a page',
    reply(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), sized(GOOD)])),
  ),
  {
    name: 'early-hints',
    does: 'a few early hints, then a page',
    serve: reply(
      Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(3)), sized(GOOD)]),
    ),
    ends: 'page',
    also: isGood,
  },
  {
    name: 'hints-with-location',
    does: '103 with a Location, then a page',
    serve: reply(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLocation: file:///\r\n\r\n'), sized(GOOD)])),
    ends: 'page',
    also: isGood,
  },
  {
    name: 'answer-before-request',
    does: 'answers before it is asked',
    ends: ['page', 'reset', 'decode'],
    wire: 4_000,
    so: 'whatever it says is its own answer',
    serve: (socket, onRequest) => {
      socket.write(FORGED);
      onRequest(() => void socket.write(sized(GOOD)));
    },
  },
  {
    name: 'two-answers',
    does: 'two answers to the first request, in one piece',
    path: '/first',
    ends: 'page',
    also: notMixedUp,
    so: 'the second request gets its own answer',
    serve: onFirst((write) => write(Buffer.concat([Buffer.from(redirectTo('/second')), FORGED]))),
  },
  {
    name: 'second-answer-late',
    does: 'a second answer on the idle connection',
    path: '/first',
    settings: { hostDelayMs: 500 },
    ends: 'page',
    also: notMixedUp,
    so: 'the second request gets its own answer',
    serve: onFirst((write) => {
      write(redirectTo('/second'));
      setTimeout(() => write(FORGED), 100);
    }),
  },
  {
    name: 'longer-than-length',
    does: 'a body longer than its Content-Length, with an answer in it',
    path: '/first',
    ends: 'page',
    also: notMixedUp,
    so: 'the second request gets its own answer',
    serve: onFirst((write) =>
      write(`HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 3\r\n\r\nabc${FORGED.toString('latin1')}`),
    ),
  },
  {
    name: 'body-of-204',
    does: 'an answer in the body of a redirect that has no length',
    path: '/first',
    ends: 'page',
    also: notMixedUp,
    so: 'the second request gets its own answer',
    serve: onFirst((write) => write(`HTTP/1.1 302 Found\r\nLocation: /second\r\n\r\n${FORGED.toString('latin1')}`)),
  },
  {
    name: 'lying-close',
    does: 'Connection: close, and it stays open',
    path: '/first',
    ends: 'page',
    also: notMixedUp,
    serve: onFirst((write) =>
      write('HTTP/1.1 302 Found\r\nLocation: /second\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    ),
  },
  {
    name: 'two-types',
    does: 'two Content-Types',
    serve: replyAndEnd(
      `HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Type: text/html\r\nContent-Length: ${BODY}\r\n\r\n${GOOD}`,
    ),
    ends: ['page', 'not-html'],
  },
  {
    name: 'odd-type',
    does: 'a Content-Type full of rubbish',
    serve: replyAndEnd(
      `HTTP/1.1 200 OK\r\nContent-Type: ;;=text/html;charset=\r\nContent-Length: ${BODY}\r\n\r\n${GOOD}`,
    ),
    ends: ['page', 'not-html'],
  },
  {
    name: 'long-charset',
    does: 'a charset of 20 000 letters',
    serve: page(GOOD, `Content-Type: text/html; charset=${'a'.repeat(20_000)}\r\n`),
    ends: ['page', 'not-html'],
  },
  {
    name: 'retry-after-for-ever',
    does: 'status 503 with Retry-After: 99999999999',
    serve: reply('HTTP/1.1 503 Busy\r\nRetry-After: 99999999999\r\nContent-Length: 0\r\n\r\n'),
    ends: 'http-error',
  },
  {
    name: 'head-alone',
    does: 'no body and no length, the connection closed',
    serve: replyAndEnd(`${OK}\r\n`),
    ends: ['page', 'not-html'],
  },
];
