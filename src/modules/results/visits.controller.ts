import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, pageOf, UuidPipe } from '../../platform/api/index.js';
import { VisitPage, VisitsArgs } from './dto/change.dto.js';
import { VisitsService } from './visits.service.js';

@ApiTags('results')
@Controller('topics/:id')
export class VisitsController {
  constructor(private readonly visits: VisitsService) {}

  @Get('changes')
  @ApiOperation({
    summary: "What became of a topic's pages, newest visit first; of one page with `url`",
    operationId: 'listChanges',
  })
  @ApiOkResponse({ type: VisitPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('id', UuidPipe) topicId: string, @Query() query: VisitsArgs): Promise<VisitPage> {
    return pageOf(await this.visits.list(topicId, query), query);
  }
}
