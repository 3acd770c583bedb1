import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { fileName } from '../../../domain/text/index.js';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  disposition,
  IdempotencyKeyHeader,
  IfMatch,
  mapSlice,
  PageArgs,
  pageOf,
  type Precondition,
  Produces,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { ExperimentDetailsDto, ExperimentPage } from './dto/experiment.dto.js';
import { CreateExperimentInput, WhatIfInput } from './dto/experiment.input.js';
import { ExperimentResultsDto } from './dto/experiment-results.dto.js';
import { toExperimentDetails, toResultsDto } from './experiments.mapper.js';
import { ExperimentsService } from './experiments.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  createExperiment:
    'Compare policies on a web that is known beforehand: a recorded web, the pages of an ended session, or a synthetic web. This starts a job that runs each policy with each budget and random seed',
  whatIf:
    'Compare policies on the pages that an ended session stored. Only these pages can be visited; the notes of the experiment name the biases that follow',
  listExperiments: 'Experiments, newest first',
  getExperiment: 'An experiment with its progress',
  cancelExperiment: 'Cancel an experiment. Its finished runs stay',
  resumeExperiment: 'Do the missing runs of an experiment that was cancelled or has failed',
  deleteExperiment: 'Delete an experiment with its results',
  getExperimentResults:
    'Results of the finished runs: means with intervals, curves, differences from the first policy, the Pareto front',
  getExperimentReport: 'The results as a page with plots, one HTML file that loads nothing',
  exportExperimentRuns: 'The finished runs as CSV, one row each',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('experiments')
@Controller()
export class ExperimentsController {
  constructor(private readonly experiments: ExperimentsService) {}

  @Post('experiments')
  @HttpCode(202)
  @Call('createExperiment')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: ExperimentDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Body() input: CreateExperimentInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExperimentDetailsDto> {
    const experiment = await this.experiments.create(input, key);
    void reply.header('location', `${API_PREFIX}/experiments/${experiment.id}`);
    return toExperimentDetails(experiment);
  }

  @Post('sessions/:id/what-if')
  @HttpCode(202)
  @Call('whatIf')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: ExperimentDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async whatIf(
    @Param('id', UuidPipe) id: string,
    @Body() input: WhatIfInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExperimentDetailsDto> {
    const experiment = await this.experiments.whatIf(id, input, key);
    void reply.header('location', `${API_PREFIX}/experiments/${experiment.id}`);
    return toExperimentDetails(experiment);
  }

  @Get('experiments')
  @Call('listExperiments')
  @ApiOkResponse({ type: ExperimentPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<ExperimentPage> {
    return pageOf(mapSlice(await this.experiments.listWithJobs(args), toExperimentDetails), args);
  }

  @Get('experiments/:id')
  @Call('getExperiment')
  @ApiOkResponse({ type: ExperimentDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<ExperimentDetailsDto> {
    return toExperimentDetails(await this.experiments.withJob(id));
  }

  @Get('experiments/:id/results')
  @Call('getExperimentResults')
  @ApiOkResponse({ type: ExperimentResultsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async results(@Param('id', UuidPipe) id: string): Promise<ExperimentResultsDto> {
    const { experiment, budgets } = await this.experiments.results(id);
    return toResultsDto(experiment, budgets);
  }

  @Get('experiments/:id/report.html')
  @Call('getExperimentReport')
  @Produces('text/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async report(@Param('id', UuidPipe) id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { name } = await this.experiments.get(id);
    void reply.header('content-disposition', disposition(fileName([name, 'report'], new Date(), 'html'), 'inline'));
    return this.experiments.report(id);
  }

  @Get('experiments/:id/runs.csv')
  @Call('exportExperimentRuns')
  @Produces('text/csv')
  @Header('content-type', 'text/csv; charset=utf-8; header=present')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async runs(@Param('id', UuidPipe) id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { name } = await this.experiments.get(id);
    void reply.header('content-disposition', disposition(fileName([name, 'runs'], new Date(), 'csv')));
    return this.experiments.csv(id);
  }

  @Post('experiments/:id/cancel')
  @Conditional()
  @HttpCode(202)
  @Call('cancelExperiment')
  @ApiAcceptedResponse({ type: ExperimentDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async cancel(
    @Param('id', UuidPipe) id: string,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ExperimentDetailsDto> {
    return toExperimentDetails(await this.experiments.cancel(id, condition));
  }

  @Post('experiments/:id/resume')
  @Conditional()
  @HttpCode(202)
  @Call('resumeExperiment')
  @ApiAcceptedResponse({ type: ExperimentDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async resume(
    @Param('id', UuidPipe) id: string,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ExperimentDetailsDto> {
    return toExperimentDetails(await this.experiments.resume(id, condition));
  }

  @Delete('experiments/:id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteExperiment')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.experiments.delete(id, condition);
  }
}
