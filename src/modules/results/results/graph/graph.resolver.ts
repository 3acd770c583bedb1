import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { SessionDto } from '../../../crawl/sessions/index.js';
import { CALLS } from '../calls.js';
import { SessionGraphDto } from '../dto/graph.dto.js';
import { PageGraphArgs, PageGraphDto } from '../dto/page-graph.dto.js';
import { GraphService } from './graph.service.js';
import { PageGraphService } from './page-graph.service.js';

/** Reads up to half a million links: allows only one or two per request. */
const graphComplexity = ({ childComplexity }: { childComplexity: number }): number => 1_000 + childComplexity;

/** Reads some thousand links. */
const pageGraphComplexity = ({ childComplexity }: { childComplexity: number }): number => 300 + childComplexity;

@Resolver(() => SessionDto)
export class SessionGraphResolver {
  constructor(
    private readonly graphs: GraphService,
    private readonly pageGraphs: PageGraphService,
  ) {}

  @ResolveField(() => SessionGraphDto, { description: CALLS.getGraph, complexity: graphComplexity })
  graph(@Parent() session: SessionDto): Promise<SessionGraphDto> {
    return this.graphs.of(session.id);
  }

  @ResolveField(() => PageGraphDto, { description: CALLS.getPageGraph, complexity: pageGraphComplexity })
  pageGraph(@Parent() session: SessionDto, @Args() args: PageGraphArgs): Promise<PageGraphDto> {
    return this.pageGraphs.of(session.id, args);
  }
}
