import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { connectionOf, listComplexity } from '../../../../platform/api/index.js';
import { TopicDto } from '../../../topics/topics/index.js';
import { CALLS } from '../calls.js';
import { VisitConnection, VisitsArgs } from '../dto/change.dto.js';
import { VisitsService } from './visits.service.js';

@Resolver(() => TopicDto)
export class TopicChangesResolver {
  constructor(private readonly visits: VisitsService) {}

  @ResolveField(() => VisitConnection, {
    description: CALLS.listChanges,
    complexity: listComplexity,
  })
  async changes(@Parent() topic: TopicDto, @Args() args: VisitsArgs): Promise<VisitConnection> {
    return connectionOf(await this.visits.list(topic.id, args));
  }
}
