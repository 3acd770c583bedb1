import type { HostState } from './host-state.js';

interface Address {
  taken: number;
  /** Connections by host. */
  readonly byHost: Map<HostState, number>;
  /** Hosts waiting for a slot, in order of arrival. */
  readonly blocked: Set<HostState>;
}

/**
 * Connections per address, for hosts that share one: thousands of sites may be on one machine.
 *
 * One host alone may use its own limit; the address's limit applies as soon as another host is connected to it, or
 * waits to be.
 */
export class AddressSlots {
  private readonly addresses = new Map<string, Address>();

  /** @param most called for each decision: this process gets fewer while others share the addresses */
  constructor(private readonly most: () => number) {}

  /** Takes a slot. False if all are taken: the host is called when one is free. @param key null: nothing is counted */
  take(key: string | null, host: HostState): boolean {
    const most = key === null ? Number.POSITIVE_INFINITY : this.most();
    if (key === null || most === Number.POSITIVE_INFINITY) return true;
    let address = this.addresses.get(key);
    if (address === undefined) this.addresses.set(key, (address = { taken: 0, byHost: new Map(), blocked: new Set() }));
    const own = address.byHost.get(host) ?? 0;
    const shared = own < address.taken || [...address.blocked].some((other) => other !== host);
    if (address.taken >= most && shared) {
      address.blocked.add(host);
      return false;
    }
    address.taken++;
    address.byHost.set(host, own + 1);
    return true;
  }

  /** Returns a slot. @returns the hosts that may retry, the longest waiting first */
  free(key: string | null, host: HostState): readonly HostState[] {
    const address = key === null ? undefined : this.addresses.get(key);
    if (key === null || address === undefined) return [];
    address.taken--;
    const own = (address.byHost.get(host) ?? 1) - 1;
    if (own > 0) address.byHost.set(host, own);
    else address.byHost.delete(host);
    const waiting = [...address.blocked];
    address.blocked.clear();
    if (address.taken === 0) this.addresses.delete(key);
    return waiting;
  }
}
