import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SocksClient } from 'socks';
import type { AddressGuard } from './address-guard.js';
import { patientTimeout } from '../deadline.js';
import { FetchFault, faultOf } from '../fetch-fault.js';

/** Resolves a name to all its addresses, with the signature of `dns.lookup` and `all: true`. */
export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** TCP needs at most some seconds worldwide; a slower host is dead or drops packets. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** A resolver tries several servers for some seconds each; if it takes longer, the resolver is slow, not the host. */
export const LOOKUP_TIMEOUT_MS = 30_000;
/** A proxy's response to CONNECT is a status line and a few headers. */
const MAX_CONNECT_REPLY_BYTES = 16 * 1024;
/** The head of such a response, with its empty line. */
const CONNECT_HEAD = /^[^]*?\n\r?\n/;

/** A proxy refused a tunnel. */
export class TunnelRefused extends FetchFault {
  constructor(readonly status: number) {
    super('connect', `the proxy answered CONNECT with status ${status}`);
  }
}

/** Statuses by which proxies say that they do not reach the host; others, such as 407, are about the proxy itself. */
const HOST_UNREACHED: ReadonlySet<number> = new Set([404, 500, 503, 504]);
/** The same in SOCKS5 (RFC 1928 section 6), in the words of the library: "Failure" is mostly a name without address. */
const SOCKS_UNREACHED =
  /rejected connection - (?:Failure|NetworkUnreachable|HostUnreachable|ConnectionRefused|TTLExpired)/;

/** A failure of a session's own proxy, named without its credentials, or of the host behind it. */
function ofOwnProxy(error: unknown, { host, port }: ProxyAddress, isReached: boolean): unknown {
  const fault = faultOf(error);
  if (fault === null || fault.kind === 'blocked-address' || fault.kind === 'aborted') return error;
  // A proxy that is silent, or closes the connection, may be waiting for the host.
  const isHosts =
    fault instanceof TunnelRefused ? HOST_UNREACHED.has(fault.status) : isReached && fault.kind !== 'proxy';
  const message = `proxy ${isIP(host) === 6 ? `[${host}]` : host}:${port}: ${fault.message}`;
  return new FetchFault(isHosts ? fault.kind : 'proxy', message);
}

/**
 * Opens connections to web hosts, directly, with all checks of the guard, or as tunnels through a proxy, which resolves
 * names itself.
 */
export class Dialer {
  constructor(
    private readonly guard: AddressGuard,
    private readonly proxy: ProxyAddress | null,
    private readonly lookupAll: LookupAll = systemLookup,
    /**
     * Connects to the proxy if its address must be checked. Default: the operator's own proxy, which is not checked.
     */
    private readonly toProxy: Dialer | null = null,
  ) {}

  /** A connected socket. @throws FetchFault or a socket error */
  async dial(host: string, port: number): Promise<Socket> {
    const bare = host.replace(/^\[|\]$/g, '');
    this.guard.checkTarget(host, port);
    if (this.proxy !== null) return this.openTunnel(this.proxy, bare, port);
    const address = { host: bare, port, lookup: this.guardedLookup, autoSelectFamily: true };
    const socket = await established(connect({ ...address, noDelay: true, keepAlive: true }), isIP(bare) === 0);
    try {
      this.guard.checkAddress(socket.remoteAddress ?? '');
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  }

  private readonly guardedLookup: LookupFunction = (hostname, options, callback) => {
    this.lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      try {
        for (const { address } of addresses) this.guard.checkAddress(address);
      } catch (fault) {
        return callback(fault as NodeJS.ErrnoException, '', 0);
      }
      const first = addresses[0];
      if (first === undefined)
        return callback(Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' }), '', 0);
      // Node requests all addresses when it races families, else one; the types know only one form.
      if (options.all === true)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses);
      return callback(null, first.address, first.family);
    });
  };

  private async guardedProxy({ host, port, secure }: ProxyAddress, dialer: Dialer): Promise<Socket> {
    const socket = await dialer.dial(isIP(host) === 6 ? `[${host}]` : host, port);
    return secure ? wrapped(socket, host) : socket;
  }

  private async openTunnel(proxy: ProxyAddress, host: string, port: number): Promise<Socket> {
    if (this.toProxy === null) return this.tunnelOver(await dialProxy(proxy), proxy, host, port);
    let isReached = false;
    try {
      const socket = await this.guardedProxy(proxy, this.toProxy);
      isReached = true;
      return await this.tunnelOver(socket, proxy, host, port);
    } catch (error) {
      throw ofOwnProxy(error, proxy, isReached);
    }
  }

  private async tunnelOver(socket: Socket, proxy: ProxyAddress, host: string, port: number): Promise<Socket> {
    if (proxy.socks !== undefined) return throughSocks(socket, proxy.socks, host, port);
    const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const authorization = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
    try {
      const status = await connectReply(socket);
      if (status < 200 || status > 299) throw new TunnelRefused(status);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  }
}

