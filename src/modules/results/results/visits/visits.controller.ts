import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, pageOf, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { VisitPage, VisitsArgs } from '../dto/change.dto.js';
import { VisitsService } from './visits.service.js';

@ApiTags('results')
@Controller('topics/:id')
export class VisitsController {
  constructor(private readonly visits: VisitsService) {}

  @Get('changes')
  @Call('listChanges')
  @ApiOkResponse({ type: VisitPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('id', UuidPipe) topicId: string, @Query() query: VisitsArgs): Promise<VisitPage> {
    return pageOf(await this.visits.list(topicId, query), query);
  }
}
