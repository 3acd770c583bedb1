import ipaddr from 'ipaddr.js';

/** Whose address it is: of IPv6 the first 64 bits, since one line has all addresses that begin with them. */
export function clientOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return `address ${address}`;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `address ${parsed.toString()}`;
  return `address ${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
