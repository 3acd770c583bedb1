import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  idsOfText,
  IfMatch,
  LargeBody,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
  wholePageOf,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { JobPage, JobsService } from '../../base/jobs/index.js';
import { DocumentInputDto } from '../topics/index.js';
import { CompareModelsQuery, ModelComparisonDto } from './dto/model-comparison.dto.js';
import { ModelDetailsDto, ModelPage, ModelJudgementDto, RelevanceKindPage, TrainModelInput } from './dto/model.dto.js';
import type { ModelComparison } from './model-comparison.js';
import { ModelsService } from './models.service.js';
import { relevanceKinds } from './relevance-kinds.js';
import { type ModelJudgement, ScoringService } from './scoring.service.js';
import { TopicJobsService } from './topic-jobs.service.js';
import { TrainingService } from './training/training.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  listRelevanceModels: 'Kinds of relevance models, with the schemas of their configurations',
  trainModel: 'Train a model. This starts a job; when it ends, the model is ready or failed',
  listModels: 'Models of a topic, newest first',
  listJobs: 'Background work on a topic and its models, newest first',
  compareModels:
    '2 to 10 models side by side: their figures with the differences to the first model, and the settings in which they differ',
  getModel: 'A model with its metrics',
  deleteModel: 'Delete a model that no session uses',
  judgeDocument: 'Try a model on a page or a text',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('models')
@Controller()
export class ModelsController {
  constructor(
    private readonly models: ModelsService,
    private readonly training: TrainingService,
    private readonly scoring: ScoringService,
    private readonly jobsOfModels: JobsService,
    private readonly topicJobs: TopicJobsService,
  ) {}

  @Get('relevance-models')
  @Call('listRelevanceModels')
  @ApiOkResponse({ type: RelevanceKindPage })
  kinds(): RelevanceKindPage {
    return wholePageOf(relevanceKinds());
  }

  @Post('topics/:topicId/models')
  @HttpCode(202)
  @Call('trainModel')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: ModelDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async train(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: TrainModelInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ModelDetailsDto> {
    const model = await this.training.start(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/models/${model.id}`);
    return model;
  }

  @Get('topics/:topicId/models')
  @Call('listModels')
  @ApiOkResponse({ type: ModelPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('topicId', UuidPipe) topicId: string, @Query() args: PageArgs): Promise<ModelPage> {
    return pageOf(await this.jobsOfModels.withJobs(await this.models.list(topicId, args)), args);
  }

  @Get('topics/:topicId/jobs')
  @Call('listJobs')
  @ApiOkResponse({ type: JobPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async jobs(@Param('topicId', UuidPipe) topicId: string, @Query() args: PageArgs): Promise<JobPage> {
    return pageOf(await this.topicJobs.list(topicId, args), args);
  }

  @Get('models/compare')
  @Call('compareModels')
  @ApiOkResponse({ type: ModelComparisonDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  compare(@Query() { ids }: CompareModelsQuery): Promise<ModelComparison> {
    return this.models.compare(idsOfText(ids));
  }

  @Get('models/:id')
  @Call('getModel')
  @ApiOkResponse({ type: ModelDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<ModelDetailsDto> {
    return this.jobsOfModels.withJob(await this.models.get(id));
  }

  @Delete('models/:id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteModel')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.models.delete(id, condition);
  }

  @Post('models/:id/judge')
  @LargeBody()
  @HttpCode(200)
  @Call('judgeDocument')
  @ApiOkResponse({ type: ModelJudgementDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'UNAVAILABLE')
  async judge(@Param('id', UuidPipe) id: string, @Body() document: DocumentInputDto): Promise<ModelJudgement> {
    return this.scoring.judge(id, document);
  }
}
