import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyOf,
  listComplexity,
  loadChild,
  Loaders,
  mapSlice,
  NamedNumber,
  namedNumbers,
  PageArgs,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../platform/api/index.js';
import { ModelDto, ModelsService } from '../models/index.js';
import { TopicDto, TopicsService } from '../topics/index.js';
import { SeedOutcomeConnection } from './dto/seed-outcome.dto.js';
import { SessionEventConnection, SwitchModelInput } from './dto/session-event.dto.js';
import { SessionConnection, SessionDto, SessionsArgs, TopicSessionsArgs } from './dto/session.dto.js';
import { ExtendSessionInput, CreateSessionInput } from './dto/session.input.js';
import type { Session } from './session.js';
import { SessionHistoryService } from './session-history.service.js';
import { SessionProgress } from './session-progress.js';
import { toSessionDto } from './sessions.mapper.js';
import { SessionsService } from './sessions.service.js';

const idArgument = { type: () => ID };

@Resolver(() => SessionDto)
export class SessionsResolver {
  constructor(
    private readonly sessions: SessionsService,
    private readonly history: SessionHistoryService,
    private readonly progress: SessionProgress,
    private readonly topics: TopicsService,
    private readonly models: ModelsService,
  ) {}

  @Query(() => SessionDto)
  async session(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.get(id));
  }

  @Query(() => SessionConnection, { name: 'sessions', description: 'Newest first', complexity: listComplexity })
  async list(@Args() args: SessionsArgs): Promise<SessionConnection> {
    return connectionOf(
      mapSlice(await this.sessions.list(args.topicId ?? null, args.state ?? null, args), (session) =>
        toSessionDto(session),
      ),
    );
  }

  @ResolveField(() => [NamedNumber], { description: "The policy's own numbers: leaves, epsilon, replay size" })
  policyStats(@Parent() session: SessionDto): NamedNumber[] {
    return namedNumbers(session.policyStats);
  }

  @ResolveField(() => TopicDto)
  topic(@Parent() session: SessionDto, @Loaders() loaders: RequestLoaders): Promise<TopicDto> {
    return loadChild(loaders, 'session.topic', session.topicId, (ids) => this.topics.getMany(ids));
  }

  @ResolveField(() => ModelDto)
  model(@Parent() session: SessionDto, @Loaders() loaders: RequestLoaders): Promise<ModelDto> {
    return loadChild(loaders, 'session.model', session.modelId, (ids) => this.models.getMany(ids));
  }

  @Mutation(() => SessionDto, {
    description: 'The same idempotencyKey and input answer the session made the first time',
  })
  async createSession(
    @Args('topicId', idArgument, UuidPipe) topicId: string,
    @Args('input') input: CreateSessionInput,
    @Args('idempotencyKey', { type: () => String, nullable: true }) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.create(topicId, input, idempotencyKeyOf(key, context)));
  }

  @ResolveField(() => SessionEventConnection, {
    description: 'What happened besides its steps, in order',
    complexity: listComplexity,
  })
  async events(@Parent() session: SessionDto, @Args() args: PageArgs): Promise<SessionEventConnection> {
    return connectionOf(await this.history.events(session.id, args));
  }

  @ResolveField(() => SeedOutcomeConnection, {
    description: 'What became of the URLs it started from',
    complexity: listComplexity,
  })
  async seedOutcomes(@Parent() session: SessionDto, @Args() args: PageArgs): Promise<SeedOutcomeConnection> {
    return connectionOf(await this.history.seedOutcomes(session.id, args));
  }

  @Mutation(() => SessionDto, {
    description:
      'Go on under another model: pages are judged anew, counters and rewards corrected, candidates valued anew. A session that has ended is judged anew at once',
  })
  async switchSessionModel(
    @Args('id', idArgument, UuidPipe) id: string,
    @Args('input') { modelId }: SwitchModelInput,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.switchModel(id, modelId));
  }

  @Mutation(() => SessionDto)
  async pauseSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'pause'));
  }

  @Mutation(() => SessionDto, {
    description: 'After a pause or a failure; after SEEDS_UNREACHABLE it begins with its seeds again',
  })
  async resumeSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'resume'));
  }

  @Mutation(() => SessionDto, { description: 'What is committed stays, and extendSession lets it go on' })
  async stopSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'stop'));
  }

  @Mutation(() => SessionDto, { description: 'Gives a finished session more budget' })
  async extendSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @Args('by') by: ExtendSessionInput,
    @Args('idempotencyKey', { type: () => String, nullable: true }) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.extend(id, by, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ID, { description: 'Deletes a session that does not run, with its results; answers its id' })
  async deleteSession(@Args('id', idArgument, UuidPipe) id: string): Promise<string> {
    await this.sessions.delete(id);
    return id;
  }

  @Subscription(() => SessionDto, {
    description: 'The session now and after every change, at most five times a second; ends when the session has',
    resolve: (session: Session) => toSessionDto(session),
  })
  sessionProgress(@Args('sessionId', idArgument, UuidPipe) sessionId: string): Promise<AsyncIterable<Session>> {
    return this.progress.watch(sessionId);
  }
}

/** Sessions of a topic, on the topic. */
@Resolver(() => TopicDto)
export class TopicSessionsResolver {
  constructor(private readonly sessions: SessionsService) {}

  @ResolveField('sessions', () => SessionConnection, { description: 'Newest first', complexity: listComplexity })
  async ofTopic(
    @Parent() topic: TopicDto,
    @Args() args: TopicSessionsArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<SessionConnection> {
    const state = args.state ?? null;
    const slice = await loadChild(loaders, pageKey('topic.sessions', args, state), topic.id, (ids) =>
      this.sessions.listOf(ids, state, args),
    );
    return connectionOf(mapSlice(slice, (session) => toSessionDto(session)));
  }
}
