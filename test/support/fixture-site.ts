import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

interface SeenRequest {
  readonly path: string;
  readonly at: number;
  readonly headers: IncomingMessage['headers'];
}

/** A real site on loopback whose paths misbehave in named ways. */
export interface FixtureSite {
  readonly origin: string;
  readonly port: number;
  /** All requests so far, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** Highest number of concurrent requests. */
  readonly mostAtOnce: number;
  /** Body of /robots.txt from now on; null: 404. */
  setRobots(robots: RobotsAnswer | null): void;
  url(path: string): string;
  close(): Promise<void>;
}

type RobotsAnswer = string | { readonly status: number; readonly headers?: Record<string, string> };

/** Pages name themselves, so that a test can identify the one that arrived. */
export const page = (title: string, body = ''): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** 100 MB of zeros in about 100 KB; created on first use. */
let bomb: Buffer | null = null;
const makeBomb = (): Buffer => (bomb ??= gzipSync(Buffer.alloc(100 * 1024 * 1024)));
const HUGE_BYTES = 5 * 1024 * 1024;
/** The server ends connections of endless responses after this, in case a test forgets them. */
const LONGEST_ANSWER_MS = 20_000;

export async function startFixtureSite(): Promise<FixtureSite> {
  const requests: SeenRequest[] = [];
  const state: { robots: RobotsAnswer | null; open: number; most: number } = { robots: null, open: 0, most: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, at: performance.now(), headers: request.headers });
    if (path === '/robots.txt') return sendRobots(response, state.robots);
    state.open++;
    state.most = Math.max(state.most, state.open);
    response.on('close', () => {
      state.open--;
    });
    response.setTimeout(LONGEST_ANSWER_MS, () => response.destroy());
    return behave(path, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    requests,
    get mostAtOnce() {
      return state.most;
    },
    setRobots: (robots) => {
      state.robots = robots;
    },
    url: (path) => `${origin}${path}`,
    close: () => closeServer(server),
  };
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function sendRobots(response: ServerResponse, robots: RobotsAnswer | null): void {
  if (robots === null) return send(response, 'no robots.txt', { status: 404, type: 'text/plain' });
  if (typeof robots === 'string') return send(response, robots, { type: 'text/plain' });
  return send(response, '', { status: robots.status, headers: robots.headers ?? {} });
}

interface Sending {
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: Record<string, string | string[]>;
}

