import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SessionDto } from '../sessions/index.js';
import { CALLS } from './calls.js';
import { SessionGraphDto } from './dto/graph.dto.js';
import { GraphService } from './graph.service.js';

/** Reads up to half a million links: a request has no more than one or two. */
const graphComplexity = ({ childComplexity }: { childComplexity: number }): number => 1_000 + childComplexity;

@Resolver(() => SessionDto)
export class SessionGraphResolver {
  constructor(private readonly graphs: GraphService) {}

  @ResolveField(() => SessionGraphDto, { description: CALLS.getGraph, complexity: graphComplexity })
  graph(@Parent() session: SessionDto): Promise<SessionGraphDto> {
    return this.graphs.of(session.id);
  }
}
