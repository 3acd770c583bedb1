import { Args, Context, ID, Int, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  loadChild,
  Loaders,
  mapSlice,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../../platform/api/index.js';
import { JobDto, toJobDto } from '../../../base/jobs/index.js';
import { CALLS } from '../calls.js';
import {
  DecideCandidatesInput,
  DecisionReportDto,
  KeywordCandidateArgs,
  KeywordCandidateConnection,
  SuggestKeywordsInput,
} from './dto/keyword-candidate.dto.js';
import { TopicDto } from '../dto/topic.dto.js';
import { KeywordCandidatesService } from './keyword-candidates.service.js';
import { KeywordSuggestionsService } from './keyword-suggestions.service.js';
import { toCandidateDto } from './keywords.mapper.js';

@Resolver(() => TopicDto)
export class KeywordCandidatesResolver {
  constructor(
    private readonly candidates: KeywordCandidatesService,
    private readonly suggestions: KeywordSuggestionsService,
  ) {}

  @ResolveField('keywordCandidates', () => KeywordCandidateConnection, {
    description: CALLS.listKeywordCandidates,
    complexity: listComplexity,
  })
  async candidatesOf(
    @Parent() topic: TopicDto,
    @Args() args: KeywordCandidateArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<KeywordCandidateConnection> {
    const name = pageKey('topic.keywordCandidates', args, args.state ?? null, args.method ?? null);
    return connectionOf(
      mapSlice(
        await loadChild(loaders, name, topic.id, (ids) => this.candidates.listOf(ids, args, args)),
        toCandidateDto,
      ),
    );
  }

  @Mutation(() => DecisionReportDto, {
    description: CALLS.decideKeywordCandidates,
  })
  decideKeywordCandidates(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: DecideCandidatesInput,
    @Args('expectedVersion', {
      type: () => Int,
      nullable: true,
      description:
        'Version of the keywords on which the decision is based; 0 for none. If it is no longer the current one, the call fails with PRECONDITION_FAILED',
    })
    expectedVersion?: number | null,
  ): Promise<DecisionReportDto> {
    return this.candidates.decide(topicId, input, expectedVersion ?? null);
  }

  @Mutation(() => JobDto, { description: CALLS.suggestKeywords })
  async suggestKeywords(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Context() context: GraphqlContext,
    @Args('input', { nullable: true }) input?: SuggestKeywordsInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(
      await this.suggestions.start(topicId, input ?? new SuggestKeywordsInput(), idempotencyKeyOf(key, context)),
    );
  }
}
