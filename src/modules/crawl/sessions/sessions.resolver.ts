import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import {
  RequestedBy,
  type Requester,
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  loadChild,
  Loaders,
  mapSlice,
  type NamedNumber,
  namedNumbers,
  PageArgs,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { ModelDto, ModelsService } from '../../topics/models/index.js';
import { TopicDto, TopicsService } from '../../topics/topics/index.js';
import { CALLS } from './calls.js';
import { SeedOutcomeConnection } from './dto/seed-outcome.dto.js';
import { SessionEventConnection, SessionEventsArgs, SwitchModelInput } from './dto/session-event.dto.js';
import { SessionConnection, SessionDto, SessionsArgs, TopicSessionsArgs } from './dto/session.dto.js';
import { CreateSessionInput, ExtendSessionInput, UpdateSessionInput } from './dto/session.input.js';
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

  @Query(() => SessionDto, { description: CALLS.getSession })
  async session(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.get(id));
  }

  @Query(() => SessionConnection, { name: 'sessions', description: CALLS.listSessions, complexity: listComplexity })
  async list(@Args() args: SessionsArgs): Promise<SessionConnection> {
    return connectionOf(mapSlice(await this.sessions.list(args, args), (session) => toSessionDto(session)));
  }

  @ResolveField()
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
    description: CALLS.createSession,
  })
  async createSession(
    @Args('topicId', idArgument, UuidPipe) topicId: string,
    @Args('input') input: CreateSessionInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.create(topicId, input, requester, idempotencyKeyOf(key, context)));
  }

  @ResolveField(() => SessionEventConnection, {
    description: CALLS.listSessionEvents,
    complexity: listComplexity,
  })
  async events(@Parent() session: SessionDto, @Args() args: SessionEventsArgs): Promise<SessionEventConnection> {
    return connectionOf(await this.history.events(session.id, args.kind ?? null, args));
  }

  @ResolveField(() => SeedOutcomeConnection, {
    description: CALLS.listSeedOutcomes,
    complexity: listComplexity,
  })
  async seedOutcomes(@Parent() session: SessionDto, @Args() args: PageArgs): Promise<SeedOutcomeConnection> {
    return connectionOf(await this.history.seedOutcomes(session.id, args));
  }

  @Mutation(() => SessionDto, { description: CALLS.updateSession })
  async updateSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @Args('input') input: UpdateSessionInput,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.label(id, input));
  }

  @Mutation(() => SessionDto, {
    description: CALLS.switchModel,
  })
  async switchSessionModel(
    @Args('id', idArgument, UuidPipe) id: string,
    @Args('input') { modelId }: SwitchModelInput,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.switchModel(id, modelId, requester));
  }

  @Mutation(() => SessionDto, { description: CALLS.pauseSession })
  async pauseSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'pause', requester));
  }

  @Mutation(() => SessionDto, {
    description: CALLS.resumeSession,
  })
  async resumeSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'resume', requester));
  }

  @Mutation(() => SessionDto, { description: CALLS.stopSession })
  async stopSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'stop', requester));
  }

  @Mutation(() => SessionDto, { description: CALLS.extendSession })
  async extendSession(
    @Args('id', idArgument, UuidPipe) id: string,
    @Args('by') by: ExtendSessionInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.extend(id, by, requester, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteSession}; answers its id` })
  async deleteSession(@Args('id', idArgument, UuidPipe) id: string): Promise<string> {
    await this.sessions.delete(id);
    return id;
  }

  @Subscription(() => SessionDto, {
    description: 'The session now and after every change, at most five times a second. Ends when the session has ended',
    resolve: (session: Session) => toSessionDto(session),
  })
  sessionProgress(@Args('sessionId', idArgument, UuidPipe) sessionId: string): Promise<AsyncIterable<Session>> {
    return this.progress.watch(sessionId);
  }
}

/** Sessions of a topic, as a field of the topic. */
@Resolver(() => TopicDto)
export class TopicSessionsResolver {
  constructor(private readonly sessions: SessionsService) {}

  @ResolveField('sessions', () => SessionConnection, {
    description: CALLS.listTopicSessions,
    complexity: listComplexity,
  })
  async ofTopic(
    @Parent() topic: TopicDto,
    @Args() args: TopicSessionsArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<SessionConnection> {
    const { state, startedBy, search } = args;
    const slice = await loadChild(loaders, pageKey('topic.sessions', args, state, startedBy, search), topic.id, (ids) =>
      this.sessions.listOf(ids, { state, startedBy, search }, args),
    );
    return connectionOf(mapSlice(slice, (session) => toSessionDto(session)));
  }
}
