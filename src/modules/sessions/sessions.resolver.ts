import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import {
  checkIdempotencyKey, connectionOf, listComplexity, Loaders, mapSlice, type RequestLoaders, UuidPipe,
} from '../../platform/api/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { ModelDto, ModelsService } from '../models/index.js';
import { loadChild, pageKey, TopicDto, TopicsService } from '../topics/index.js';
import { SessionEventDto, SwitchModelInput } from './dto/session-event.dto.js';
import { SessionConnection, SessionDto, SessionsArgs, TopicSessionsArgs } from './dto/session.dto.js';
import { BudgetExtensionInput, CreateSessionInput } from './dto/session.input.js';
import type { Session } from './session.js';
import { SessionProgress } from './session-progress.js';
import { toSessionDto } from './sessions.mapper.js';
import { SessionsService } from './sessions.service.js';

const idArgument = { type: () => ID };

@Resolver(() => SessionDto)
export class SessionsResolver {
  constructor(
    private readonly sessions: SessionsService,
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
    return connectionOf(mapSlice(await this.sessions.list(args.topicId ?? null, args.state ?? null, args), (session) => toSessionDto(session)));
  }

  @ResolveField(() => TopicDto)
  topic(@Parent() session: SessionDto, @Loaders() loaders: RequestLoaders): Promise<TopicDto> {
    return loadChild(loaders, 'session.topic', session.topicId, (ids) => this.topics.getMany(ids));
  }

  @ResolveField(() => ModelDto)
  model(@Parent() session: SessionDto, @Loaders() loaders: RequestLoaders): Promise<ModelDto> {
    return loadChild(loaders, 'session.model', session.modelId, (ids) => this.models.getMany(ids));
  }

  @Mutation(() => SessionDto, { description: 'The same idempotencyKey and input answer the session made the first time' })
  async createSession(
    @Args('topicId', idArgument, UuidPipe) topicId: string,
    @Args('input') input: CreateSessionInput,
    @Args('idempotencyKey', { type: () => String, nullable: true }) key?: string | null,
  ): Promise<SessionDto> {
    return toSessionDto(await this.sessions.create(topicId, input, checkIdempotencyKey(key)));
  }

  @ResolveField(() => [SessionEventDto], { description: 'What happened besides its steps' })
  events(@Parent() session: SessionDto): Promise<SessionEventDto[]> {
    return this.sessions.events(session.id);
  }

  @Mutation(() => SessionDto, { description: 'Go on under another model: pages are judged anew, counters and rewards corrected, candidates valued anew' })
  async switchSessionModel(@Args('id', idArgument, UuidPipe) id: string, @Args('input') { modelId }: SwitchModelInput): Promise<SessionDto> {
    return toSessionDto(await this.sessions.switchModel(id, modelId));
  }

  @Mutation(() => SessionDto)
  async pauseSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'pause'));
  }

  @Mutation(() => SessionDto, { description: 'After a pause or a failure' })
  async resumeSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'resume'));
  }

  @Mutation(() => SessionDto, { description: 'For good' })
  async stopSession(@Args('id', idArgument, UuidPipe) id: string): Promise<SessionDto> {
    return toSessionDto(await this.sessions.command(id, 'stop'));
  }

  @Mutation(() => SessionDto, { description: 'Gives a finished session more budget' })
  async extendSession(@Args('id', idArgument, UuidPipe) id: string, @Args('by') by: BudgetExtensionInput): Promise<SessionDto> {
    return toSessionDto(await this.sessions.extend(id, by));
  }

  @Mutation(() => ID, { description: 'Deletes a session that does not run, with its results; answers its id' })
  async deleteSession(@Args('id', idArgument, UuidPipe) id: string): Promise<string> {
    await this.sessions.delete(id);
    return id;
  }

  @Subscription(() => SessionDto, {
    description: 'The session now and after every change, at most five times a second; ends when the session has',
    resolve: progressOf,
  })
  async sessionProgress(@Args('sessionId', idArgument) sessionId: string): Promise<AsyncIterable<Session | DomainError>> {
    try {
      return await this.progress.watch(new UuidPipe().transform(sessionId, { type: 'custom', data: 'sessionId' }));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return (async function* () {
        yield error;
      })();
    }
  }
}

/** What a subscriber is told. A refusal travels as an event: thrown before the first event, it would reach the client without its code. */
function progressOf(event: Session | DomainError): SessionDto {
  if (event instanceof DomainError) throw event;
  return toSessionDto(event);
}

/** Sessions of a topic, on the topic. */
@Resolver(() => TopicDto)
export class TopicSessionsResolver {
  constructor(private readonly sessions: SessionsService) {}

  @ResolveField('sessions', () => SessionConnection, { description: 'Newest first', complexity: listComplexity })
  async ofTopic(@Parent() topic: TopicDto, @Args() args: TopicSessionsArgs, @Loaders() loaders: RequestLoaders): Promise<SessionConnection> {
    const state = args.state ?? null;
    const slice = await loadChild(loaders, pageKey('topic.sessions', args, state), topic.id, (ids) => this.sessions.listOf(ids, state, args));
    return connectionOf(mapSlice(slice, (session) => toSessionDto(session)));
  }
}
