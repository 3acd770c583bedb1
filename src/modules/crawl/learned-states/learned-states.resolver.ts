import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SessionDto } from '../sessions/index.js';
import { CALLS } from './learned-states.controller.js';
import { LearnedStateDto } from './dto/learned-state.dto.js';
import { LearnedStatesService } from './learned-states.service.js';

/** Reads and checks up to a quarter of a megabyte. */
const learnedStateComplexity = ({ childComplexity }: { childComplexity: number }): number => 50 + childComplexity;

@Resolver(() => SessionDto)
export class LearnedStatesResolver {
  constructor(private readonly learnedStates: LearnedStatesService) {}

  @ResolveField(() => LearnedStateDto, {
    description: CALLS.getLearnedState,
    nullable: true,
    complexity: learnedStateComplexity,
  })
  learnedState(@Parent() session: SessionDto): Promise<LearnedStateDto | null> {
    return this.learnedStates.of(session.id);
  }
}
