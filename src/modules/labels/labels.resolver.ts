import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  UuidPipe,
} from '../../platform/api/index.js';
import { TopicDto } from '../topics/index.js';
import { CALLS } from './calls.js';
import { LabelCandidateDto, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabelsService } from './labels.service.js';

@Resolver(() => TopicDto)
export class LabelsResolver {
  constructor(private readonly labels: LabelsService) {}

  @Mutation(() => LabelReportDto, { description: CALLS.labelPages })
  labelPages(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('input') { labels, train }: LabelPagesInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<LabelReportDto> {
    return this.labels.label(sessionId, labels, train ?? false, idempotencyKeyOf(key, context));
  }

  @ResolveField(() => [LabelCandidateDto], {
    description: CALLS.getLabelQueue,
    complexity: listComplexity,
  })
  labelQueue(@Parent() topic: TopicDto, @Args() args: LabelQueueArgs): Promise<LabelCandidateDto[]> {
    return this.labels.ask(topic.id, args);
  }
}
