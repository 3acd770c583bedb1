import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, idsOfText, pageOf } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { ComparedPagePage, ComparedPagesQuery, CompareSessionsQuery, SessionComparisonDto } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';

@ApiTags('results')
@Controller('sessions/compare')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ComparisonController {
  constructor(private readonly comparison: ComparisonService) {}

  @Get()
  @Call('compareSessions')
  @ApiOkResponse({ type: SessionComparisonDto })
  compare(@Query() { ids }: CompareSessionsQuery): Promise<SessionComparisonDto> {
    return this.comparison.compare(idsOfText(ids));
  }

  @Get('pages')
  @Call('listComparedSessionPages')
  @ApiOkResponse({ type: ComparedPagePage })
  async pages(@Query() { ids, ...query }: ComparedPagesQuery): Promise<ComparedPagePage> {
    return pageOf(await this.comparison.pages(idsOfText(ids), query), query);
  }
}
