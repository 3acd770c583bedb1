import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  loadChild,
  Loaders,
  PageArgs,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { CALLS } from './calls.js';
import { ExampleConnection } from './examples/dto/example.dto.js';
import { ExampleListArgs } from './examples/dto/example.input.js';
import { KeywordSetConnection, KeywordSetSummaryDto } from './keywords/dto/keyword-set.dto.js';
import { ExampleCountsDto, TOPIC_PARTS, TopicConnection, TopicDto } from './dto/topic.dto.js';
import { CreateTopicInput, TopicListArgs, UpdateTopicInput } from './dto/topic.input.js';
import { ExamplesService } from './examples/examples.service.js';
import { KeywordSetsService } from './keywords/keyword-sets.service.js';
import { TopicDetailsService } from './topic-details.service.js';
import { TopicsService } from './topics.service.js';

@Resolver(() => TopicDto)
export class TopicsResolver {
  constructor(
    private readonly topics: TopicsService,
    private readonly details: TopicDetailsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly examples: ExamplesService,
  ) {}

  @Query(() => TopicDto, { description: CALLS.getTopic })
  async topic(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<TopicDto> {
    return this.topics.get(id);
  }

  @Query(() => TopicConnection, { name: 'topics', description: CALLS.listTopics })
  async list(@Args() args: TopicListArgs): Promise<TopicConnection> {
    return connectionOf(await this.topics.list(args, args.search));
  }

  @ResolveField(() => [String], { description: TOPIC_PARTS.seeds })
  seeds(@Parent() topic: TopicDto, @Loaders() loaders: RequestLoaders): Promise<string[]> {
    return loadChild(loaders, 'topic.seeds', topic.id, (ids) => this.topics.seedsOf(ids));
  }

  @ResolveField(() => ExampleCountsDto, { description: TOPIC_PARTS.exampleCounts })
  exampleCounts(@Parent() topic: TopicDto, @Loaders() loaders: RequestLoaders): Promise<ExampleCountsDto> {
    return loadChild(loaders, 'topic.exampleCounts', topic.id, (ids) => this.topics.exampleCountsOf(ids));
  }

  @ResolveField(() => KeywordSetSummaryDto, { nullable: true, description: TOPIC_PARTS.keywordSet })
  keywordSet(@Parent() topic: TopicDto, @Loaders() loaders: RequestLoaders): Promise<KeywordSetSummaryDto | null> {
    return loaders.of('topic.keywordSet', (ids: readonly string[]) => this.keywordSets.currentOf(ids)).load(topic.id);
  }

  @ResolveField('keywordSets', () => KeywordSetConnection, { description: CALLS.listKeywordSets })
  async keywordSetsOf(
    @Parent() topic: TopicDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<KeywordSetConnection> {
    return connectionOf(
      await loadChild(loaders, pageKey('topic.keywordSets', args), topic.id, (ids) =>
        this.keywordSets.listOf(ids, args),
      ),
    );
  }

  @ResolveField('examples', () => ExampleConnection, { description: CALLS.listExamples })
  async examplesOf(
    @Parent() topic: TopicDto,
    @Args() args: ExampleListArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<ExampleConnection> {
    const relevant = args.relevant ?? null;
    return connectionOf(
      await loadChild(loaders, pageKey('topic.examples', args, relevant), topic.id, (ids) =>
        this.examples.listOf(ids, args, relevant),
      ),
    );
  }

  @Mutation(() => TopicDto, { description: CALLS.createTopic })
  async createTopic(
    @Args('input') input: CreateTopicInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<TopicDto> {
    return this.details.create(input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => TopicDto, { description: CALLS.updateTopic })
  async updateTopic(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') input: UpdateTopicInput,
    @Args('expectedUpdatedAt', {
      type: () => Date,
      nullable: true,
      description:
        'The state on which the change is based. If it is no longer the present state, the call fails with PRECONDITION_FAILED',
    })
    expectedUpdatedAt?: Date | null,
  ): Promise<TopicDto> {
    return this.topics.update(id, input, expectedUpdatedAt ?? null);
  }

  @Mutation(() => ID, {
    description: `${CALLS.deleteTopic}; answers its id`,
  })
  async deleteTopic(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.topics.delete(id);
    return id;
  }
}
