import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  loadChild,
  Loaders,
  PageArgs,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { JobConnection, JobDto, JobsService, toJobDto } from '../../base/jobs/index.js';
import { DocumentInputDto, TopicDto, TopicsService } from '../topics/index.js';
import { CALLS } from './models.controller.js';
import { ComparedSettingDto, ModelComparisonDto } from './dto/model-comparison.dto.js';
import {
  MODEL_JOB,
  ModelConnection,
  ModelDto,
  ModelJudgementDto,
  RelevanceKindDto,
  TrainModelInput,
} from './dto/model.dto.js';
import { settingValue, SettingValueDto } from './dto/setting-value.dto.js';
import type { ModelComparison } from './model-comparison.js';
import { ModelsService } from './models.service.js';
import { type RelevanceKind, relevanceKinds } from './relevance-kinds.js';
import { type ModelJudgement, ScoringService } from './scoring.service.js';
import { TopicJobsService } from './topic-jobs.service.js';
import { TrainingService } from './training/training.service.js';

@Resolver(() => ModelDto)
export class ModelsResolver {
  constructor(
    private readonly models: ModelsService,
    private readonly training: TrainingService,
    private readonly scoring: ScoringService,
    private readonly topics: TopicsService,
    private readonly jobs: JobsService,
  ) {}

  @Query(() => [RelevanceKindDto], { description: CALLS.listRelevanceModels })
  relevanceModels(): RelevanceKind[] {
    return relevanceKinds();
  }

  @Query(() => ModelDto, { description: CALLS.getModel })
  model(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<ModelDto> {
    return this.models.get(id);
  }

  @Query(() => ModelComparisonDto, {
    description: CALLS.compareModels,
  })
  compareModels(@Args('ids', { type: () => [ID] }) ids: string[]): Promise<ModelComparison> {
    return this.models.compare(ids);
  }

  @ResolveField(() => TopicDto)
  topic(@Parent() model: ModelDto, @Loaders() loaders: RequestLoaders): Promise<TopicDto> {
    return loadChild(loaders, 'topic', model.topicId, (ids) => this.topics.getMany(ids));
  }

  @ResolveField(() => JobDto, { nullable: true, description: MODEL_JOB })
  async job(@Parent() model: ModelDto, @Loaders() loaders: RequestLoaders): Promise<JobDto | null> {
    const job = await loaders
      .of('subject.newestJob', (ids: readonly string[]) => this.jobs.newestBySubject(ids))
      .load(model.id);
    return job && toJobDto(job);
  }

  @Mutation(() => ModelDto, { description: CALLS.trainModel })
  trainModel(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: TrainModelInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ModelDto> {
    return this.training.start(topicId, input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteModel}; answers its id` })
  async deleteModel(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.models.delete(id);
    return id;
  }

  @Mutation(() => ModelJudgementDto, {
    description: `${CALLS.judgeDocument}. This is a mutation because it may fetch a page`,
  })
  judgeDocument(
    @Args('modelId', { type: () => ID }, UuidPipe) modelId: string,
    @Args('document') document: DocumentInputDto,
  ): Promise<ModelJudgement> {
    return this.scoring.judge(modelId, document);
  }
}

@Resolver(() => ComparedSettingDto)
export class ComparedSettingResolver {
  @ResolveField()
  values(@Parent() { values }: ComparedSettingDto): (SettingValueDto | null)[] {
    return values.map(settingValue);
  }
}

@Resolver(() => TopicDto)
export class TopicModelsResolver {
  constructor(
    private readonly models: ModelsService,
    private readonly topicJobs: TopicJobsService,
  ) {}

  @ResolveField('models', () => ModelConnection, { description: CALLS.listModels })
  async modelsOf(
    @Parent() topic: TopicDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<ModelConnection> {
    return connectionOf(
      await loadChild(loaders, pageKey('topic.models', args), topic.id, (ids) => this.models.listOf(ids, args)),
    );
  }

  @ResolveField('jobs', () => JobConnection, {
    description: CALLS.listJobs,
  })
  async jobsOf(
    @Parent() topic: TopicDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<JobConnection> {
    return connectionOf(
      await loadChild(loaders, pageKey('topic.jobs', args), topic.id, (ids) => this.topicJobs.listOf(ids, args)),
    );
  }
}
