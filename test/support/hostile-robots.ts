import { gzipSync } from 'node:zlib';
import {
  dripAfter,
  floodAfter,
  forever,
  redirectTo,
  reply,
  replyAndEnd,
  sized,
  type HostileCase,
} from './hostile-case.js';
import { GOOD, isGood } from './hostile-http.js';
import type { HostileServer, SeenHead } from './hostile-server.js';

const TEXT = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
/** The time limit of robots.txt is 15 s. */
const ROBOTS_MS = 15_000;
const ROBOTS_WIRE = 500 * 1024 + 256 * 1024;

/** robots.txt by a script; every other path is a good page. */
const robots =
  (serve: HostileCase['serve']): HostileCase['serve'] =>
  (socket, onRequest) => {
    let answer: ((head: SeenHead) => void) | null = null;
    serve(socket, (handler) => {
      answer = handler;
    });
    onRequest((head) => {
      if (head.path.startsWith('/robots') || head.path.startsWith('/r/')) answer?.(head);
      else socket.write(sized(GOOD));
    });
  };
const robotsCase = (
  name: string,
  does: string,
  serve: HostileCase['serve'],
  ends: HostileCase['ends'],
  more: Partial<HostileCase> = {},
): HostileCase => ({
  name: `robots-${name}`,
  does: `robots.txt: ${does}`,
  serve: robots(serve),
  ends,
  settings: { obeyRobots: true },
  wire: ROBOTS_WIRE,
  ...(ends === 'page'
    ? { also: isGood }
    : { also: (_report, { requests }: HostileServer) => expect(requests).not.toContain('/') }),
  ...more,
});

/** The same attacks with robots.txt: an unreadable one denies, an absent one allows, and none delays the crawl. */
export const ROBOTS: readonly HostileCase[] = [
  robotsCase('endless', 'rules without end', floodAfter(`${TEXT}\r\n`, 'User-agent: *\nDisallow: /private\n'), 'page'),
  robotsCase('endless-line', 'one line without end', floodAfter(`${TEXT}\r\n`, 'a'.repeat(65_536)), 'page'),
  robotsCase(
    'endless-header',
    'a header without end',
    floodAfter(`${TEXT}X-A: `, 'a'.repeat(65_536)),
    'robots-unreachable',
  ),
  robotsCase('silent', 'no answer', (_socket, onRequest) => onRequest(() => undefined), 'robots-unreachable', {
    withinMs: ROBOTS_MS,
    begunFirst: true,
  }),
  robotsCase('drip', 'a letter every 50 ms for ever', dripAfter(`${TEXT}\r\n`, forever('U')), 'robots-unreachable', {
    withinMs: ROBOTS_MS,
    begunFirst: true,
  }),
  robotsCase(
    'bomb',
    '1 GiB of rules, gzip',
    (socket, onRequest) =>
      onRequest(() => {
        const member = gzipSync('User-agent: *\nDisallow: /private\n'.repeat(300_000));
        socket.write(sized(Buffer.concat(Array.from({ length: 100 }, () => member)), 'Content-Encoding: gzip\r\n'));
      }),
    'page',
    { memoryMb: 64 },
  ),
  robotsCase('large', '50 MB of rules', reply(sized('User-agent: *\nDisallow: /private\n'.repeat(1_650_000))), 'page', {
    memoryMb: 64,
  }),
  robotsCase('circle', 'a redirect to itself', reply(redirectTo('/robots.txt')), 'page', {
    so: 'counts as absent (RFC 9309)',
  }),
  robotsCase(
    'chain',
    'redirects without end',
    (socket, onRequest) => onRequest(({ nth }) => void socket.write(redirectTo(`/r/${nth}`))),
    'page',
  ),
  robotsCase('to-file', 'a redirect to file:///etc/passwd', reply(redirectTo('file:///etc/passwd')), 'page'),
  robotsCase('to-data', 'a redirect to data:', reply(redirectTo('data:text/plain,Disallow:/')), 'page'),
  robotsCase(
    'reset',
    'a reset',
    (socket, onRequest) => onRequest(() => void socket.resetAndDestroy()),
    'robots-unreachable',
  ),
  robotsCase(
    'cut',
    'closed before its length',
    replyAndEnd(`${TEXT}Content-Length: 1000\r\n\r\nUser-agent: *\n`),
    'page',
    { so: 'its length is wrong: it ends at the same place twice' },
  ),
  robotsCase('not-http', 'something that is not HTTP', replyAndEnd('no\r\n\r\n'), 'robots-unreachable'),
  robotsCase(
    'two-lengths',
    'two different Content-Lengths',
    replyAndEnd(`${TEXT}Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello`),
    'robots-unreachable',
  ),
  robotsCase(
    'early-hints',
    '103 without end',
    floodAfter('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    'robots-unreachable',
  ),
  robotsCase(
    'page',
    'an HTML page of 300 KB',
    reply(sized(`<html>${'<p>Disallow: /nothing</p>\n'.repeat(12_000)}`)),
    'page',
  ),
  robotsCase('nuls', '300 KB of NULs', reply(sized(Buffer.alloc(300_000))), 'page'),
  robotsCase('not-utf8', 'bytes that are not UTF-8', reply(sized(Buffer.alloc(300_000, 0xfe))), 'page'),
  robotsCase(
    'stars',
    'rules of thousands of wildcards',
    reply(sized(`User-agent: *\n${`Disallow: /${'*a'.repeat(900)}$\n`.repeat(200)}`)),
    'page',
    { path: `/${'a'.repeat(1_500)}b` },
  ),
  robotsCase('groups', '16 000 groups', reply(sized('User-agent: x\nDisallow: /a\n\n'.repeat(16_000))), 'page'),
  robotsCase('delay', 'a Crawl-delay of 99 999 999', reply(sized('User-agent: *\nCrawl-delay: 99999999\n')), 'page'),
  robotsCase('unauthorised', 'status 401', reply('HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n'), 'page'),
  robotsCase(
    'broken',
    'status 500 with a body without end',
    floodAfter('HTTP/1.1 500 Oops\r\n\r\n', 'a'.repeat(65_536)),
    'robots-unreachable',
  ),
];
