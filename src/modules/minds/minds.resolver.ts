import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SessionDto } from '../sessions/index.js';
import { CALLS } from './calls.js';
import { PolicyMindDto } from './dto/mind.dto.js';
import { MindsService } from './minds.service.js';

/** Reads and checks up to a quarter of a megabyte. */
const mindComplexity = ({ childComplexity }: { childComplexity: number }): number => 50 + childComplexity;

@Resolver(() => SessionDto)
export class MindsResolver {
  constructor(private readonly minds: MindsService) {}

  @ResolveField(() => PolicyMindDto, { description: CALLS.getMind, nullable: true, complexity: mindComplexity })
  mind(@Parent() session: SessionDto): Promise<PolicyMindDto | null> {
    return this.minds.of(session.id);
  }
}
