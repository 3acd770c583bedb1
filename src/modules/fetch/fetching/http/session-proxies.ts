import { LRUCache } from 'lru-cache';
import { AddressGuard } from './address-guard.js';
import { Dialer, type LookupAll, parseSessionProxy } from './dialer.js';
import { HttpClient } from './http-client.js';

/** Most proxies whose connections are reused. */
const MAX_PROXIES = 100;
/** Sessions whose position in the rotation is remembered. */
const MAX_SESSIONS = 1_000;

interface Way {
  readonly dialer: Dialer;
  readonly client: HttpClient;
}

/**
 * Connections through users' proxies. A proxy's address is checked like that of a page, so that none leads into a
 * private network; its port may be any above the well-known ones.
 */
export class SessionProxies {
  private readonly ways = new LRUCache<string, Way>({
    max: MAX_PROXIES,
    // An evicted client may have fetches in flight. Its idle connections end by themselves.
    dispose: ({ client }, _, reason) => {
      if (reason !== 'evict') void client.close().catch(() => undefined);
    },
  });
  private readonly turns = new LRUCache<string, number>({ max: MAX_SESSIONS });
  private readonly proxyGuard: AddressGuard;

  constructor(
    private readonly guard: AddressGuard,
    allowPrivateNetworks: boolean,
    private readonly lookup: LookupAll,
  ) {
    this.proxyGuard = new AddressGuard({ allowPrivateNetworks, allowedPorts: [] });
  }

  /** The next proxy in the rotation; null if there is none. */
  next(session: string, proxies: readonly string[]): string | null {
    const turn = this.turns.get(session) ?? 0;
    this.turns.set(session, turn + 1);
    return proxies[turn % Math.max(1, proxies.length)] ?? null;
  }

  clientOf(proxy: string): HttpClient {
    return this.wayOf(proxy).client;
  }

  dialerOf(proxy: string): Dialer {
    return this.wayOf(proxy).dialer;
  }

  close(): void {
    this.ways.clear();
  }

  private wayOf(proxy: string): Way {
    const known = this.ways.get(proxy);
    if (known !== undefined) return known;
    const toProxy = new Dialer(this.proxyGuard, null, this.lookup);
    const dialer = new Dialer(this.guard, parseSessionProxy(proxy), this.lookup, toProxy);
    const way = { dialer, client: new HttpClient(dialer, null, 'tunnel') };
    this.ways.set(proxy, way);
    return way;
  }
}
