import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { SessionGraphDto } from '../dto/graph.dto.js';
import { PageGraphArgs, PageGraphDto } from '../dto/page-graph.dto.js';
import { GraphService } from './graph.service.js';
import { PageGraphService } from './page-graph.service.js';

@ApiTags('results')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'UNAVAILABLE')
export class GraphController {
  constructor(
    private readonly graphs: GraphService,
    private readonly pageGraphs: PageGraphService,
  ) {}

  @Get('graph')
  @Call('getGraph')
  @ApiOkResponse({ type: SessionGraphDto })
  graph(@Param('id', UuidPipe) id: string): Promise<SessionGraphDto> {
    return this.graphs.of(id);
  }

  @Get('page-graph')
  @Call('getPageGraph')
  @ApiOkResponse({ type: PageGraphDto })
  pageGraph(@Param('id', UuidPipe) id: string, @Query() query: PageGraphArgs): Promise<PageGraphDto> {
    return this.pageGraphs.of(id, query);
  }
}
