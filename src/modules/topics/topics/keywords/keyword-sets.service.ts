import { Injectable } from '@nestjs/common';
import type { Keyword } from '../../../../domain/topic/index.js';
import {
  isColumnInteger,
  onlySlice,
  type PageRequest,
  keysetRange,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { DomainError, notFound } from '../../../../platform/errors/index.js';
import { keywordsFromUser, sameKeywords } from './keyword-intake.js';
import { KeywordSetsRepository, type NextKeywords } from './keyword-sets.repository.js';
import type { StoredKeywordSet } from '../topic.js';
import { TopicsService } from '../topics.service.js';

/** A stored keyword set with its keywords, in the user's order, then the expansion's. */
export interface KeywordSetContents extends StoredKeywordSet {
  readonly keywords: readonly Keyword[];
}

@Injectable()
export class KeywordSetsService {
  constructor(
    private readonly sets: KeywordSetsRepository,
    private readonly topics: TopicsService,
  ) {}

  /**
   * Creates the next version from the user's keywords. A set equal to the current one creates none, so repeated calls
   * are harmless.
   *
   * @param expectedVersion if given, the version on which the edit is based, 0 for none
   * @throws DomainError NOT_FOUND, VALIDATION_FAILED naming the keyword, CONFLICT if another version is current by now
   */
  async put(
    topicId: string,
    texts: readonly string[],
    expectedVersion: number | null = null,
  ): Promise<KeywordSetContents> {
    return this.append(topicId, (current, version) => {
      requireVersion(expectedVersion, version);
      const next = keywordsFromUser(texts, current);
      return version > 0 && sameKeywords(next, current) ? null : next;
    });
  }

  /** @throws DomainError NOT_FOUND, and errors of `next` */
  async append(topicId: string, next: NextKeywords): Promise<KeywordSetContents> {
    return this.get(topicId, await this.appendVersion(topicId, next));
  }

  /**
   * @returns the version that is current afterwards, 0 if there is none. @throws DomainError NOT_FOUND, and errors of
   * `next`
   */
  async appendVersion(topicId: string, next: NextKeywords): Promise<number> {
    const version = await this.sets.append(topicId, next);
    if (version === null) throw notFound('topic', topicId);
    return version;
  }

  /** @throws DomainError NOT_FOUND */
  async get(topicId: string, version: number): Promise<KeywordSetContents> {
    const set = version > 0 ? await this.sets.find(topicId, version) : null;
    if (!set) throw notFound('keyword set', `${version} of topic ${topicId}`);
    return this.withKeywords(set);
  }

  /** The newest set; null if the topic never had keywords. */
  async current(topicId: string): Promise<KeywordSetContents | null> {
    const set = (await this.sets.currentOf([topicId])).get(topicId);
    return set ? this.withKeywords(set) : null;
  }

  async getMany(ids: readonly string[]): Promise<Map<string, StoredKeywordSet>> {
    return new Map((await this.sets.findMany(ids)).map((set) => [set.id, set]));
  }

  /** Newest first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest): Promise<Slice<StoredKeywordSet>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page));
  }

  /** The same part of the list for each topic. */
  async listOf(topicIds: readonly string[], page: PageRequest): Promise<Map<string, Slice<StoredKeywordSet>>> {
    const rows = await this.sets.listOf(
      topicIds,
      keysetRange(page, 1, ([version]) => (isColumnInteger(version) ? version : null)),
    );
    const countOf = sharedCounts(() => this.sets.countOf(topicIds));
    return new Map(
      topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, ({ version }) => [version], countOf(id))]),
    );
  }

  currentOf(topicIds: readonly string[]): Promise<Map<string, StoredKeywordSet>> {
    return this.sets.currentOf(topicIds);
  }

  keywordsOf(setIds: readonly string[]): Promise<Map<string, Keyword[]>> {
    return this.sets.keywordsOf(setIds);
  }

  private async withKeywords(set: StoredKeywordSet): Promise<KeywordSetContents> {
    const keywords = await this.sets.keywordsOf([set.id]);
    return { ...set, keywords: keywords.get(set.id) ?? [] };
  }
}

/** @param expected null for any. @throws DomainError PRECONDITION_FAILED */
export function requireVersion(expected: number | null, current: number): void {
  if (expected === null || expected === current) return;
  throw new DomainError('PRECONDITION_FAILED', `version ${current} of the keywords is current, not ${expected}`, {
    details: { currentVersion: current },
  });
}
