import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, PageArgs, pageOf, UuidPipe, wholePageOf } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { LinkPage } from './dto/link.dto.js';
import { PagePage } from './dto/page.dto.js';
import { PagesArgs } from './dto/page-query.js';
import { FetchReportDto } from './dto/report.dto.js';
import { FailureCountsArgs, OutcomeCountPage, SeriesArgs, SeriesPage } from './dto/series.dto.js';
import { MonitoringArgs, MonitoringReportDto } from './dto/monitoring.dto.js';
import { FAILED, ResultsService, ROBOTS_BLOCKED } from './results.service.js';

@ApiTags('results')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class ResultsController {
  constructor(private readonly results: ResultsService) {}

  @Get('links')
  @Call('listLinks')
  @ApiOkResponse({ type: LinkPage })
  async links(@Param('id', UuidPipe) id: string, @Query() query: PageArgs): Promise<LinkPage> {
    return pageOf(await this.results.graphOf(id, query), query);
  }

  @Get('series')
  @Call('getSeries')
  @ApiOkResponse({ type: SeriesPage })
  async series(@Param('id', UuidPipe) id: string, @Query() { points }: SeriesArgs): Promise<SeriesPage> {
    return wholePageOf(await this.results.seriesOf(id, points));
  }

  @Get('failures')
  @Call('listFailures')
  @ApiOkResponse({ type: PagePage })
  async failures(@Param('id', UuidPipe) id: string, @Query() query: PagesArgs): Promise<PagePage> {
    return pageOf(await this.results.pagesOf(id, query, FAILED), query);
  }

  @Get('failures/counts')
  @Call('countFailures')
  @ApiOkResponse({ type: OutcomeCountPage })
  async failureCounts(
    @Param('id', UuidPipe) id: string,
    @Query() { free }: FailureCountsArgs,
  ): Promise<OutcomeCountPage> {
    return wholePageOf(await this.results.failureCountsOf(id, free));
  }

  @Get('report')
  @Call('getReport')
  @ApiOkResponse({ type: FetchReportDto })
  report(@Param('id', UuidPipe) id: string): Promise<FetchReportDto> {
    return this.results.reportOf(id);
  }

  @Get('monitoring')
  @Call('getMonitoring')
  @ApiOkResponse({ type: MonitoringReportDto })
  monitoring(
    @Param('id', UuidPipe) id: string,
    @Query() { windowMinutes }: MonitoringArgs,
  ): Promise<MonitoringReportDto> {
    return this.results.monitoringOf(id, windowMinutes);
  }

  @Get('robots-blocked')
  @Call('listRobotsBlocked')
  @ApiOkResponse({ type: PagePage })
  async robotsBlocked(@Param('id', UuidPipe) id: string, @Query() query: PagesArgs): Promise<PagePage> {
    return pageOf(await this.results.pagesOf(id, query, ROBOTS_BLOCKED), query);
  }
}
