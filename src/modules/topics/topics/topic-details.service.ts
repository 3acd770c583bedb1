import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import type { TopicDetailsDto } from './dto/topic.dto.js';
import { KeywordSetsService } from './keywords/keyword-sets.service.js';
import { toKeywordSetDto } from './keywords/keywords.mapper.js';
import { type CreateTopic, TopicsService } from './topics.service.js';

/**
 * Assembles a topic with its lists, for REST, and for the response to a creation: GraphQL reads each list separately.
 */
@Injectable()
export class TopicDetailsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * @param key the same key and input return the result of the first call
   * @throws DomainError CONFLICT if the name is taken, VALIDATION_FAILED naming the wrong seed or keyword
   */
  create(input: CreateTopic, key?: IdempotencyKey): Promise<TopicDetailsDto> {
    return this.idempotency.create(
      key,
      'createTopic',
      requestHash(input),
      (once) => this.topics.create(input, once),
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<TopicDetailsDto> {
    const topic = await this.topics.get(id);
    const [seeds, set, counts] = await Promise.all([
      this.topics.seedsOf([id]),
      this.keywordSets.current(id),
      this.topics.exampleCountsOf([id]),
    ]);
    return {
      ...topic,
      seeds: seeds.get(id) ?? [],
      keywordSet: set && toKeywordSetDto(set),
      exampleCounts: counts.get(id) ?? { relevant: 0, irrelevant: 0 },
    };
  }
}
