import type { HostState } from './host-state.js';

interface Address {
  taken: number;
  /** Connections by host. */
  readonly byHost: Map<HostState, number>;
  /** Hosts that would start, in the order in which they came. */
  readonly blocked: Set<HostState>;
}

/**
 * Connections per address, where several hosts share one: thousands of sites may live on one machine.
 *
 * One host alone may have as many connections as its own limit allows; the address counts as soon as another host is connected to it, or waits to be.
 */
export class AddressSlots {
  private readonly addresses = new Map<string, Address>();

  /** @param most asked anew each time: fewer are for this process while others share the addresses */
  constructor(private readonly most: () => number) {}

  /** Takes a slot; false when all are taken, and the host is remembered for when one is free. @param key null: nothing is counted */
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

  /** Gives a slot back. @returns the hosts that may try again, who has waited longest first */
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
