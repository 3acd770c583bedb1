import { Injectable } from '@nestjs/common';
import type { SeedCandidate } from '../../../domain/seeds/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import {
  onlySlice,
  type PageRequest,
  keysetRange,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import {
  candidateNames,
  type GivenDecisions,
  MAX_SEEDS,
  namedCandidates,
  rankCursorOf,
  TopicsService,
} from '../topics/index.js';
import { MAX_DECIDED, type SeedCandidateFilter, type StoredSeedCandidate } from './seed-candidate.js';
import { SeedCandidatesRepository } from './seed-candidates.repository.js';

interface SeedDecisionReport {
  /** Of the topic afterwards. */
  readonly seedCount: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Candidates already decided in this way. */
  readonly unchanged: number;
}

/** Candidates for seeds: stored until they are accepted, which makes them seeds, or rejected, which suppresses them. */
@Injectable()
export class SeedCandidatesService {
  constructor(
    private readonly candidates: SeedCandidatesRepository,
    private readonly topics: TopicsService,
  ) {}

  async getMany(ids: readonly string[]): Promise<Map<string, StoredSeedCandidate>> {
    return new Map((await this.candidates.findMany(ids)).map((candidate) => [candidate.id, candidate]));
  }

  /** Highest score first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest, filter: SeedCandidateFilter): Promise<Slice<StoredSeedCandidate>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page, filter));
  }

  /** The same part of the list for each topic. */
  async listOf(
    topicIds: readonly string[],
    page: PageRequest,
    filter: SeedCandidateFilter,
  ): Promise<Map<string, Slice<StoredSeedCandidate>>> {
    const rows = await this.candidates.listOf(topicIds, keysetRange(page, 2, rankCursorOf), filter);
    const countOf = sharedCounts(() => this.candidates.countOf(topicIds, filter));
    return new Map(
      topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, ({ score, id: own }) => [score, own], countOf(id))]),
    );
  }

  decidedUrls(topicId: string): Promise<string[]> {
    return this.candidates.decidedUrls(topicId);
  }

  /**
   * Stores the results of a job, and makes the best relevant ones seeds, in one transaction. Earlier and concurrent
   * decisions stay.
   *
   * @param accept maximum number of new seeds; includes those accepted since the job was created, because the job may
   * be repeated after this has succeeded
   * @param isWanted pending candidates of earlier jobs that it refuses are deleted
   * @returns the URLs that became seeds
   */
  async store(
    topicId: string,
    found: readonly SeedCandidate[],
    accept: number,
    since: Date,
    isWanted: (url: string) => boolean,
  ): Promise<readonly string[]> {
    let accepted: readonly string[] = [];
    await this.topics.changeSeeds(topicId, async (present, db) => {
      await this.candidates.drop(db, topicId, isWanted);
      const waiting = await this.candidates.save(db, topicId, found);
      const already = accept > 0 ? await this.candidates.countAcceptedSince(db, topicId, since) : 0;
      const room = Math.max(0, Math.min(accept - already, MAX_SEEDS - present.length));
      accepted = found
        .filter(({ url, relevant }) => relevant && waiting.has(url) && !present.includes(url))
        .slice(0, room)
        .map(({ url }) => url);
      if (accepted.length === 0) return null;
      await this.candidates.decide(db, topicId, accepted, 'accepted');
      return [...present, ...accepted];
    });
    return accepted;
  }

  /**
   * Accepts and rejects candidates. Accepted ones become seeds; rejecting an accepted one removes the seed. Repeating a
   * decision changes nothing, except that a seed removed by hand meanwhile returns.
   *
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming an unknown candidate; CONFLICT if there are too many
   */
  async decide(topicId: string, decisions: GivenDecisions): Promise<SeedDecisionReport> {
    await this.topics.get(topicId);
    const wanted = candidateNames(decisions, KEYS);
    const all = [...wanted.accept, ...wanted.reject];
    let report = { accepted: 0, rejected: 0, unchanged: 0 };
    const seeds = await this.topics.changeSeeds(topicId, async (present, db) => {
      const ids = all.flatMap(({ id }) => id ?? []);
      const urls = all.flatMap(({ key }) => key ?? []);
      const rows = await this.candidates.find(db, topicId, ids, urls);
      const { accept, reject } = namedCandidates(wanted, rows, KEYS);
      const added = accept.map(urlOf).filter((url) => !present.includes(url));
      const newlyAccepted = accept.filter(({ url, state }) => state !== 'accepted' || added.includes(url));
      const newlyRejected = reject.filter(({ state }) => state !== 'rejected');
      const deciding = [...newlyAccepted, ...newlyRejected].filter(({ state }) => state === 'pending').length;
      if ((await this.candidates.countDecided(db, topicId)) + deciding > MAX_DECIDED)
        throw new DomainError('CONFLICT', `a topic may have ${MAX_DECIDED} decided candidates for seeds`);
      await this.candidates.decide(db, topicId, newlyAccepted.map(urlOf), 'accepted');
      await this.candidates.decide(db, topicId, newlyRejected.map(urlOf), 'rejected');
      report = {
        accepted: newlyAccepted.length,
        rejected: newlyRejected.length,
        unchanged: accept.length + reject.length - newlyAccepted.length - newlyRejected.length,
      };
      // A seed that the user gave himself was never accepted: rejecting a candidate does not take it away.
      const dropped = new Set(newlyRejected.filter(({ state }) => state === 'accepted').map(urlOf));
      const kept = present.filter((url) => !dropped.has(url));
      return added.length === 0 && kept.length === present.length ? null : [...kept, ...added];
    });
    return { seedCount: seeds.length, ...report };
  }
}

const urlOf = ({ url }: StoredSeedCandidate): string => url;

const KEYS = { name: 'URL' as const, ofText: canonicalUrl, ofRow: urlOf };
