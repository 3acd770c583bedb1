import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Not the digest that keys are compared by: what is stored is of no use for guessing them elsewhere. */
const fingerprint = (key: string) => createHmac('sha256', key).update('gleaner caller').digest('base64url');

/** The keys that may call the service. */
@Injectable()
export class ApiKeys {
  private readonly digests: readonly Buffer[];
  private readonly fingerprints: readonly string[];

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'API_KEYS'>) {
    this.digests = config.API_KEYS.map(digest);
    this.fingerprints = config.API_KEYS.map(fingerprint);
  }

  /** Whether calls need a key at all. */
  get required(): boolean {
    return this.digests.length > 0;
  }

  /**
   * Which key an `Authorization: Bearer KEY` value carries, as its index; null when it carries none of them.
   *
   * Takes the same time for every wrong key: digests of equal length are compared, and all of them each time.
   */
  identify(authorization: unknown): number | null {
    const [, key] = (typeof authorization === 'string' ? /^Bearer +(\S+)$/i.exec(authorization) : null) ?? [];
    const given = digest(key ?? '');
    let found: number | null = null;
    this.digests.forEach((expected, index) => {
      if (timingSafeEqual(expected, given)) found = index;
    });
    return key === undefined ? null : found;
  }

  /**
   * A name for the caller's key that may be stored: it stays the same when other keys come and go, and does not give the key away. Empty for a call
   * without one.
   */
  fingerprintOf(authorization: unknown): string {
    const key = this.identify(authorization);
    return key === null ? '' : (this.fingerprints[key] ?? '');
  }

  /** The place of the key with a fingerprint; null when it is none of the settings any more. */
  placeOf(fingerprint: string): number | null {
    const place = this.fingerprints.indexOf(fingerprint);
    return place < 0 ? null : place;
  }

  /**
   * Whose call it is, for bounds that hold for each client: one of the keys, or the address of a call without any.
   *
   * @param address of the caller; of IPv6 the first 64 bits count, since one line has all addresses that begin with them
   */
  clientOf(authorization: unknown, address: string): string {
    const key = this.identify(authorization);
    return key === null ? `address ${lineOf(address)}` : `key ${key}`;
  }
}

function lineOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
