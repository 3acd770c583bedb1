import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
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
} from '../../../platform/api/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import { TopicDto } from '../topics/index.js';
import { CALLS } from './seeds.controller.js';
import {
  DecideSeedsInput,
  SeedCandidateArgs,
  SeedCandidateConnection,
  SeedDecisionsDto,
  SuggestSeedsInput,
  toSeedCandidateDto,
} from './dto/seed-candidate.dto.js';
import { SeedCandidatesService } from './seed-candidates.service.js';
import { SeedSuggestionsService } from './seed-suggestions.service.js';

@Resolver(() => TopicDto)
export class SeedsResolver {
  constructor(
    private readonly candidates: SeedCandidatesService,
    private readonly suggestions: SeedSuggestionsService,
  ) {}

  @ResolveField('seedCandidates', () => SeedCandidateConnection, {
    description: CALLS.listSeedCandidates,
    complexity: listComplexity,
  })
  async candidatesOf(
    @Parent() topic: TopicDto,
    @Args() args: SeedCandidateArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<SeedCandidateConnection> {
    const name = pageKey('topic.seedCandidates', args, args.state ?? null, args.source ?? null);
    return connectionOf(
      mapSlice(
        await loadChild(loaders, name, topic.id, (ids) => this.candidates.listOf(ids, args, args)),
        toSeedCandidateDto,
      ),
    );
  }

  @Mutation(() => SeedDecisionsDto, { description: CALLS.decideSeedCandidates })
  decideSeedCandidates(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: DecideSeedsInput,
  ): Promise<SeedDecisionsDto> {
    return this.candidates.decide(topicId, input);
  }

  @Mutation(() => JobDto, { description: CALLS.suggestSeeds })
  async suggestSeeds(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Context() context: GraphqlContext,
    @Args('input', { nullable: true }) input?: SuggestSeedsInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(
      await this.suggestions.start(topicId, input ?? new SuggestSeedsInput(), idempotencyKeyOf(key, context)),
    );
  }
}
