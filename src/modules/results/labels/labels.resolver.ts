import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  UuidPipe,
} from '../../../platform/api/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import { TopicDto } from '../../topics/topics/index.js';
import { CALLS } from './labels.controller.js';
import { LabelCandidateDto, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabellerRunInput } from './dto/labeller-run.dto.js';
import { LabellerRunsService } from './labeller-runs.service.js';
import { LabelsService } from './labels.service.js';

@Resolver(() => TopicDto)
export class LabelsResolver {
  constructor(
    private readonly labels: LabelsService,
    private readonly runs: LabellerRunsService,
  ) {}

  @Mutation(() => LabelReportDto, { description: CALLS.labelPages })
  labelPages(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('input') { labels, train }: LabelPagesInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<LabelReportDto> {
    return this.labels.label(sessionId, labels, train ?? false, idempotencyKeyOf(key, context));
  }

  @Mutation(() => JobDto, { description: CALLS.runLabeller })
  async runLabeller(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Context() context: GraphqlContext,
    @Args('input', { nullable: true }) input?: LabellerRunInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(await this.runs.start(topicId, input ?? new LabellerRunInput(), idempotencyKeyOf(key, context)));
  }

  @ResolveField(() => [LabelCandidateDto], {
    description: CALLS.getLabelQueue,
    complexity: listComplexity,
  })
  labelQueue(@Parent() topic: TopicDto, @Args() args: LabelQueueArgs): Promise<LabelCandidateDto[]> {
    return this.labels.ask(topic.id, args);
  }
}