function wrapped(socket: Socket, host: string): Promise<Socket> {
  return established(connectTls({ socket, servername: isIP(host) === 0 ? host : '' }), false, 'secureConnect');
}

async function throughSocks(
  socket: Socket,
  socks: NonNullable<ProxyAddress['socks']>,
  host: string,
  port: number,
): Promise<Socket> {
  try {
    await SocksClient.createConnection({
      // With a connected socket, host and port are ignored.
      proxy: { host: '0.0.0.0', port: 1080, type: 5, ...socks },
      command: 'connect',
      destination: { host, port },
      existing_socket: socket,
      timeout: CONNECT_TIMEOUT_MS,
    });
    return socket;
  } catch (error) {
    socket.destroy();
    // Its message may contain credentials.
    const { message } = error as Error;
    const kind = SOCKS_UNREACHED.test(message) ? 'connect' : 'proxy';
    throw new FetchFault(kind, `the SOCKS proxy refused the connection: ${message.slice(0, 80)}`);
  }
}

export interface ProxyAddress {
  /** Credentials for a SOCKS5 proxy. */
  readonly socks?: { readonly userId?: string; readonly password?: string };
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Value of Proxy-Authorization, from user and password in the URL. */
  readonly authorization: string | null;
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** User and password of a proxy's URL. A `%` that begins no escape stands for itself, as browsers and curl read it. */
function credentialsOf({ username, password }: URL): { readonly user: string; readonly password: string } {
  const plain = (text: string): string =>
    text.replace(ESCAPES, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  return { user: plain(username), password: plain(password) };
}

export function parseProxyUrl(text: string): ProxyAddress {
  const url = new URL(text);
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:')
    throw new RangeError(`proxy ${url.protocol}: only http and https proxies are supported`);
  const { user, password } = credentialsOf(url);
  const credentials = user === '' && password === '' ? null : `${user}:${password}`;
  return {
    origin: url.origin,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
    authorization: credentials === null ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** A user's proxy: http, https, or socks5, which resolves names itself. */
export function parseSessionProxy(text: string): ProxyAddress {
  const url = new URL(text);
  if (!/^socks5h?:$/.test(url.protocol)) return parseProxyUrl(text);
  const { user, password } = credentialsOf(url);
  return {
    origin: `socks5://${url.host}`,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 1080 : Number(url.port),
    secure: false,
    authorization: null,
    socks: user === '' ? {} : { userId: user, password },
  };
}

/** Connects to the operator's own proxy, which may have any address. */
function dialProxy({ host, port, secure }: ProxyAddress): Promise<Socket> {
  const options = { host, port, noDelay: true, keepAlive: true };
  const named = isIP(host) === 0;
  return secure
    ? established(connectTls({ ...options, servername: named ? host : '' }), named, 'secureConnect')
    : established(connect(options), named);
}

/** @param named whether a name is resolved first, which has its own limit: the time for connecting starts afterwards */
function established(socket: Socket, named: boolean, event = 'connect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const within = (ms: number): (() => void) =>
      patientTimeout(ms, () => fail(new FetchFault('timeout', `no connection within ${ms} ms`)));
    let cancel = within(CONNECT_TIMEOUT_MS + (named ? LOOKUP_TIMEOUT_MS : 0));
    const onLookup = (): void => {
      cancel();
      cancel = within(CONNECT_TIMEOUT_MS);
    };
    const fail = (error: Error): void => {
      cancel();
      socket.destroy();
      reject(error);
    };
    socket.once('error', fail);
    socket.once('lookup', onLookup);
    socket.once(event, () => {
      cancel();
      socket.off('error', fail).off('lookup', onLookup);
      resolve(socket);
    });
  });
}

/** The status of the proxy's response; consumes its headers from the socket. */
function connectReply(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const finish = (settle: () => void): void => {
      cancel();
      socket.off('data', onData).off('error', onError).off('close', onClose);
      socket.pause();
      settle();
    };
    const onError = (error: Error): void => finish(() => reject(error));
    const onClose = (): void => finish(() => reject(new FetchFault('connect', 'the proxy closed the connection')));
    const onData = (chunk: Buffer): void => {
      reply += chunk.toString('latin1');
      const head = CONNECT_HEAD.exec(reply)?.[0];
      if (head === undefined && reply.length < MAX_CONNECT_REPLY_BYTES) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(reply)?.[1];
      if (status === undefined || head === undefined)
        return finish(() =>
          reject(new FetchFault('proxy', 'the proxy answered CONNECT with something other than HTTP')),
        );
      // Bytes after the response belong to the tunnel.
      finish(() => {
        if (reply.length > head.length) socket.unshift(Buffer.from(reply.slice(head.length), 'latin1'));
        resolve(Number(status));
      });
    };
    const cancel = patientTimeout(CONNECT_TIMEOUT_MS, () =>
      finish(() => reject(new FetchFault('timeout', 'the proxy did not answer CONNECT'))),
    );
    socket.on('data', onData).on('error', onError).on('close', onClose);
  });
}
