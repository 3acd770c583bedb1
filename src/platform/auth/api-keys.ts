import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The keys that may call the service. */
@Injectable()
export class ApiKeys {
  private readonly digests: readonly Buffer[];

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'API_KEYS'>) {
    this.digests = config.API_KEYS.map(digest);
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
}
