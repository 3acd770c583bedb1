import { lookup as systemLookup } from 'node:dns';
import type { Clock } from '../../../engine/ports.js';
import { PUBLIC_PORTS } from '../../../platform/config/index.js';
import { AddressBook } from './http/address-book.js';
import { AddressGuard } from './http/address-guard.js';
import { Dialer, parseProxyUrl, type ProxyAddress } from './http/dialer.js';
import { HttpClient } from './http/http-client.js';
import { SessionProxies } from './http/session-proxies.js';
import type { FetchingOptions } from './options.js';

/** A process's access to the web: names, checks of addresses, the operator's proxy, requests. */
export interface WebWay {
  readonly guard: AddressGuard;
  readonly proxy: ProxyAddress | null;
  readonly addresses: AddressBook;
  readonly dialer: Dialer;
  readonly client: HttpClient;
  /** Users' proxies of sessions. */
  readonly sessionProxies: SessionProxies;
}

export function openWebWay(options: FetchingOptions, clock: Clock): WebWay {
  const guard = new AddressGuard({
    allowPrivateNetworks: options.allowPrivateNetworks,
    allowedPorts: options.allowedPorts ?? (options.allowPrivateNetworks ? [] : PUBLIC_PORTS),
  });
  const proxy = options.proxyUrl === undefined ? null : parseProxyUrl(options.proxyUrl);
  const addresses = new AddressBook({
    lookup: options.lookup ?? systemLookup,
    clock,
    viaProxy: proxy !== null,
    privateToo: options.perAddressConcurrency !== undefined,
  });
  const dialer = new Dialer(guard, proxy, addresses.lookup);
  const sessionProxies = new SessionProxies(guard, options.allowPrivateNetworks, addresses.lookup);
  const client = new HttpClient(dialer, proxy, options.proxyMode ?? 'auto');
  return { guard, proxy, addresses, dialer, client, sessionProxies };
}
