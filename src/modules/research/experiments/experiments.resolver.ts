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
import { JobDto, JobsService, toJobDto } from '../../base/jobs/index.js';
import { CALLS } from './experiments.controller.js';
import { EXPERIMENT_JOB, ExperimentConnection, ExperimentDto } from './dto/experiment.dto.js';
import { CreateExperimentInput, WhatIfInput } from './dto/experiment.input.js';
import { ExperimentResultsDto } from './dto/experiment-results.dto.js';
import { toExperimentDto, toResultsDto } from './experiments.mapper.js';
import { ExperimentsService } from './experiments.service.js';

/** Results are recomputed for each query. */
const RESULTS_COMPLEXITY = 50;

@Resolver(() => ExperimentDto)
export class ExperimentsResolver {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly jobs: JobsService,
  ) {}

  @Query(() => ExperimentDto, { description: CALLS.getExperiment })
  async experiment(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ExperimentDto> {
    return toExperimentDto(await this.experiments.get(id));
  }

  @Query(() => ExperimentConnection, {
    name: 'experiments',
    description: CALLS.listExperiments,
    complexity: listComplexity,
  })
  async list(@Args() args: PageArgs): Promise<ExperimentConnection> {
    return connectionOf(mapSlice(await this.experiments.list(args), toExperimentDto));
  }

  @ResolveField(() => JobDto, { nullable: true, description: EXPERIMENT_JOB })
  async job(@Parent() experiment: ExperimentDto, @Loaders() loaders: RequestLoaders): Promise<JobDto | null> {
    const job = await loaders
      .of('subject.newestJob', (ids: readonly string[]) => this.jobs.newestBySubject(ids))
      .load(experiment.id);
    return job && toJobDto(job);
  }

  @ResolveField(() => ExperimentResultsDto, {
    description: CALLS.getExperimentResults,
    complexity: ({ childComplexity }: { childComplexity: number }) => RESULTS_COMPLEXITY + childComplexity,
  })
  async results(@Parent() { id }: ExperimentDto): Promise<ExperimentResultsDto> {
    const { experiment, budgets } = await this.experiments.results(id);
    return toResultsDto(experiment, budgets);
  }

  @Mutation(() => ExperimentDto, { description: CALLS.createExperiment })
  async createExperiment(
    @Args('input') input: CreateExperimentInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ExperimentDto> {
    return toExperimentDto(await this.experiments.create(input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ExperimentDto, { description: CALLS.whatIf })
  async whatIf(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('input') input: WhatIfInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ExperimentDto> {
    return toExperimentDto(await this.experiments.whatIf(sessionId, input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ExperimentDto, { description: CALLS.cancelExperiment })
  async cancelExperiment(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ExperimentDto> {
    return toExperimentDto(await this.experiments.cancel(id));
  }

  @Mutation(() => ExperimentDto, { description: CALLS.resumeExperiment })
  async resumeExperiment(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ExperimentDto> {
    return toExperimentDto(await this.experiments.resume(id));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteExperiment}; answers its id` })
  async deleteExperiment(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.experiments.delete(id);
    return id;
  }
}