function send(
  response: ServerResponse,
  body: string | Buffer,
  { status = 200, type = 'text/html; charset=utf-8', headers = {} }: Sending = {},
): void {
  response.writeHead(status, {
    ...(type === null ? {} : { 'content-type': type }),
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

type Behaviour = (rest: string, request: IncomingMessage, response: ServerResponse) => void;

function behave(path: string, request: IncomingMessage, response: ServerResponse): void {
  const [, name = '', rest = ''] = /^\/([^/?]*)[/?]?(.*)$/.exec(path) ?? [];
  const behaviour = behaviours[name];
  if (behaviour !== undefined) behaviour(rest, request, response);
  else send(response, page('absent'), { status: 404 });
}

const redirect = (response: ServerResponse, location: string, status = 302): void =>
  send(response, '', { status, headers: { location } });
const coded =
  (coding: string, body: Buffer): Behaviour =>
  (_rest, _request, response) =>
    send(response, body, { headers: { 'content-encoding': coding } });

const behaviours: Readonly<Record<string, Behaviour>> = {
  '': (_rest, _request, response) => send(response, page('home', '<a href="/page/1">one</a><a href="/page/2">two</a>')),
  page: (rest, _request, response) =>
    send(response, page(`page ${rest}`, `<a href="/page/${Number(rest) + 1}">next</a>`)),
  delay: (rest, _request, response) => void setTimeout(() => send(response, page('late')), Number(rest)).unref(),
  drop: (_rest, request) => void request.socket.resetAndDestroy(),
  status: (rest, _request, response) =>
    send(response, rest === '204' ? '' : page(`status ${rest}`), { status: Number(rest) }),
  wall: (rest, _request, response) =>
    send(response, page('wall', '<script>window._cf_chl_opt = {}</script>'), { status: Number(rest) }),
  'closed-long': (_rest, _request, response) => send(response, 'x'.repeat(200_000), { status: 403 }),
  'closed-coded': (_rest, _request, response) =>
    send(response, page('closed'), { status: 403, headers: { 'content-encoding': 'lzma' } }),
  'closed-broken': (_rest, _request, response) => {
    response.writeHead(403, { 'content-type': 'text/html', 'content-length': 1_000 });
    response.write('<p>closed', () => response.destroy());
  },
  'told-wall': (_rest, _request, response) =>
    send(response, page('wall'), { headers: { 'cf-mitigated': 'challenge' } }),
  busy: (_rest, _request, response) => send(response, page('busy'), { status: 429, headers: { 'retry-after': '3' } }),
  redirects: (rest, _request, response) =>
    redirect(response, Number(rest) > 0 ? `/redirects/${Number(rest) - 1}` : '/page/1', 301),
  circle: (rest, _request, response) => redirect(response, `/circle/${rest === 'a' ? 'b' : 'a'}`),
  endless: (rest, _request, response) => redirect(response, `/endless/${Number(rest) + 1}`),
  to: (rest, _request, response) => redirect(response, decodeURIComponent(rest)),
  drip: (_rest, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  silent: () => undefined,
  bomb: (_rest, _request, response) => send(response, makeBomb(), { headers: { 'content-encoding': 'gzip' } }),
  gzip: coded('gzip', gzipSync(page('zipped'))),
  deflate: coded('deflate', deflateSync(page('zipped'))),
  'raw-deflate': coded('deflate', deflateRawSync(page('zipped'))),
  br: coded('br', brotliCompressSync(page('zipped'))),
  twice: coded('br, gzip', gzipSync(brotliCompressSync(page('zipped')))),
  'not-gzip': coded('gzip', Buffer.from([0, 1, 2, 3, 4, 5])),
  'half-gzip': (_rest, _request, response) => {
    const whole = gzipSync(
      page('half', Array.from({ length: 20_000 }, (_, i) => `word${(i * 7919) % 10_007} `).join('')),
    );
    send(response, whole.subarray(0, whole.length / 2), { headers: { 'content-encoding': 'gzip' } });
  },
  huge: (_rest, _request, response) => send(response, `<html>${'x'.repeat(HUGE_BYTES)}`),
  'huge-headers': (_rest, _request, response) =>
    send(response, page('headers'), { headers: { 'x-large': 'x'.repeat(100_000) } }),
  truncated: (_rest, request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
    response.write('<html>half');
    setTimeout(() => request.socket.destroy(), 10);
  },
  garbage: (_rest, request) => void request.socket.end('this is not HTTP\r\n\r\n'),
  untyped: (_rest, _request, response) => send(response, page('untyped'), { type: null }),
  'untyped-binary': (_rest, _request, response) =>
    send(response, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), { type: null }),
  pdf: (_rest, _request, response) => send(response, '%PDF-1.4', { type: 'application/pdf' }),
  xhtml: (_rest, _request, response) => send(response, page('xhtml'), { type: 'application/xhtml+xml' }),
  'header-charset': (_rest, _request, response) =>
    send(response, Buffer.from('<p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'), { type: 'text/html; charset=windows-1251' }),
  'meta-charset': (_rest, _request, response) =>
    send(
      response,
      Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]),
      { type: 'text/html' },
    ),
  'wrong-charset': (_rest, _request, response) =>
    send(response, Buffer.from('<p>\u201ccaf\xe9\u201d', 'utf8'), { type: 'text/html; charset=no-such-charset' }),
  agent: (_rest, request, response) => send(response, page(request.headers['user-agent'] ?? 'none')),
  calendar: (rest, _request, response) => {
    const day = Number(rest) || 0;
    send(
      response,
      page(`day ${day}`, `<a href="/calendar/${day + 1}">tomorrow</a><a href="/calendar/${day - 1}">yesterday</a>`),
    );
  },
  script: (_rest, _request, response) =>
    send(response, page('script', '<div id="app"></div><script src="/links.js"></script>')),
  'links.js': (_rest, _request, response) =>
    send(
      response,
      'fetch("/links.json").then(r=>r.json()).then(l=>{app.innerHTML=l.map(h=>`<a href="${h}">link ${h}</a>`).join("")})',
      { type: 'text/javascript' },
    ),
  'links.json': (_rest, _request, response) =>
    void setTimeout(() => send(response, '["/page/1","/page/2","/page/3"]', { type: 'application/json' }), 50),
  pixel: (_rest, _request, response) =>
    send(response, Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), { type: 'image/gif' }),
  with: (rest, _request, response) => send(response, page('with', decodeURIComponent(rest))),
};
