import { Injectable } from '@nestjs/common';
import type { TopicDetailsDto } from './dto/topic.dto.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { toKeywordSetDto } from './topics.mapper.js';
import { TopicsService } from './topics.service.js';

/** Puts a topic together with its lists, for REST: GraphQL asks for each by itself. */
@Injectable()
export class TopicDetailsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
  ) {}

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
