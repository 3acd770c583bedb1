import { Injectable } from '@nestjs/common';
import { asKeyword, type Keyword, type KeywordCandidate, stemsKey } from '../../../../domain/topic/index.js';
import {
  onlySlice,
  type PageRequest,
  keysetRange,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { rankCursorOf } from '../ranked-candidates.repository.js';
import {
  type CandidateName,
  candidateNames,
  type Decisions,
  type GivenDecisions,
  namedCandidates,
} from '../candidate-decisions.js';
import {
  type CandidateFilter,
  MAX_DECIDED,
  type SearchedDocuments,
  type StoredCandidate,
} from './keyword-candidate.js';
import { KeywordCandidatesRepository } from './keyword-candidates.repository.js';
import { MAX_KEYWORDS, normalKeyword } from './keyword-intake.js';
import { KeywordSetsService, requireVersion } from './keyword-sets.service.js';
import { TopicsService } from '../topics.service.js';

interface DecisionReport {
  /** Current afterwards; null while the topic has no keywords. */
  readonly keywordSetVersion: number | null;
  readonly accepted: number;
  readonly rejected: number;
  /** Candidates already decided in this way. */
  readonly unchanged: number;
}

/** The result of storing a job's candidates. */
export interface StoredOutcome {
  /** Current afterwards; null while the topic has no keywords. */
  readonly keywordSetVersion: number | null;
  /** Texts that became keywords. */
  readonly accepted: ReadonlySet<string>;
}

/**
 * Candidates for keywords: stored until they are accepted, which makes the next version of the keywords, or rejected,
 * which suppresses them.
 */
@Injectable()
export class KeywordCandidatesService {
  constructor(
    private readonly candidates: KeywordCandidatesRepository,
    private readonly sets: KeywordSetsService,
    private readonly topics: TopicsService,
  ) {}

  async getMany(ids: readonly string[]): Promise<Map<string, StoredCandidate>> {
    return new Map((await this.candidates.findMany(ids)).map((candidate) => [candidate.id, candidate]));
  }

  /** Greatest lift first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest, filter: CandidateFilter): Promise<Slice<StoredCandidate>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page, filter));
  }

  /** The same part of the list for each topic. */
  async listOf(
    topicIds: readonly string[],
    page: PageRequest,
    filter: CandidateFilter,
  ): Promise<Map<string, Slice<StoredCandidate>>> {
    const rows = await this.candidates.listOf(topicIds, keysetRange(page, 2, rankCursorOf), filter);
    const countOf = sharedCounts(() => this.candidates.countOf(topicIds, filter));
    return new Map(
      topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, ({ lift, id: own }) => [lift, own], countOf(id))]),
    );
  }

  rejectedStems(topicId: string): Promise<string[]> {
    return this.candidates.rejectedStems(topicId);
  }

  /**
   * Stores a job's candidates and, with `accept`, adds the acceptable ones to the next version of the keywords, in one
   * transaction. Earlier and concurrent decisions stay. Idempotent.
   */
  async store(
    topicId: string,
    found: readonly KeywordCandidate[],
    searched: SearchedDocuments,
    accept: boolean,
  ): Promise<StoredOutcome> {
    const accepted = new Set<string>();
    const version = await this.sets.appendVersion(topicId, async (current, present, db) => {
      accepted.clear();
      const waiting = await this.candidates.save(db, topicId, found, searched);
      const known = new Set(current.map(({ text }) => stemsKey(text)));
      const chosen = accept
        ? found.filter(
            ({ text, acceptable }) => acceptable && waiting.has(stemsKey(text)) && !known.has(stemsKey(text)),
          )
        : [];
      const added = chosen.slice(0, Math.max(0, MAX_KEYWORDS - current.length));
      if (added.length === 0) return null;
      await this.candidates.accept(
        db,
        topicId,
        added.map(({ text }) => stemsKey(text)),
        present + 1,
      );
      for (const { text } of added) accepted.add(text);
      return [...current, ...added.map(asKeyword)];
    });
    return { keywordSetVersion: version > 0 ? version : null, accepted };
  }

  /**
   * Accepts and rejects candidates. Accepted ones make the next version of the keywords; rejecting an accepted one
   * removes the keyword. Idempotent.
   *
   * @param expectedVersion if given, the version of the keywords on which the decision is based, 0 for none
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming an unknown candidate; CONFLICT if another version is
   * current, or there are too many
   */
  async decide(
    topicId: string,
    decisions: GivenDecisions,
    expectedVersion: number | null = null,
  ): Promise<DecisionReport> {
    const wanted = candidateNames(decisions, KEYS);
    const all = [...wanted.accept, ...wanted.reject];
    let report = { accepted: 0, rejected: 0, unchanged: 0 };
    const version = await this.sets.appendVersion(topicId, async (current, present, db) => {
      requireVersion(expectedVersion, present);
      const ids = all.flatMap(({ id }) => id ?? []);
      const rows = await this.candidates.find(
        db,
        topicId,
        ids,
        all.flatMap(({ key }) => key ?? []),
      );
      const { next, newlyAccepted, newlyRejected, unchanged } = planOf(wanted, rows, current);
      const deciding = [...newlyAccepted, ...newlyRejected].filter(({ state }) => state === 'pending').length;
      if ((await this.candidates.countDecided(db, topicId)) + deciding > MAX_DECIDED) {
        throw new DomainError('CONFLICT', `a topic may have ${MAX_DECIDED} decided candidates`);
      }
      await this.candidates.accept(
        db,
        topicId,
        newlyAccepted.map(({ stems }) => stems),
        next ? present + 1 : present,
      );
      await this.candidates.reject(
        db,
        topicId,
        newlyRejected.map(({ stems }) => stems),
      );
      report = { accepted: newlyAccepted.length, rejected: newlyRejected.length, unchanged };
      return next;
    });
    return { keywordSetVersion: version > 0 ? version : null, ...report };
  }
}

