import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, Produces, UuidPipe, operationsOf } from '../../../platform/api/index.js';
import { ReportsService } from './reports.service.js';

/** Summaries of this module's calls, by operation id. */
const CALLS = {
  getSessionReport: 'A session as an HTML page for printing: its task, its figures, and its best domains and pages',
  getTopicReport:
    'The collection of a topic as an HTML page for printing: its figures, sessions, best domains and pages',
} as const;

const Call = operationsOf(CALLS);

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
