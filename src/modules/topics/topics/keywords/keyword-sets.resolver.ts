import { Args, Context, ID, Int, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  loadChild,
  Loaders,
  type RequestLoaders,
  UuidPipe,
} from '../../../../platform/api/index.js';
import { JobDto, toJobDto } from '../../../base/jobs/index.js';
import { CALLS } from '../calls.js';
import { ExpandKeywordsInput } from './dto/expand-keywords.input.js';
import { KeywordDto, KeywordSetSummaryDto, PutKeywordsInput } from './dto/keyword-set.dto.js';
import { KeywordSetStatisticsDto, KeywordStatisticsArgs } from './dto/keyword-statistics.dto.js';
import { KeywordExpansionsService } from './keyword-expansions.service.js';
import { KeywordSetsService } from './keyword-sets.service.js';
import { KeywordStatisticsService } from './keyword-statistics.service.js';
import { toStatisticsDto } from './keywords.mapper.js';

/** A set usually has dozens of keywords. */
const KEYWORDS_COMPLEXITY = 20;
/** Thousands of pages are read for one result: a query may request only a few. */
const STATISTICS_COMPLEXITY = 2_000;

@Resolver(() => KeywordSetSummaryDto)
export class KeywordSetsResolver {
  constructor(
    private readonly sets: KeywordSetsService,
    private readonly expansions: KeywordExpansionsService,
    private readonly statistics: KeywordStatisticsService,
  ) {}

  @Query(() => KeywordSetSummaryDto, { description: CALLS.getKeywordSet })
  keywordSet(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('version', { type: () => Int }) version: number,
  ): Promise<KeywordSetSummaryDto> {
    return this.sets.get(topicId, version);
  }

  @ResolveField(() => [KeywordDto], { complexity: ({ childComplexity }) => 1 + KEYWORDS_COMPLEXITY * childComplexity })
  keywords(@Parent() set: KeywordSetSummaryDto, @Loaders() loaders: RequestLoaders): Promise<KeywordDto[]> {
    return loadChild(loaders, 'keywordSet.keywords', set.id, (ids) => this.sets.keywordsOf(ids));
  }

  @ResolveField('statistics', () => KeywordSetStatisticsDto, {
    description: CALLS.getKeywordSetStatistics,
    complexity: STATISTICS_COMPLEXITY,
  })
  async statisticsOf(
    @Parent() { topicId, version }: KeywordSetSummaryDto,
    @Args() args: KeywordStatisticsArgs,
  ): Promise<KeywordSetStatisticsDto> {
    return toStatisticsDto(await this.statistics.get(topicId, version, args));
  }

  @Mutation(() => KeywordSetSummaryDto, {
    description: CALLS.putKeywords,
  })
  putKeywords(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') { keywords }: PutKeywordsInput,
    @Args('expectedVersion', {
      type: () => Int,
      nullable: true,
      description:
        'Version on which the edit is based; 0 for none. If it is no longer the current one, the call fails with PRECONDITION_FAILED',
    })
    expectedVersion?: number | null,
  ): Promise<KeywordSetSummaryDto> {
    return this.sets.put(topicId, keywords, expectedVersion ?? null);
  }

  @Mutation(() => JobDto, { description: CALLS.expandKeywords })
  async expandKeywords(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Context() context: GraphqlContext,
    @Args('input', { nullable: true }) input?: ExpandKeywordsInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(
      await this.expansions.start(topicId, input ?? new ExpandKeywordsInput(), idempotencyKeyOf(key, context)),
    );
  }
}
