import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { type GraphqlContext, idempotencyKeyOf, listComplexity, UuidPipe } from '../../platform/api/index.js';
import { TopicDto } from '../topics/index.js';
import { LabelCandidateDto, LabelPagesInput, LabelQueueArgs, LabelReportDto } from './dto/label.dto.js';
import { LabelsService } from './labels.service.js';

@Resolver(() => TopicDto)
export class LabelsResolver {
  constructor(private readonly labels: LabelsService) {}

  @Mutation(() => LabelReportDto, { description: 'Labels fetched pages: they become examples of the topic' })
  labelPages(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('input') { labels, train }: LabelPagesInput,
    @Args('idempotencyKey', { type: () => String, nullable: true }) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<LabelReportDto> {
    return this.labels.label(sessionId, labels, train ?? false, idempotencyKeyOf(key, context));
  }

  @ResolveField(() => [LabelCandidateDto], {
    description: 'Pages whose labels would help most, best first',
    complexity: listComplexity,
  })
  labelQueue(@Parent() topic: TopicDto, @Args() args: LabelQueueArgs): Promise<LabelCandidateDto[]> {
    return this.labels.ask(topic.id, args);
  }
}
