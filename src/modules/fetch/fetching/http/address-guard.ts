import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { FetchFault } from '../fetch-fault.js';

interface GuardOptions {
  /** Disables every address check, but not the check of ports. */
  readonly allowPrivateNetworks: boolean;
  /** Ports that may be connected to; empty: any. */
  readonly allowedPorts: readonly number[];
}

/** Global unicast, the only part of IPv6 allocated for the public Internet (RFC 4291 section 2.4). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** The well-known NAT64 prefix (RFC 6052): the last 32 bits contain an IPv4 address. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

/**
 * Names that never mean a public host: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), RFC 9476 (alt),
 * names that ICANN reserves for private use (internal) or keeps out of the root because of it (corp, home, mail), names
 * of containers and home routers, and metadata services of clouds. Names without a dot are private too.
 */
const PRIVATE_NAME = new RegExp(
  `(?:^|\\.)(?:${[
    'localhost',
    'localdomain',
    'local',
    'internal',
    'intranet',
    'private',
    'home\\.arpa',
    'home',
    'lan',
    'corp',
    'mail',
    'alt',
    'svc',
    'cluster',
    'docker',
    'consul',
    'metadata',
    'metadata\\.goog',
    'metadata\\.tencentyun\\.com',
    'metadata\\.platformequinix\\.com',
    'metadata\\.packet\\.net',
  ].join('|')})$`,
);

/**
 * Addresses in public ranges that a cloud serves only to its own machines: Azure's wire server, its DHCP and DNS, which
 * hands out credentials to machines. The metadata addresses of other clouds are not public anyway: link-local
 * (169.254.169.254, 169.254.0.23, 169.254.170.2), shared (100.100.100.200), reserved (192.0.0.192) or unique local
 * (fd00:ec2::254).
 */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Text with a colon, or a number as its last label: nothing else is an address. The library throws an error for each
 * name, which takes far longer than this check.
 */
const MAYBE_ADDRESS = /:|(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/** Addresses recur with each connection, and checking all ranges takes longer than the cache. */
const judged = new LRUCache<string, boolean>({ max: 10_000 });

/**
 * Whether an address belongs to the public Internet.
 *
 * IPv6 is public only within 2000::/3, except tunnels (6to4, Teredo) and documentation; addresses that contain an IPv4
 * address (mapped, NAT64) count as that one. The library's ranges alone are insufficient: it takes `::7f00:1`, an
 * IPv4-compatible loopback address, for unicast.
 *
 * @param text an address as reported by sockets; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  let isPublic = judged.get(text);
  if (isPublic === undefined) judged.set(text, (isPublic = judge(text)));
  return isPublic;
}

function judge(text: string): boolean {
  // The library also reads old notations such as `8.8.8`, which sockets never report.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return isPublicV4(address as ipaddr.IPv4);
  const v6 = address as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return isPublicV4(v6.toIPv4Address());
  if (v6.match(NAT64)) return isPublicV4(new ipaddr.IPv4(v6.toByteArray().slice(12)));
  return v6.match(GLOBAL_UNICAST) && v6.range() === 'unicast';
}

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !CLOUD_ADDRESSES.has(address.toString());

/**
 * Keeps the crawler out of networks that are not the public Internet (server-side request forgery).
 *
 * A URL is checked before anything is sent, and addresses twice more: all results of a lookup, and the one a socket is
 * connected to. The last check is decisive, because names can change their addresses in between (DNS rebinding).
 */
export class AddressGuard {
  private readonly ports: ReadonlySet<number>;

  constructor(private readonly options: GuardOptions) {
    this.ports = new Set(options.allowedPorts);
  }

  /** @throws FetchFault `blocked-address` if the port, literal address or name of a canonical URL may not be fetched */
  checkUrl(url: string): void {
    const { hostname, port, protocol } = new URL(url);
    this.checkTarget(hostname, port === '' ? (protocol === 'https:' || protocol === 'wss:' ? 443 : 80) : Number(port));
  }

  /**
   * @param host as in a URL: IPv6 in brackets; IPv4 in dotted decimal, to which the URL parser converts any other
   * notation
   */
  checkTarget(host: string, port: number): void {
    // Checks the address first: for a private machine, the error then names the setting that suffices, rather than the
    // port.
    if (!this.options.allowPrivateNetworks) {
      const bare = host
        .replace(/^\[|\]$/g, '')
        .replace(/\.+$/, '')
        .toLowerCase();
      if (MAYBE_ADDRESS.test(bare) && ipaddr.isValid(bare)) this.checkAddress(bare);
      else if (PRIVATE_NAME.test(bare) || !bare.includes('.'))
        throw new FetchFault('blocked-address', `${bare} is a private name`);
    }
    if (this.ports.size > 0 && !this.ports.has(port))
      throw new FetchFault('blocked-address', `port ${port} is not allowed`);
  }

  /** @throws FetchFault `blocked-address` unless the address is public or private networks are allowed */
  checkAddress(address: string): void {
    if (this.options.allowPrivateNetworks || isPublicAddress(address)) return;
    throw new FetchFault('blocked-address', `${address} is not a public address`);
  }
}
