import { Injectable, type OnModuleInit } from '@nestjs/common';
import { domainNamed } from '../../../domain/scope/index.js';
import type { Requester } from '../../../platform/api/index.js';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import {
  type CreateSession,
  refusalWithin,
  type Session,
  type SessionGuidance,
  SessionGuides,
  SessionsService,
} from '../../crawl/sessions/index.js';
import { MAX_SEEDS, TopicsService } from '../../topics/topics/index.js';
import { fairShare } from './fair-share.js';
import { RemarksRepository } from './remarks.repository.js';

/** Newest rejected domains that sessions avoid; leaves room for the users' own lists. */
const MAX_REJECTED = 5_000;
/** Newest domains to keep in which sessions start, and the best pages of each used as seeds besides its home page. */
const MAX_KEPT = 200;
const BEST_PAGES = 3;

/** The domains that a session gathers, and its settings. */
interface GatherWanted {
  readonly domains: readonly string[];
  readonly fetches: number;
  readonly policy?: string | null;
  readonly session?: (CreateSession & { readonly budget?: object | null; readonly scope?: object | null }) | null;
}

const given = <T extends object>(settings: T): Partial<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)) as Partial<T>;

/**
 * Passes a topic's results to its next sessions: seeds and domains to avoid, and sessions that crawl chosen domains
 * deeply.
 */
@Injectable()
export class GatheringService implements OnModuleInit {
  constructor(
    private readonly topics: TopicsService,
    private readonly sessions: SessionsService,
    private readonly guides: SessionGuides,
    private readonly remarks: RemarksRepository,
  ) {}

  onModuleInit(): void {
    this.guides.set((topicId) => this.guidance(topicId));
  }

  /**
   * Starts a session that crawls only domains of the collection, with their sitemaps, from the home page and the best
   * pages of each. Collected pages are reused, so that the budget buys new pages; MAX shares it fairly among the
   * domains, by their numbers of known pages.
   *
   * @param key the same key and input return the session of the first call
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming a domain that is not in the collection, or was rejected;
   * INVALID_STATE as for any session
   */
  async gather(
    topicId: string,
    { domains, fetches, policy, session }: GatherWanted,
    requester: Requester,
    key?: IdempotencyKey,
  ): Promise<Session> {
    await this.topics.get(topicId);
    if (session?.seeds != null)
      throw invalid('session.seeds', 'a gathering session begins in its domains', 'none: the domains have seeds');
    const asked = domains.map(domainNamed);
    const names = [...new Set(asked)];
    const unfetched = await this.remarks.unfetched(topicId, names);
    const rejected = new Set(await this.remarks.decided(topicId, 'reject', MAX_REJECTED));
    const missing = asked.findIndex((name) => !unfetched.has(name));
    if (missing >= 0) throw await this.remarks.unknownDomain(topicId, `domains[${missing}]`, asked[missing]);
    asked.forEach((name, i) => {
      if (rejected.has(name))
        throw invalid(`domains[${i}]`, `${JSON.stringify(name)} was rejected`, 'domains that were not rejected');
    });
    const seeds = await this.entrances(topicId, names);
    const settings = given(session ?? {});
    const input = {
      ...{ domainCap: fairShare([...unfetched.values()], fetches) ?? 'unlimited', sitemaps: true, known: 'reuse' },
      // Each host gets requests as often as allowed: none waits for a more promising one.
      eagerness: 1,
      ...settings,
      ...(policy != null && { policy }),
      ...{ seeds, budget: { ...settings.budget, fetches }, scope: { ...settings.scope, allowHosts: names } },
    };
    try {
      return await this.sessions.create(topicId, input, requester, key);
    } catch (error) {
      const [name = ''] = error instanceof DomainError ? (error.field ?? '').split(/[.[]/) : [];
      throw name in settings && !(name === 'policy' && policy != null) ? refusalWithin('session', error) : error;
    }
  }

  private async guidance(topicId: string): Promise<SessionGuidance> {
    const [denyHosts, kept] = await Promise.all([
      this.remarks.decided(topicId, 'reject', MAX_REJECTED),
      this.remarks.decided(topicId, 'keep', MAX_KEPT),
    ]);
    return { denyHosts, seeds: kept.length === 0 ? [] : await this.entrances(topicId, kept) };
  }

  /** Home pages first, so that each domain has one if there is not enough room for all pages. */
  private async entrances(topicId: string, names: readonly string[]): Promise<string[]> {
    const pages = [...(await this.remarks.entrances(topicId, names, BEST_PAGES)).values()];
    const homes = pages.flatMap(([shortest]) => (shortest === undefined ? [] : [new URL('/', shortest).href]));
    return [...new Set([...homes, ...pages.flatMap(([, ...best]) => best)])].slice(0, MAX_SEEDS);
  }
}
