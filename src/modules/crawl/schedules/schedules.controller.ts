import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  mapSlice,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { ScheduleRunPage, ScheduleRunsArgs } from './dto/schedule-run.dto.js';
import {
  CreateScheduleInput,
  NextRunsArgs,
  NextRunsDto,
  PreviewScheduleArgs,
  ScheduleDto,
  SchedulePage,
  UpdateScheduleInput,
} from './dto/schedule.dto.js';
import { SchedulesMapper, toRunDto } from './schedules.mapper.js';
import { SchedulesService } from './schedules.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createSchedule: 'Start sessions or runs of a monitor at the due times of a cron expression',
  listSchedules: 'Schedules, newest first',
  getSchedule: 'A schedule: when it is due, what it does, and whether it is paused',
  updateSchedule: 'Change a schedule. A new expression or time zone counts from now on',
  pauseSchedule: 'Pause a schedule. Nothing starts until it is resumed, and waiting runs are skipped',
  resumeSchedule: 'Continue a schedule with the next due time. Due times during the pause are skipped',
  deleteSchedule: 'Delete a schedule with its list of runs. Sessions that it has started stay and go on',
  getNextRuns: 'When a schedule is due next, within 20 years. Of a paused one: when it would be',
  previewSchedule: 'When an expression is due next in a time zone, within 20 years. Nothing is stored',
  listScheduleRuns: 'Runs of a schedule, one for each due time, newest first. The service keeps the newest 1000',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('schedules')
@Controller('schedules')
export class SchedulesController {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly mapper: SchedulesMapper,
  ) {}

  @Post()
  @Call('createSchedule')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: ScheduleDto })
  @ApiProblem(
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'CONFLICT',
    'INVALID_STATE',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_PROGRESS',
  )
  async create(
    @Body() input: CreateScheduleInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScheduleDto> {
    const schedule = await this.schedules.create(input, key);
    void reply.header('location', `${API_PREFIX}/schedules/${schedule.id}`);
    return this.mapper.toDto(schedule);
  }

  @Get()
  @Call('listSchedules')
  @ApiOkResponse({ type: SchedulePage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<SchedulePage> {
    return pageOf(mapSlice(await this.schedules.list(args), this.mapper.toDto), args);
  }

  @Get('next-runs')
  @Call('previewSchedule')
  @ApiOkResponse({ type: NextRunsDto })
  @ApiProblem('VALIDATION_FAILED')
  preview(@Query() args: PreviewScheduleArgs): NextRunsDto {
    return this.schedules.preview(args);
  }

  @Get(':id')
  @Call('getSchedule')
  @ApiOkResponse({ type: ScheduleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.get(id));
  }

  @Patch(':id')
  @Conditional()
  @Call('updateSchedule')
  @ApiOkResponse({ type: ScheduleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'INVALID_STATE')
  async update(
    @Param('id', UuidPipe) id: string,
    @Body() input: UpdateScheduleInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.update(id, input, condition));
  }

  @Post(':id/pause')
  @Conditional()
  @HttpCode(200)
  @Call('pauseSchedule')
  @ApiOkResponse({ type: ScheduleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async pause(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.pause(id, condition));
  }

  @Post(':id/resume')
  @Conditional()
  @HttpCode(200)
  @Call('resumeSchedule')
  @ApiOkResponse({ type: ScheduleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async resume(
    @Param('id', UuidPipe) id: string,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ScheduleDto> {
    return this.mapper.toDto(await this.schedules.resume(id, condition));
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteSchedule')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.schedules.delete(id, condition);
  }

  @Get(':id/next-runs')
  @Call('getNextRuns')
  @ApiOkResponse({ type: NextRunsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  nextRuns(@Param('id', UuidPipe) id: string, @Query() { count }: NextRunsArgs): Promise<NextRunsDto> {
    return this.schedules.nextRuns(id, count);
  }

  @Get(':id/runs')
  @Call('listScheduleRuns')
  @ApiOkResponse({ type: ScheduleRunPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async runs(@Param('id', UuidPipe) id: string, @Query() args: ScheduleRunsArgs): Promise<ScheduleRunPage> {
    return pageOf(mapSlice(await this.schedules.listRuns(id, args), toRunDto), args);
  }
}
