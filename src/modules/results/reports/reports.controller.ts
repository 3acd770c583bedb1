import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, Produces, UuidPipe } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { ReportsService } from './reports.service.js';

@Controller()
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get('sessions/:id/report.html')
  @ApiTags('results')
  @Call('getSessionReport')
  @Produces('text/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiOkResponse({ schema: { type: 'string' } })
  session(@Param('id', UuidPipe) id: string): Promise<string> {
    return this.reports.ofSession(id);
  }

  @Get('topics/:id/report.html')
  @ApiTags('collections')
  @Call('getTopicReport')
  @Produces('text/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiOkResponse({ schema: { type: 'string' } })
  topic(@Param('id', UuidPipe) id: string): Promise<string> {
    return this.reports.ofTopic(id);
  }
}
