import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  RequestedBy,
  type Requester,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { MonitorDto, MonitorPage, MonitorRunDto, MonitorRunPage, SeenChangePage } from './dto/monitor.dto.js';
import { ChangesArgs, CreateMonitorInput, RunMonitorInput, UpdateMonitorInput } from './dto/monitor.input.js';
import { WatchedPagePage } from './dto/watched-page.dto.js';
import { MonitorsService } from './monitors.service.js';
import { MonitorRunsService } from './runs/monitor-runs.service.js';

@ApiTags('monitors')
@Controller('monitors')
export class MonitorsController {
  constructor(
    private readonly monitors: MonitorsService,
    private readonly runs: MonitorRunsService,
  ) {}

  @Post()
  @Call('createMonitor')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: MonitorDto })
  @ApiProblem(
    'VALIDATION_FAILED',
    'NOT_FOUND',
    'CONFLICT',
    'INVALID_STATE',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_PROGRESS',
  )
  async create(
    @Body() input: CreateMonitorInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MonitorDto> {
    const monitor = await this.monitors.create(input, key);
    void reply.header('location', `${API_PREFIX}/monitors/${monitor.id}`);
    return monitor;
  }

  @Get()
  @Call('listMonitors')
  @ApiOkResponse({ type: MonitorPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<MonitorPage> {
    return pageOf(await this.monitors.list(args), args);
  }

  @Get(':id')
  @Call('getMonitor')
  @ApiOkResponse({ type: MonitorDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  get(@Param('id', UuidPipe) id: string): Promise<MonitorDto> {
    return this.monitors.get(id);
  }

  @Patch(':id')
  @Conditional()
  @Call('updateMonitor')
  @ApiOkResponse({ type: MonitorDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  update(
    @Param('id', UuidPipe) id: string,
    @Body() input: UpdateMonitorInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<MonitorDto> {
    return this.monitors.update(id, input, condition);
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteMonitor')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.monitors.delete(id, condition);
  }

  @Post(':id/runs')
  @HttpCode(202)
  @Call('runMonitor')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: MonitorRunDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  run(
    @Param('id', UuidPipe) id: string,
    @Body() { all }: RunMonitorInput,
    @RequestedBy() requester: Requester,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
  ): Promise<MonitorRunDto> {
    return this.runs.start(id, all ?? false, requester, key);
  }

  @Get(':id/runs')
  @Call('listMonitorRuns')
  @ApiOkResponse({ type: MonitorRunPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async listRuns(@Param('id', UuidPipe) id: string, @Query() args: PageArgs): Promise<MonitorRunPage> {
    return pageOf(await this.runs.list(id, args), args);
  }

  @Get(':id/pages')
  @Call('listMonitorPages')
  @ApiOkResponse({ type: WatchedPagePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async listPages(@Param('id', UuidPipe) id: string, @Query() args: PageArgs): Promise<WatchedPagePage> {
    return pageOf(await this.monitors.pagesOf(id, args), args);
  }

  @Get(':id/changes')
  @Call('listMonitorChanges')
  @ApiOkResponse({ type: SeenChangePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async listChanges(@Param('id', UuidPipe) id: string, @Query() args: ChangesArgs): Promise<SeenChangePage> {
    return pageOf(await this.monitors.changesOf(id, args, args), args);
  }
}
