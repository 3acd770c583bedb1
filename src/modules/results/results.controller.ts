import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, PageArgs, pageOf, UuidPipe, wholePageOf } from '../../platform/api/index.js';
import { DomainDto, DomainPage, DomainsArgs } from './dto/domain.dto.js';
import { LinkPage } from './dto/link.dto.js';
import { PagePage } from './dto/page.dto.js';
import { PagesArgs } from './dto/page-query.js';
import { FetchReportDto } from './dto/report.dto.js';
import { OutcomeCountPage, SeriesArgs, SeriesPage } from './dto/series.dto.js';
import { NumberPipe } from './number.pipe.js';
import { FAILED, ResultsService, ROBOTS_BLOCKED } from './results.service.js';

@ApiTags('results')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ResultsController {
  constructor(private readonly results: ResultsService) {}

  @Get('domains')
  @ApiOperation({ summary: 'Domains of a session', operationId: 'listDomains' })
  @ApiOkResponse({ type: DomainPage })
  async domains(@Param('id', UuidPipe) id: string, @Query() query: DomainsArgs): Promise<DomainPage> {
    return pageOf(await this.results.domainsOf(id, query), query);
  }

  @Get('domains/:domainNo')
  @ApiOperation({ summary: 'A domain; its pages: `pages?domain=name`', operationId: 'getDomain' })
  @ApiOkResponse({ type: DomainDto })
  domain(@Param('id', UuidPipe) id: string, @Param('domainNo', NumberPipe) domainNo: number): Promise<DomainDto> {
    return this.results.domain(id, domainNo);
  }

  @Get('links')
  @ApiOperation({ summary: 'The page graph: all links of fetched pages', operationId: 'listLinks' })
  @ApiOkResponse({ type: LinkPage })
  async links(@Param('id', UuidPipe) id: string, @Query() query: PageArgs): Promise<LinkPage> {
    return pageOf(await this.results.graphOf(id, query), query);
  }

  @Get('series')
  @ApiOperation({ summary: 'Harvest, domains and rewards over the run', operationId: 'getSeries' })
  @ApiOkResponse({ type: SeriesPage })
  async series(@Param('id', UuidPipe) id: string, @Query() { points }: SeriesArgs): Promise<SeriesPage> {
    return wholePageOf(await this.results.seriesOf(id, points));
  }

  @Get('failures')
  @ApiOperation({ summary: 'Fetches that brought no page', operationId: 'listFailures' })
  @ApiOkResponse({ type: PagePage })
  async failures(@Param('id', UuidPipe) id: string, @Query() query: PagesArgs): Promise<PagePage> {
    return pageOf(await this.results.pagesOf(id, query, FAILED), query);
  }

  @Get('failures/counts')
  @ApiOperation({ summary: 'How often each kind of failure happened', operationId: 'countFailures' })
  @ApiOkResponse({ type: OutcomeCountPage })
  async failureCounts(@Param('id', UuidPipe) id: string): Promise<OutcomeCountPage> {
    return wholePageOf(await this.results.failureCountsOf(id));
  }

  @Get('report')
  @ApiOperation({
    summary: 'How the session fetched and read its pages: outcomes, retries, rendering, duplicates, languages, traps',
    operationId: 'getReport',
  })
  @ApiOkResponse({ type: FetchReportDto })
  report(@Param('id', UuidPipe) id: string): Promise<FetchReportDto> {
    return this.results.reportOf(id);
  }

  @Get('robots-blocked')
  @ApiOperation({ summary: 'URLs that robots.txt kept from being fetched', operationId: 'listRobotsBlocked' })
  @ApiOkResponse({ type: PagePage })
  async robotsBlocked(@Param('id', UuidPipe) id: string, @Query() query: PagesArgs): Promise<PagePage> {
    return pageOf(await this.results.pagesOf(id, query, ROBOTS_BLOCKED), query);
  }
}
