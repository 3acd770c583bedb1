import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, disposition, Produces, UuidPipe, operationsOf } from '../../../platform/api/index.js';
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
  async session(@Param('id', UuidPipe) id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { name, html } = await this.reports.ofSession(id);
    void reply.header('content-disposition', disposition(name, 'inline'));
    return html;
  }

  @Get('topics/:id/report.html')
  @ApiTags('collections')
  @Call('getTopicReport')
  @Produces('text/html')
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiOkResponse({ schema: { type: 'string' } })
  async topic(@Param('id', UuidPipe) id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { name, html } = await this.reports.ofTopic(id);
    void reply.header('content-disposition', disposition(name, 'inline'));
    return html;
  }
}
