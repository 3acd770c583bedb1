import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { DomainGrouping } from '../../url/index.js';
import type { Objective } from '../policy.js';

/**
 * Weight of pages on domains that already have a relevant page, while more domains are wanted. Such pages lead to other
 * domains, so it is not 0.
 */
const WHILE_WANTING = 0.1;

/** The worth of a relevant page by its domain, from the session's objective. 1 byte per domain. */
export class DomainWorth {
  /** Whether domains are parts of hosts, so that those of a host differ. */
  readonly haveDomainsQueues: boolean;
  private readonly weight: number;
  private readonly wanted: number;
  private reachedAt = new Uint8Array(0);
  private count = 0;

  constructor({ domainWeight = 0, domainsAtLeast = 0 }: Objective, grouping?: DomainGrouping) {
    this.weight = domainWeight;
    this.wanted = domainsAtLeast;
    this.haveDomainsQueues = grouping === 'path-prefix';
  }

  of(domainNo: number): number {
    const isReached = this.isReached(domainNo);
    if (this.count < this.wanted) return isReached ? WHILE_WANTING : 1;
    return isReached ? 1 : 1 + this.weight;
  }

  /** Whether the domain has a relevant page. */
  isReached(domainNo: number): boolean {
    return this.reachedAt[domainNo] === 1;
  }

  /** Whether one more domain fulfils the objective, so that the worth of all domains changes. */
  get isFulfilledNext(): boolean {
    return this.count + 1 === this.wanted;
  }

  /** Records the first relevant page of a domain. */
  reach(domainNo: number): void {
    this.reachedAt = withRoom(this.reachedAt, domainNo + 1);
    this.reachedAt[domainNo] = 1;
    this.count++;
  }

  stats(): Readonly<Record<string, number>> {
    return {
      relevantDomains: this.count,
      ...(this.wanted > 0 && { domainsStillWanted: Math.max(0, this.wanted - this.count) }),
    };
  }

  save(): Snapshot {
    const domains = new Uint32Array(this.count);
    let at = 0;
    this.reachedAt.forEach((is, domainNo) => {
      if (is === 1) domains[at++] = domainNo;
    });
    return { count: this.count, domains };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const domains = from.uint32('domains', { length: from.integer('count') });
    this.reachedAt = new Uint8Array(0);
    this.count = 0;
    for (const domainNo of domains) this.reach(domainNo);
  }
}
