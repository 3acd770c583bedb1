import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  listComplexity,
  loadChild,
  Loaders,
  pageKey,
  type RequestLoaders,
} from '../../../platform/api/index.js';
import { TopicDto } from '../topics/index.js';
import { CALLS } from './labeller.controller.js';
import { LabellerDto, LabellerLabelArgs, LabellerLabelConnection, toLabellerDto } from './dto/labeller.dto.js';
import { LabellerService } from './labeller.service.js';

/** It counts labels separately for each topic. */
const LABELLER_COST = 20;

@Resolver(() => TopicDto)
export class LabellerResolver {
  constructor(private readonly labeller: LabellerService) {}

  @ResolveField('labeller', () => LabellerDto, { description: CALLS.getLabeller, complexity: LABELLER_COST })
  async labellerOf(@Parent() topic: TopicDto): Promise<LabellerDto> {
    return toLabellerDto(await this.labeller.state(topic.id));
  }

  @ResolveField('labellerLabels', () => LabellerLabelConnection, {
    description: CALLS.listLabellerLabels,
    complexity: listComplexity,
  })
  async labelsOf(
    @Parent() topic: TopicDto,
    @Args() args: LabellerLabelArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<LabellerLabelConnection> {
    const name = pageKey('topic.labellerLabels', args, args.relevant ?? null, args.disagreeing ?? null);
    return connectionOf(await loadChild(loaders, name, topic.id, (ids) => this.labeller.listOf(ids, args, args)));
  }
}
