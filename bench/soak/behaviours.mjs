/**
 * Behaviours of the soak's servers, and the outcomes that are correct for each. A tenth of all links lead to
 * misbehaving ones, evenly over the behaviours, except that those which cost their full time limit are rarer.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const BLOCK = Buffer.alloc(65_536, 'a');
const HINT = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
const bombs = { gzip: gzipSync(Buffer.alloc(50_000_000, 'a')), br: brotliCompressSync(Buffer.alloc(5_000_000, 'a')) };

const sized = (body, lines = '') =>
  Buffer.concat([Buffer.from(`${OK}${lines}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);
const redirect = (location) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
const send = (bytes) => (socket) => socket.write(bytes);
const end = (bytes) => (socket) => socket.end(bytes);
const flood = (start, block) => (socket) => {
  socket.write(start);
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
};
const drip = (start, piece) => (socket) => {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 50);
  socket.on('close', () => clearInterval(timer));
};

/** name: [share among the misbehaving, correct outcomes, action on the socket and the requested path] */
export const BEHAVIOURS = {
  silent: [1, ['timeout'], () => undefined],
  'drip-head': [1, ['timeout'], drip(OK, 'X-A: 1\r\n')],
  'drip-body': [1, ['timeout'], drip(CHUNKED, '1\r\na\r\n')],
  'half-body': [1, ['timeout'], send(`${OK}Content-Length: 100\r\n\r\nhalf`)],
  'endless-body': [3, ['page'], flood(CHUNKED, Buffer.concat([Buffer.from('10000\r\n'), BLOCK, Buffer.from('\r\n')]))],
  'endless-header': [3, ['too-large'], flood(`${OK}X-A: `, BLOCK)],
  'many-headers': [1, ['too-large'], flood(OK, 'X-A: 1\r\n'.repeat(5_000))],
  'early-hints': [3, ['decode'], flood('', HINT.repeat(100))],
  'gzip-bomb': [3, ['page'], send(sized(bombs.gzip, 'Content-Encoding: gzip\r\n'))],
  'brotli-bomb': [3, ['page'], send(sized(bombs.br, 'Content-Encoding: br\r\n'))],
  'not-gzip': [3, ['decode'], send(sized('plain', 'Content-Encoding: gzip\r\n'))],
  reset: [3, ['reset'], (socket) => socket.resetAndDestroy()],
  'reset-in-body': [
    3,
    ['truncated', 'reset'],
    (socket) =>
      socket.write(`${OK}Content-Length: 100\r\n\r\nhalf`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
  ],
  close: [3, ['reset'], end('')],
  'close-in-body': [3, ['truncated'], end(`${OK}Content-Length: 100\r\n\r\nhalf`)],
  'two-lengths': [3, ['decode'], end(`${OK}Content-Length: 4\r\nContent-Length: 5\r\n\r\nhello`)],
  'length-and-chunks': [3, ['decode'], end(`${OK}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)],
  'bad-chunk': [3, ['decode', 'truncated'], send(`${CHUNKED}zz\r\nhello\r\n`)],
  'not-http': [3, ['decode'], end('SSH-2.0-OpenSSH_9.2\r\n')],
  'status-000': [3, ['decode'], end('HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n')],
  circle: [3, ['redirect-limit'], (socket, path) => socket.write(redirect(path))],
  chain: [3, ['redirect-limit'], (socket, path) => socket.write(redirect(`${path}x`))],
  'to-script': [3, ['invalid-url'], send(redirect('javascript:alert(1)'))],
  absent: [3, ['http-error'], send('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')],
  broken: [3, ['http-error'], send('HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n')],
  image: [3, ['not-html'], flood('HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n', BLOCK)],
  deep: [3, ['page'], send(sized('<div><b>'.repeat(20_000)))],
  nuls: [3, ['page'], send(sized(Buffer.concat([Buffer.from('<title>a'), Buffer.alloc(100_000)])))],
  'two-answers': [3, ['page'], send(Buffer.concat([sized('<title>first</title>'), sized('<title>forged</title>')]))],
};

const wheel = Object.entries(BEHAVIOURS).flatMap(([name, [share]]) => Array.from({ length: share }, () => name));
/** @param chance from 0 to 1 */
export const pickBehaviour = (chance) => wheel[Math.floor(chance * wheel.length)];

/** The behaviour in a URL's path, null for a good page. */
export const behaviourOf = (path) => /^\/x\/([a-z0-9-]+)\//.exec(path)?.[1] ?? null;
export const goodPage = (title, body) =>
  sized(`<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`);
