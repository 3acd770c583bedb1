import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Differs from the digest used for comparing keys, so that the stored fingerprint does not help to guess keys. */
const fingerprint = (key: string) => createHmac('sha256', key).update('gleaner caller').digest('base64url');

/** The API keys from the settings. */
@Injectable()
export class ApiKeys {
  private readonly digests: readonly Buffer[];
  private readonly fingerprints: readonly string[];

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'API_KEYS'>) {
    this.digests = config.API_KEYS.map(digest);
    this.fingerprints = config.API_KEYS.map(fingerprint);
  }

  /** Whether calls need a key. */
  get required(): boolean {
    return this.digests.length > 0;
  }

  /**
   * The index of the key in an `Authorization: Bearer KEY` value; null if it matches none.
   *
   * Takes the same time for every wrong key: compares digests of equal length, and always all of them.
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
   * A storable name of the caller's key: it stays the same when other keys are added or removed, and does not reveal
   * the key. Empty for a call without a key.
   */
  fingerprintOf(authorization: unknown): string {
    const key = this.identify(authorization);
    return key === null ? '' : (this.fingerprints[key] ?? '');
  }

  /** The index of the key with this fingerprint; null if it is no longer in the settings. */
  placeOf(fingerprint: string): number | null {
    const place = this.fingerprints.indexOf(fingerprint);
    return place < 0 ? null : place;
  }

  /**
   * Identifies the client for per-client limits: by key, or by address without a key.
   *
   * @param address of the caller; of IPv6 only the first 64 bits count, because one line has all addresses with that
   * prefix
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
