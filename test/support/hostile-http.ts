import {
  answers,
  CHUNKED,
  DEFAULT_WIRE,
  dripAfter,
  floodAfter,
  forever,
  HEAD_WIRE,
  HOSTILE_MAX_BYTES,
  OK,
  page,
  redirectTo,
  reply,
  replyAndEnd,
  sized,
  SLOW,
  type HostileCase,
} from './hostile-case.js';

const GOOD = '<title>good</title>';
/** Malformed responses: anything in HTTP that is not a body is read up to this limit. */
const ANSWER_WIRE = 140 * 1024 * 1024;

const isGood: HostileCase['also'] = (report) => expect(report.title).toBe('good');
const whole: HostileCase['also'] = (report) => expect(report.bytes).toBe(HOSTILE_MAX_BYTES);
const nothing = (): void => undefined;

/** Answers without end. */
export const SIZES: readonly HostileCase[] = [
  {
    name: 'endless-chunks',
    does: 'a chunked body without end',
    serve: floodAfter(CHUNKED, `10000\r\n${'a'.repeat(65_536)}\r\n`),
    ends: 'page',
    truncated: true,
    also: whole,
  },
  {
    name: 'endless-until-close',
    does: 'a body without length and without end',
    serve: floodAfter(`${OK}\r\n`, 'a'.repeat(65_536)),
    ends: 'page',
    truncated: true,
    also: whole,
  },
  {
    name: 'endless-sized',
    does: 'Content-Length 9 000 000 000 000 000 and as much body',
    ends: 'page',
    truncated: true,
    also: whole,
    serve: floodAfter(`${OK}Content-Length: 9000000000000000\r\n\r\n`, 'a'.repeat(65_536)),
  },
  {
    name: 'tiny-chunks',
    does: 'a body without end in chunks of one byte',
    serve: floodAfter(CHUNKED, '1\r\na\r\n'),
    ends: 'page',
    truncated: true,
    also: whole,
    wire: 7 * HOSTILE_MAX_BYTES,
    memoryMb: 48,
    so: 'a byte costs no buffer of its own',
  },
  {
    name: 'endless-header',
    does: 'one header without end',
    serve: floodAfter(`${OK}X-Large: `, 'a'.repeat(65_536)),
    ends: 'too-large',
    wire: HEAD_WIRE,
  },
  {
    name: 'million-headers',
    does: 'a million headers',
    serve: floodAfter(OK, 'X-A: 1\r\n'),
    ends: 'too-large',
    wire: HEAD_WIRE,
  },
  {
    name: 'million-cookies',
    does: 'the same header over and over',
    serve: floodAfter(OK, 'Set-Cookie: a=b\r\n'),
    ends: 'too-large',
    wire: HEAD_WIRE,
  },
  {
    name: 'sixteen-thousand-headers',
    does: '12 000 empty headers, just below the limit',
    serve: page(GOOD, 'a:\r\n'.repeat(12_000)),
    ends: 'page',
    also: isGood,
  },
  {
    name: 'endless-status-line',
    does: 'a reason phrase without end',
    serve: floodAfter('HTTP/1.1 200 ', 'a'.repeat(65_536)),
    ends: 'too-large',
    wire: ANSWER_WIRE,
    memoryMb: 64,
  },
  {
    name: 'endless-blank-lines',
    does: 'blank lines without end before the status line',
    serve: floodAfter('\r\n', '\r\n'),
    ends: 'too-large',
    wire: ANSWER_WIRE,
    memoryMb: 64,
  },
  {
    name: 'endless-chunk-extension',
    does: 'a chunk extension without end',
    serve: floodAfter(`${CHUNKED}5;x=`, 'a'.repeat(65_536)),
    ends: 'too-large',
    wire: ANSWER_WIRE,
    memoryMb: 64,
  },
  {
    name: 'endless-trailers',
    does: 'trailers without end after a short body',
    serve: floodAfter(`${CHUNKED}5\r\nhello\r\n0\r\n`, 'X-A: 1\r\n'),
    ends: 'too-large',
    wire: DEFAULT_WIRE,
    memoryMb: 24,
  },
  {
    name: 'endless-early-hints',
    does: '103 Early Hints without end',
    serve: floodAfter('', 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'),
    ends: 'decode',
    wire: HEAD_WIRE,
    so: 'more than 20 interim answers are refused',
  },
  {
    name: 'endless-processing',
    does: '102 Processing without end',
    serve: floodAfter('', 'HTTP/1.1 102 Processing\r\n\r\n'),
    ends: 'decode',
    wire: HEAD_WIRE,
  },
  {
    name: 'endless-error-page',
    does: 'status 500 with a body without end',
    serve: floodAfter('HTTP/1.1 500 Oops\r\n\r\n', 'a'.repeat(65_536)),
    ends: 'http-error',
    wire: HEAD_WIRE,
  },
  {
    name: 'endless-image',
    does: 'an image without end',
    serve: floodAfter('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n', 'a'.repeat(65_536)),
    ends: 'not-html',
    wire: HEAD_WIRE,
  },
  {
    name: 'endless-redirect-body',
    does: 'a redirect with a body without end',
    ends: 'page',
    also: isGood,
    wire: 2 * HEAD_WIRE,
    serve: (socket, onRequest) =>
      onRequest(({ path }) => {
        if (path === '/good') return void socket.write(sized(GOOD));
        floodAfter('HTTP/1.1 302 Found\r\nLocation: /good\r\n\r\n', 'a'.repeat(65_536))(socket, (handler) =>
          handler({ path, nth: 1, nthHere: 1 }),
        );
      }),
  },
];

/** Servers that take their time. */
export const TIMES: readonly HostileCase[] = [
  {
    name: 'never-answers',
    does: 'accepts and never answers',
    serve: (_socket, onRequest) => onRequest(nothing),
    settings: SLOW,
    ends: 'timeout',
    wire: 0,
  },
  {
    name: 'never-reads',
    does: 'accepts and never reads',
    serve: (socket) => void socket.pause(),
    settings: SLOW,
    ends: 'timeout',
    wire: 0,
  },
  {
    name: 'drips-status-line',
    does: 'a letter of the status line every 50 ms',
    serve: dripAfter('', OK),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'drips-headers',
    does: 'a header every 50 ms for ever',
    serve: dripAfter(OK, forever('X-A: 1\r\n')),
    settings: SLOW,
    ends: 'timeout',
    wire: 2_000,
  },
  {
    name: 'drips-body',
    does: 'a byte of body every 50 ms for ever',
    serve: dripAfter(`${OK}\r\n`, forever('a')),
    settings: SLOW,
    ends: 'timeout',
    wire: 2_000,
  },
  {
    name: 'drips-chunks',
    does: 'a chunk of one byte every 50 ms for ever',
    serve: dripAfter(CHUNKED, forever('1\r\na\r\n')),
    settings: SLOW,
    ends: 'timeout',
    wire: 2_000,
  },
  {
    name: 'drips-early-hints',
    does: 'an interim answer now and then, and never the answer',
    settings: SLOW,
    ends: ['timeout', 'decode'],
    wire: 4_000,
    serve: dripAfter('', forever('HTTP/1.1 103 Hints\r\n\r\n')),
  },
  {
    name: 'stops-in-head',
    does: 'half a header, then silence',
    serve: reply(`${OK}X-Half`),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'stops-after-head',
    does: 'a head, then silence',
    serve: reply(`${OK}Content-Length: 100\r\n\r\n`),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'stops-before-last-byte',
    does: 'all of a body but its last byte, then silence',
    serve: reply(`${OK}Content-Length: 20\r\n\r\n${GOOD}`),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'stops-in-chunk',
    does: 'half a chunk, then silence',
    serve: reply(`${CHUNKED}ff\r\nhalf`),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'stops-before-last-chunk',
    does: 'chunks, but never the last',
    serve: reply(`${CHUNKED}5\r\nhello\r\n`),
    settings: SLOW,
    ends: 'timeout',
    wire: 1_000,
  },
  {
    name: 'slow-redirects',
    does: 'redirects of 400 ms each, every one to a new place',
    settings: { ...SLOW, maxRedirects: 20 },
    ends: 'timeout',
    wire: 8_000,
    serve: (socket, onRequest) =>
      onRequest(({ nth }) => void setTimeout(() => socket.write(redirectTo(`/${nth}`)), 400)),
    so: 'the limit holds over all hops together',
  },
  {
    name: 'stays-for-ever',
    does: 'a good page with Keep-Alive: timeout=999999',
    serve: page(GOOD, 'Keep-Alive: timeout=999999\r\n'),
    ends: 'page',
    also: isGood,
    begunFirst: true,
    so: 'the idle connection is closed within 15 s',
  },
];

/** Connections that break. */
export const RESETS: readonly HostileCase[] = [
  {
    name: 'reset-on-accept',
    does: 'resets as soon as it is connected to',
    serve: (socket) => void socket.resetAndDestroy(),
    ends: 'reset',
    wire: 0,
  },
  {
    name: 'reset-after-request',
    does: 'resets when it has the request',
    serve: (socket, onRequest) => onRequest(() => void socket.resetAndDestroy()),
    ends: 'reset',
    wire: 0,
  },
  { name: 'close-after-request', does: 'closes without an answer', serve: replyAndEnd(''), ends: 'reset', wire: 0 },
  ...(['reset', 'close'] as const).flatMap((how): HostileCase[] => {
    const cut =
      (bytes: string): HostileCase['serve'] =>
      (socket, onRequest) =>
        onRequest(() => {
          if (how === 'close') return void socket.end(bytes);
          socket.write(bytes, () => void setTimeout(() => socket.resetAndDestroy(), 50));
        });
    const does = how === 'reset' ? 'resets' : 'closes its side';
    return [
      {
        name: `${how}-in-status-line`,
        does: `${does} in the status line`,
        serve: cut('HTTP/1.1 20'),
        ends: ['reset', 'decode', 'truncated'],
        wire: 1_000,
      },
      {
        name: `${how}-in-headers`,
        does: `${does} in the headers`,
        serve: cut(`${OK}X-Half`),
        ends: ['reset', 'decode', 'truncated'],
        wire: 1_000,
      },
      {
        name: `${how}-in-body`,
        does: `${does} in a body of known length`,
        serve: cut(`${OK}Content-Length: 100\r\n\r\nhalf`),
        ends: ['reset', 'truncated'],
        wire: 1_000,
      },
      {
        name: `${how}-in-chunk`,
        does: `${does} in a chunk`,
        serve: cut(`${CHUNKED}ff\r\nhalf`),
        ends: ['reset', 'truncated'],
        wire: 1_000,
      },
      {
        name: `${how}-before-last-chunk`,
        does: `${does} before the last chunk`,
        serve: cut(`${CHUNKED}5\r\nhello\r\n`),
        ends: ['reset', 'truncated'],
        wire: 1_000,
      },
    ];
  }),
  {
    name: 'half-close',
    does: 'closes its side right after a whole answer and stays',
    serve: (socket, onRequest) => onRequest(() => void socket.end(sized(GOOD))),
    ends: 'page',
    also: isGood,
  },
  {
    name: 'closes-when-reused',
    does: 'closes the kept connection at the second request',
    ends: ['page', 'reset'],
    path: '/first',
    wire: 4_000,
    so: 'never an answer meant for another',
    serve: (socket, onRequest) =>
      onRequest(({ nthHere, path }) =>
        nthHere === 1 && path === '/first' ? void socket.write(redirectTo('/second')) : socket.destroy(),
      ),
  },
];

/** Redirects. */
export const REDIRECTS: readonly HostileCase[] = [
  {
    name: 'redirect-to-self',
    does: 'a redirect to itself',
    serve: reply(redirectTo('/')),
    ends: 'redirect-limit',
    also: (_report, { requests }) => expect(requests).toHaveLength(1),
  },
  {
    name: 'redirect-circle',
    does: 'two pages that redirect to each other',
    serve: answers(({ path }) => redirectTo(path === '/a' ? '/b' : '/a')),
    path: '/a',
    ends: 'redirect-limit',
  },
  {
    name: 'redirect-chain',
    does: 'redirects without end, each to a new page',
    serve: answers(({ nth }) => redirectTo(`/${nth}`)),
    ends: 'redirect-limit',
    also: (report, { requests }) => expect([report.redirects, requests.length]).toEqual([5, 6]),
    so: 'no more than the limit are followed',
  },
  {
    name: 'redirect-hosts',
    does: 'redirects without end, each to a new host',
    ends: 'redirect-limit',
    serve: (socket, onRequest) =>
      onRequest(
        ({ nth }) => void socket.write(redirectTo(`http://n${nth}.redirect-hosts.test:${socket.localPort ?? 0}/`)),
      ),
  },
  ...[
    ['javascript', 'javascript:alert(1)'],
    ['data', 'data:text/html,<p>x'],
    ['file', 'file:///etc/passwd'],
    ['ftp', 'ftp://ftp.test/'],
    ['gopher', 'gopher://127.0.0.1:6379/_INFO'],
    ['blob', 'blob:http://a.test/x'],
    ['about', 'about:blank'],
    ['view-source', 'view-source:http://a.test/'],
    ['nothing', 'http://'],
    ['bad-port', 'http://a.test:99999/'],
    ['bad-host', 'http://a b/'],
    ['bad-address', 'http://[::1/'],
  ].map(([what = '', location = '']): HostileCase => ({
    name: `redirect-to-${what}`,
    does: `a redirect to \`${location}\``,
    serve: reply(redirectTo(location)),
    ends: 'invalid-url',
    also: (_report, { requests }) => expect(requests).toHaveLength(1),
  })),
  {
    name: 'redirect-cut-line',
    does: 'a line break and a second head inside Location',
    serve: reply(redirectTo('/a\r\n\r\nHTTP/1.1 200 OK')),
    ends: ['reset', 'decode', 'redirect-limit', 'http-error'],
    wire: 4_000,
  },
  {
    name: 'redirect-bare-cr',
    does: 'a bare carriage return inside Location',
    serve: reply(redirectTo('/a\rb')),
    ends: 'redirect-limit',
    so: 'it ends the line, as in browsers: the redirect is to `/a`',
  },
  { name: 'redirect-nul', does: 'a NUL inside Location', serve: reply(redirectTo('/a\0b')), ends: 'decode' },
  {
    name: 'redirect-long',
    does: 'a Location of 30 000 characters',
    serve: reply(redirectTo(`/${'a'.repeat(30_000)}`)),
    ends: 'invalid-url',
  },
  {
    name: 'redirect-twice',
    does: 'two Location headers',
    serve: reply(redirectTo('/a\r\nLocation: javascript:alert(1)')),
    ends: ['redirect-limit', 'http-error', 'invalid-url'],
    wire: 4_000,
  },
  {
    name: 'redirect-latin',
    does: 'bytes above 127 in Location',
    path: '/x',
    serve: answers(({ path }) => (path === '/x' ? redirectTo('/caf\xe9') : sized(GOOD))),
    ends: 'page',
    also: isGood,
  },
  {
    name: 'redirect-user',
    does: 'user name and password in Location',
    path: '/x',
    ends: 'page',
    also: isGood,
    so: 'they are not sent',
    serve: (socket, onRequest) =>
      onRequest(({ path }) => {
        socket.write(
          path === '/x' ? redirectTo(`http://user:secret@redirect-user.test:${socket.localPort ?? 0}/y`) : sized(GOOD),
        );
      }),
  },
  {
    name: 'redirect-without-location',
    does: 'status 302 without Location',
    serve: reply('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
    ends: 'http-error',
  },
  {
    name: 'refresh-in-header',
    does: 'a Refresh header to javascript:',
    serve: page(GOOD, 'Refresh: 0;url=javascript:alert(1)\r\n'),
    ends: 'page',
    also: isGood,
  },
];

export { GOOD, isGood };
