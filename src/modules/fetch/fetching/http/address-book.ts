import { ADDRCONFIG, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../engine/ports.js';
import { isPublicAddress } from './address-guard.js';
import { patientTimeout } from '../deadline.js';
import { type LookupAll, LOOKUP_TIMEOUT_MS } from './dialer.js';
import { FetchFault } from '../fetch-fault.js';

/** The system's resolver does not return a time to live; load balancers and rebinding defences assume a minute. */
const KEEP_MS = 60_000;
/** Lifetime of failed lookups: long enough to resolve once for robots.txt and page together. */
const KEEP_FAILURE_MS = 10_000;
/** A lookup that timed out in the resolver is retried after this. */
const SLOW_RETRY_MS = 5_000;
/**
 * Concurrent lookups: further ones wait, so that a slow resolver slows the start of fetches without consuming their
 * time limit.
 */
const MAX_ASKING = 8;
/** Some hundred bytes each. */
const MAX_NAMES = 10_000;

interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly addresses: LookupAddress[];
  readonly key: string | null;
}

const bareName = (host: string): string => host.replace(/^\[|\]$/g, '');

export interface AddressBookOptions {
  readonly lookup: LookupAll;
  readonly clock: Clock;
  /** Whether a proxy resolves the names, so that no address is known. */
  readonly viaProxy: boolean;
  /**
   * Whether private addresses count as shared: on one's own machine or network many names are one server that needs no
   * protection.
   */
  readonly privateToo: boolean;
}

/** Caches names and their addresses for a minute, so that a host's address is known before its turn. */
export class AddressBook {
  private readonly answers = new LRUCache<string, Answer & { readonly until: number }>({ max: MAX_NAMES });
  private readonly asking = new Map<string, Promise<Answer>>();
  private readonly inLine: (() => void)[] = [];
  private resolving = 0;

  constructor(private readonly options: AddressBookOptions) {}

  /** A caching version of the given lookup. Callers repeat their checks for each use. */
  readonly lookup: LookupAll = (hostname, options, callback) => {
    void this.ask(hostname, options).then(({ error, addresses }) => callback(error, addresses));
  };

  /**
   * The key of an address that hosts may share: the first of a host's addresses in text order, so that rotating answers
   * give the same key. Null if none counts.
   *
   * @param host as in a URL
   * @throws the resolver's error
   */
  async keyOf(host: string): Promise<string | null> {
    const { error, key } = await this.ask(bareName(host), { all: true, hints: ADDRCONFIG });
    if (error !== null) throw error;
    return key;
  }

  /** The same without a lookup; undefined if one would be needed, or has failed. */
  knownKeyOf(host: string): string | null | undefined {
    if (this.options.viaProxy) return null;
    const kept = this.answers.get(host);
    if (kept !== undefined && kept.error === null && kept.until > this.options.clock.monotonic()) return kept.key;
    const address = bareName(host);
    const family = isIP(address);
    if (family === 0) return undefined;
    const key = this.counted(address);
    this.keep(host, { error: null, addresses: [{ address, family }], key });
    return key;
  }

  private counted(address: string | undefined): string | null {
    return address !== undefined && (this.options.privateToo || isPublicAddress(address)) ? address : null;
  }

  private ask(hostname: string, options: LookupAllOptions): Promise<Answer> {
    const kept = this.answers.get(hostname);
    if (kept !== undefined && kept.until > this.options.clock.monotonic()) return Promise.resolve(kept);
    const running = this.asking.get(hostname);
    if (running !== undefined) return running;
    const asked = this.resolve(hostname, options).then((answer) => {
      this.asking.delete(hostname);
      if (!(answer.error instanceof FetchFault)) this.keep(hostname, answer);
      return answer;
    });
    this.asking.set(hostname, asked);
    return asked;
  }

  /**
   * The resolver's answer, or `overloaded` if it takes too long: then its late answer is cached for the next request.
   */
  private async resolve(hostname: string, options: LookupAllOptions): Promise<Answer> {
    if (this.resolving >= MAX_ASKING) await new Promise<void>((resolve) => this.inLine.push(resolve));
    this.resolving++;
    return new Promise<Answer>((resolve) => {
      let late = false;
      const cancel = patientTimeout(LOOKUP_TIMEOUT_MS, () => {
        late = true;
        const error = new FetchFault('overloaded', `the resolver took more than ${LOOKUP_TIMEOUT_MS} ms`, {
          retryAfterMs: SLOW_RETRY_MS,
        });
        resolve({ error, addresses: [], key: null });
      });
      this.options.lookup(hostname, { ...options, all: true }, (error, found) => {
        cancel();
        this.resolving--;
        this.inLine.shift()?.();
        const addresses = error ? [] : found;
        const [first] = addresses.map(({ address }) => address).sort();
        const answer = { error, addresses, key: this.counted(first) };
        if (late) this.keep(hostname, answer);
        resolve(answer);
      });
    });
  }

  private keep(hostname: string, answer: Answer): void {
    const failed = answer.error !== null || answer.addresses.length === 0;
    this.answers.set(hostname, {
      ...answer,
      until: this.options.clock.monotonic() + (failed ? KEEP_FAILURE_MS : KEEP_MS),
    });
  }
}
