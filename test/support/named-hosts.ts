import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LookupAll } from '../../src/modules/fetch/fetching/index.js';
import { closeServer, page } from './fixture-site.js';

export type HostHandler = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Hosts with their own names on one loopback port. */
export interface NamedHosts {
  readonly requests: readonly { readonly host: string; readonly path: string; readonly at: number }[];
  /** Highest number of concurrent requests. */
  readonly mostAtOnce: number;
  /** Resolved names. */
  readonly lookups: readonly string[];
  /** Every name resolves to loopback except those that end in `.nowhere.test`, which do not exist. */
  readonly lookup: LookupAll;
  /** Changes the behaviour of a host from now on. */
  set(host: string, handler: HostHandler): void;
  url(host: string, path?: string): string;
  /** Requests of pages that reached a host. */
  count(host: string): number;
  close(): Promise<void>;
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = page(`status ${status}`)): HostHandler =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
export const after =
  (ms: number, handler: HostHandler): HostHandler =>
  (request, response, path) =>
    void setTimeout(() => handler(request, response, path), ms).unref();
export const reset: HostHandler = (request) => void request.socket.resetAndDestroy();
export const silence: HostHandler = () => undefined;

/** Starts hosts that answer each path with a page and /robots.txt with 404, by default. */
export async function serveNamedHosts(handlers: Record<string, HostHandler> = {}): Promise<NamedHosts> {
  const hosts = new Map(Object.entries(handlers));
  const requests: { host: string; path: string; at: number }[] = [];
  const lookups: string[] = [];
  const open = { now: 0, most: 0 };
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = request.url ?? '/';
    requests.push({ host, path, at: performance.now() });
    open.most = Math.max(open.most, ++open.now);
    response.on('close', () => {
      open.now--;
    });
    (hosts.get(host) ?? answering(path === '/robots.txt' ? 404 : 200))(request, response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    get mostAtOnce() {
      return open.most;
    },
    lookups,
    lookup: (hostname, _options, callback) => {
      lookups.push(hostname);
      if (hostname.endsWith('.nowhere.test'))
        callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), []);
      else callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
    set: (host, handler) => void hosts.set(host, handler),
    url: (host, path = '/') => `http://${host}:${port}${path}`,
    count: (host) => requests.filter((request) => request.host === host && request.path !== '/robots.txt').length,
    close: () => closeServer(server),
  };
}
