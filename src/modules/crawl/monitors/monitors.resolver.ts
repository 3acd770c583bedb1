import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  RequestedBy,
  type Requester,
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  PageArgs,
  UuidPipe,
} from '../../../platform/api/index.js';
import { CALLS } from './calls.js';
import {
  FeedTokenDto,
  MonitorConnection,
  MonitorDto,
  MonitorRunConnection,
  MonitorRunDto,
  SeenChangeConnection,
} from './dto/monitor.dto.js';
import { ChangesArgs, CreateMonitorInput, RunMonitorInput, UpdateMonitorInput } from './dto/monitor.input.js';
import { WatchedPageConnection } from './dto/watched-page.dto.js';
import { FeedsService } from './feeds/feeds.service.js';
import { MonitorsService } from './monitors.service.js';
import { MonitorRunsService } from './runs/monitor-runs.service.js';

@Resolver(() => MonitorDto)
export class MonitorsResolver {
  constructor(
    private readonly monitors: MonitorsService,
    private readonly runs: MonitorRunsService,
    private readonly feeds: FeedsService,
  ) {}

  @Query(() => MonitorDto, { description: CALLS.getMonitor })
  monitor(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<MonitorDto> {
    return this.monitors.get(id);
  }

  @Query(() => MonitorConnection, { name: 'monitors', description: CALLS.listMonitors, complexity: listComplexity })
  async list(@Args() args: PageArgs): Promise<MonitorConnection> {
    return connectionOf(await this.monitors.list(args));
  }

  @ResolveField(() => MonitorRunConnection, {
    name: 'runs',
    description: CALLS.listMonitorRuns,
    complexity: listComplexity,
  })
  async listRuns(@Parent() { id }: MonitorDto, @Args() args: PageArgs): Promise<MonitorRunConnection> {
    return connectionOf(await this.runs.list(id, args));
  }

  @ResolveField(() => WatchedPageConnection, {
    name: 'pages',
    description: CALLS.listMonitorPages,
    complexity: listComplexity,
  })
  async listPages(@Parent() { id }: MonitorDto, @Args() args: PageArgs): Promise<WatchedPageConnection> {
    return connectionOf(await this.monitors.pagesOf(id, args));
  }

  @ResolveField(() => SeenChangeConnection, {
    name: 'changes',
    description: CALLS.listMonitorChanges,
    complexity: listComplexity,
  })
  async listChanges(@Parent() { id }: MonitorDto, @Args() args: ChangesArgs): Promise<SeenChangeConnection> {
    return connectionOf(await this.monitors.changesOf(id, args, args));
  }

  @Mutation(() => MonitorDto, { description: CALLS.createMonitor })
  createMonitor(
    @Args('input') input: CreateMonitorInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<MonitorDto> {
    return this.monitors.create(input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => MonitorDto, { description: CALLS.updateMonitor })
  updateMonitor(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') input: UpdateMonitorInput,
  ): Promise<MonitorDto> {
    return this.monitors.update(id, input);
  }

  @Mutation(() => ID, { description: `${CALLS.deleteMonitor}; answers its id` })
  async deleteMonitor(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.monitors.delete(id);
    return id;
  }

  @Mutation(() => MonitorRunDto, { description: CALLS.runMonitor })
  runMonitor(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @RequestedBy() requester: Requester,
    @Context() context: GraphqlContext,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Args('input', { nullable: true }) input: RunMonitorInput = {},
  ): Promise<MonitorRunDto> {
    return this.runs.start(id, input.all ?? false, requester, idempotencyKeyOf(key, context));
  }

  @Mutation(() => FeedTokenDto, { description: CALLS.createFeedToken })
  createFeedToken(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<FeedTokenDto> {
    return this.feeds.makeToken(id);
  }

  @Mutation(() => ID, { description: `${CALLS.revokeFeedToken}; answers the id of the monitor` })
  async revokeFeedToken(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.feeds.revokeToken(id);
    return id;
  }
}
