import type { Candidate, FrontierView } from '../../frontier/frontier-view.js';
import type { QueueEntry } from '../../frontier/priority-queue.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { RewardDistances, type KnownWeb } from '../../webs/index.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, ObservedStep, PolicyDeps } from '../policy.js';
import { RankedLinks } from '../ranked-links.js';
import { DomainPages, NO_PAGE, PageNumbers } from './page-numbers.js';
import type { CandidateLimit } from '../candidate-limit.js';

const NAME = 'optimal';
export const VERSION = 2;

/** The known state of a page of the web. */
const Found = {
  Not: 0,
  /** It was a candidate or was fetched. */
  Yes: 1,
  /** A page that links to it did not offer it, so it is out of scope or a trap. */
  Hidden: 2,
} as const;

/** Relevant pages per fetch on the way to the nearest one; 0 if none can be reached. */
const worthOf = (key: number): number => (Number.isFinite(key) ? 1 / (1 - key) : 0);

/** Walks to the relevant page nearest to the frontier, and on from there. */
export class OptimalPolicy implements CrawlPolicy {
  private readonly distances: RewardDistances;
  /** Null if domains have no limit: then no domain is ever full. */
  private readonly domains: DomainPages | null;
  private readonly domainCap: number;
  private readonly links: RankedLinks;
  private readonly pages = new PageNumbers();
  private readonly found: Uint8Array;
  private underWay = 0;

  constructor(
    { maxCandidates }: CandidateLimit,
    private readonly web: KnownWeb,
    { domainCap, grouping = 'registrable-domain' }: Pick<PolicyDeps, 'domainCap' | 'grouping'>,
  ) {
    this.links = new RankedLinks(maxCandidates);
    this.distances = new RewardDistances(web);
    this.domainCap = domainCap;
    this.domains = Number.isFinite(domainCap) ? new DomainPages(web, grouping) : null;
    this.found = new Uint8Array(web.graph.size);
  }

  get size(): number {
    return this.links.size;
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    this.offer(seeds, view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links) {
      const page = this.web.pageOf(link.url) ?? NO_PAGE;
      this.pages.set(link.urlNo, page);
      if (page !== NO_PAGE) this.meet(page);
      const nearest = page === NO_PAGE ? Infinity : this.distances.lowerBound(page);
      this.links.add(-nearest, link, view);
    }
  }

  choose(_step: number, view: FrontierView): Choice {
    const chosen = this.links.take(view, this.underWay === 0, {
      keyNow: (entry) => -this.distanceOf(entry),
      reservationOf: (no, key) => {
        const reserved = view.reservation(no, worthOf(key));
        return reserved > 0 ? 1 - 1 / reserved : reserved;
      },
    });
    if ('kind' in chosen) return chosen;
    const { urlNo, source, key, rank, options, stale } = chosen;
    for (const entry of stale) this.drop(entry, view);
    const page = this.pages.of(urlNo);
    const distance = -key;
    this.underWay++;
    if (page !== NO_PAGE) this.distances.close(page);
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: {
        value: worthOf(key),
        exploration: false,
        rank,
        options,
        terms: {
          known: page !== NO_PAGE,
          linksToReward: Number.isFinite(distance) ? distance : 'nothing relevant can be reached',
        },
      },
    };
  }

  follow(_step: number, { urlNo }: Candidate): void {
    // The candidate stays in the queue and is dropped as stale when it is found.
    this.underWay++;
    const page = this.pages.of(urlNo);
    if (page !== NO_PAGE) this.distances.close(page);
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    const page = step.ok ? this.web.pageOf(step.url) : undefined;
    if (page !== undefined) {
      this.found[page] = Found.Yes;
      this.distances.close(page);
      if (view.domain(step.domainNo).fetched >= this.domainCap) this.closeDomain(page);
    }
    this.offer(step.links, view);
    if (page !== undefined && step.links.length + step.known.length > 0) this.hideWhatIsMissing(page);
  }

  learn(): void {
    // Nothing to learn: it knows the web.
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.links.refused };
  }

  learnedState(): LearnedState {
    return { ranksBy: 'Knowledge of the whole web in advance: the shortest way to the most relevant pages.' };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      queue: this.links.save(),
      pages: this.pages.save(),
      distances: this.distances.save(),
      found: this.found,
      underWay: this.underWay,
      refused: this.links.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.links.restore(from.child('queue'), from.integer('refused'));
    this.pages.restore(from.child('pages'));
    this.distances.restore(from.child('distances'));
    this.found.set(from.uint8('found', { length: this.found.length }));
    this.underWay = from.integer('underWay');
  }

  private distanceOf({ urlNo }: QueueEntry): number {
    const page = this.pages.of(urlNo);
    return page === NO_PAGE ? Infinity : this.distances.distance(page);
  }

  /** A page becomes a candidate, perhaps one that seemed to be hidden. */
  private meet(page: number): void {
    if (this.found[page] === Found.Hidden) this.distances.reopen(page);
    this.found[page] = Found.Yes;
  }

  /** A candidate that can never be fetched: nothing can be reached through it. */
  private drop({ urlNo }: QueueEntry, view: FrontierView): void {
    const page = this.pages.of(urlNo);
    if (page === NO_PAGE || !this.distances.isOpen(page)) return;
    this.distances.close(page);
    // It was neither chosen nor reached by a redirect: its domain is full.
    if (view.stepOf(urlNo) < 0) this.closeDomain(page);
  }

  private closeDomain(page: number): void {
    for (const other of this.domains?.beside(page) ?? []) this.distances.close(other);
  }

  /**
   * Linked pages that were not offered cannot be reached through other pages either, unless one of them offers them.
   */
  private hideWhatIsMissing(page: number): void {
    for (const next of this.web.graph.linksOf(page)) {
      if (this.found[next] !== Found.Not || !this.distances.isOpen(next)) continue;
      this.found[next] = Found.Hidden;
      this.distances.close(next);
    }
  }
}
