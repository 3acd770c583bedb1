import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Asker } from '../../platform/api/index.js';
import { invalid } from '../../platform/errors/index.js';
import type { IdempotencyKey } from '../../platform/idempotency/index.js';
import { type Session, type SessionGuidance, SessionGuides, SessionsService } from '../sessions/index.js';
import { MAX_SEEDS, TopicsService } from '../topics/index.js';
import { fairShare } from './fair-share.js';
import { RemarksRepository } from './remarks.repository.js';

/** Rejected domains that sessions keep away from, the newest: what users list themselves must fit beside them. */
const MAX_REJECTED = 5_000;
/** Domains to keep that sessions begin in, the newest, and the best pages of each that they begin with beside its home page. */
const MAX_KEPT = 200;
const BEST_PAGES = 3;

/** From what a topic has found to its next sessions: what they begin with and keep away from, and sessions that crawl chosen domains deeply. */
@Injectable()
export class GatheringService implements OnModuleInit {
  constructor(
    private readonly topics: TopicsService,
    private readonly sessions: SessionsService,
    private readonly guides: SessionGuides,
    private readonly remarks: RemarksRepository,
  ) {}

  onModuleInit(): void {
    this.guides.set((topicId) => this.#guidance(topicId));
  }

  /**
   * Starts a session that crawls domains of the collection and nothing else, with their sitemaps, from the home page and the best pages of each. What the collection
   * has is taken from there, so that the budget buys new pages; MAX shares it fairly among the domains, by the pages that are known of them.
   *
   * @param key the same key and input answer the session made the first time
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming a domain that the collection does not have, or that was rejected; INVALID_STATE as for any session
   */
  async gather(
    topicId: string,
    { domains, fetches, policy }: { domains: readonly string[]; fetches: number; policy?: string | null },
    asker: Asker,
    key?: IdempotencyKey,
  ): Promise<Session> {
    await this.topics.get(topicId);
    const names = [...new Set(domains)];
    const unfetched = await this.remarks.unfetched(topicId, names);
    const rejected = new Set(await this.remarks.decided(topicId, 'reject', MAX_REJECTED));
    domains.forEach((name, i) => {
      if (!unfetched.has(name))
        throw invalid(
          `domains[${i}]`,
          `the collection has no domain ${JSON.stringify(name)}`,
          'names of domains of the collection',
        );
      if (rejected.has(name))
        throw invalid(`domains[${i}]`, `${JSON.stringify(name)} was rejected`, 'domains that were not rejected');
    });
    const seeds = await this.#entrances(topicId, names);
    const input = {
      ...{ policy, seeds, budget: { fetches }, scope: { allowHosts: names } },
      ...{
        domainCap: fairShare([...unfetched.values()], fetches) ?? ('unlimited' as const),
        sitemaps: true,
        known: 'reuse',
      },
      // Each host is asked as often as it may be: none waits because another one promises more.
      eagerness: 1,
    };
    return this.sessions.create(topicId, input, asker, key);
  }

  async #guidance(topicId: string): Promise<SessionGuidance> {
    const [denyHosts, kept] = await Promise.all([
      this.remarks.decided(topicId, 'reject', MAX_REJECTED),
      this.remarks.decided(topicId, 'keep', MAX_KEPT),
    ]);
    return { denyHosts, seeds: kept.length === 0 ? [] : await this.#entrances(topicId, kept) };
  }

  /** Home pages first, so that each domain has one where there is no room for all. */
  async #entrances(topicId: string, names: readonly string[]): Promise<string[]> {
    const pages = [...(await this.remarks.entrances(topicId, names, BEST_PAGES)).values()];
    const homes = pages.flatMap(([shortest]) => (shortest === undefined ? [] : [new URL('/', shortest).href]));
    return [...new Set([...homes, ...pages.flatMap(([, ...best]) => best)])].slice(0, MAX_SEEDS);
  }
}
