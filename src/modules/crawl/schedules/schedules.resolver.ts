import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  Loaders,
  mapSlice,
  PageArgs,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { SessionDto, SessionsService, toSessionDto } from '../sessions/index.js';
import { CALLS } from './schedules.controller.js';
import { ScheduleRunConnection, ScheduleRunDto, ScheduleRunsArgs } from './dto/schedule-run.dto.js';
import {
  CreateScheduleInput,
  NextRunsArgs,
  NextRunsDto,
  PreviewScheduleArgs,
  ScheduleConnection,
  ScheduleDto,
  UpdateScheduleInput,
} from './dto/schedule.dto.js';
import { DEFAULT_NEXT_RUNS } from './schedule.js';
import { SchedulesMapper, toRunDto } from './schedules.mapper.js';
import { SchedulesService } from './schedules.service.js';

/** Complexity of computing a due time, in fields. */
const DUE_TIME_COMPLEXITY = 10;
const nextRunsComplexity = ({ args }: { readonly args: Record<string, unknown> }): number =>
  DUE_TIME_COMPLEXITY * Number(args['count'] ?? DEFAULT_NEXT_RUNS);

@Resolver(() => ScheduleDto)
export class SchedulesResolver {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly mapper: SchedulesMapper,
  ) {}

  @Query(() => ScheduleDto, { description: CALLS.getSchedule })
  async schedule(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.get(id));
  }

  @Query(() => ScheduleConnection, { name: 'schedules', description: CALLS.listSchedules, complexity: listComplexity })
  async list(@Args() args: PageArgs): Promise<ScheduleConnection> {
    return connectionOf(mapSlice(await this.schedules.list(args), this.mapper.toDto));
  }

  @Query(() => NextRunsDto, { description: CALLS.previewSchedule })
  previewSchedule(@Args() args: PreviewScheduleArgs): NextRunsDto {
    return this.schedules.preview(args);
  }

  @ResolveField(() => NextRunsDto, { description: CALLS.getNextRuns, complexity: nextRunsComplexity })
  nextRuns(@Parent() { cron, timeZone }: ScheduleDto, @Args() { count }: NextRunsArgs): NextRunsDto {
    return this.schedules.nextRunsOf(cron, timeZone, count);
  }

  @ResolveField(() => ScheduleRunConnection, { description: CALLS.listScheduleRuns, complexity: listComplexity })
  async runs(@Parent() { id }: ScheduleDto, @Args() args: ScheduleRunsArgs): Promise<ScheduleRunConnection> {
    return connectionOf(mapSlice(await this.schedules.listRuns(id, args), toRunDto));
  }

  @Mutation(() => ScheduleDto, { description: CALLS.createSchedule })
  async createSchedule(
    @Args('input') input: CreateScheduleInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.create(input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ScheduleDto, { description: CALLS.updateSchedule })
  async updateSchedule(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') input: UpdateScheduleInput,
  ): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.update(id, input));
  }

  @Mutation(() => ScheduleDto, { description: CALLS.pauseSchedule })
  async pauseSchedule(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.pause(id));
  }

  @Mutation(() => ScheduleDto, { description: CALLS.resumeSchedule })
  async resumeSchedule(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.resume(id));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteSchedule}; answers its id` })
  async deleteSchedule(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.schedules.delete(id);
    return id;
  }
}

@Resolver(() => ScheduleRunDto)
export class ScheduleRunsResolver {
  constructor(private readonly sessions: SessionsService) {}

  @ResolveField(() => SessionDto, { nullable: true, description: 'The session that it started; null if it is gone' })
  async session(
    @Parent() { sessionId }: ScheduleRunDto,
    @Loaders() loaders: RequestLoaders,
  ): Promise<SessionDto | null> {
    if (sessionId === null) return null;
    const session = await loaders
      .of('schedule.session', (ids: readonly string[]) => this.sessions.getMany(ids))
      .load(sessionId);
    return session && toSessionDto(session);
  }
}
