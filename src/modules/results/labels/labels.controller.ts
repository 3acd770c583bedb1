import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  IdempotencyKeyHeader,
  UuidPipe,
  wholePageOf,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import { LabelCandidatePage, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabellerRunInput } from './dto/labeller-run.dto.js';
import { LabellerRunsService } from './labeller-runs.service.js';
import { LabelsService } from './labels.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  labelPages: 'Label fetched pages: they become examples of the topic',
  runLabeller:
    'Let the labeller, a language model, label pages of the label queue. Before that it labels examples again, to be compared. This starts a job',
  getLabelQueue: 'Pages whose labels would help most, the most useful first',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('labels')
@Controller()
export class LabelsController {
  constructor(
    private readonly labels: LabelsService,
    private readonly runs: LabellerRunsService,
  ) {}

  @Post('sessions/:id/labels')
  @HttpCode(200)
  @Call('labelPages')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiOkResponse({ type: LabelReportDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  label(
    @Param('id', UuidPipe) id: string,
    @Body() { labels, train }: LabelPagesInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
  ): Promise<LabelReportDto> {
    return this.labels.label(id, labels, train ?? false, key);
  }

  @Post('topics/:id/labeller/runs')
  @HttpCode(202)
  @Call('runLabeller')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async run(
    @Param('id', UuidPipe) topicId: string,
    @Body() input: LabellerRunInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.runs.start(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }

  @Get('topics/:id/label-queue')
  @Call('getLabelQueue')
  @ApiOkResponse({ type: LabelCandidatePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async queue(@Param('id', UuidPipe) topicId: string, @Query() query: LabelQueueArgs): Promise<LabelCandidatePage> {
    return wholePageOf(await this.labels.ask(topicId, query));
  }
}