const KEYS = {
  name: 'text' as const,
  ofText: (text: string) => stemsKey(normalKeyword(text)),
  ofRow: ({ stems }: StoredCandidate) => stems,
};

interface DecisionPlan {
  /** Null if the keywords stay as they are. */
  readonly next: readonly Keyword[] | null;
  readonly newlyAccepted: readonly StoredCandidate[];
  readonly newlyRejected: readonly StoredCandidate[];
  /** Number of candidates already decided in this way. */
  readonly unchanged: number;
}

/** @throws DomainError VALIDATION_FAILED for unknown or contradictory names; CONFLICT for too many keywords */
function planOf(
  wanted: Decisions<readonly CandidateName[]>,
  rows: readonly StoredCandidate[],
  current: readonly Keyword[],
): DecisionPlan {
  const { accept, reject } = namedCandidates(wanted, rows, KEYS);
  const next = nextKeywords(current, accept, new Set(reject.map(({ text }) => text)));
  const added = accept.filter(
    ({ text }) => next?.some((keyword) => keyword.text === text) && !current.some((one) => one.text === text),
  );
  const newlyAccepted = accept.filter((row) => row.state !== 'accepted' || added.includes(row));
  const newlyRejected = reject.filter(({ state }) => state !== 'rejected');
  const unchanged = accept.length + reject.length - newlyAccepted.length - newlyRejected.length;
  return { next, newlyAccepted, newlyRejected, unchanged };
}

/** Null if nothing changes. Rejecting a candidate does not remove the user's own keywords. */
function nextKeywords(
  current: readonly Keyword[],
  accepted: readonly StoredCandidate[],
  rejected: ReadonlySet<string>,
): readonly Keyword[] | null {
  const kept = current.filter(({ text, origin }) => origin === 'user' || !rejected.has(text));
  const known = new Set(kept.map(({ text }) => stemsKey(text)));
  const added = accepted.filter(({ stems }) => !known.has(stems));
  if (kept.length + added.length > MAX_KEYWORDS)
    throw new DomainError('CONFLICT', `a topic may have ${MAX_KEYWORDS} keywords`, { field: 'accept' });
  return added.length === 0 && kept.length === current.length ? null : [...kept, ...added.map(asKeyword)];
}
