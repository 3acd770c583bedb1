import { Args, ID, Int, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  listComplexity,
  loadChild,
  Loaders,
  PageArgs,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { SessionDto } from '../../crawl/sessions/index.js';
import { CALLS } from './calls.js';
import { LinkConnection, LinkDto } from './dto/link.dto.js';
import { PageConnection, PageDto } from './dto/page.dto.js';
import { PagesArgs } from './dto/page-query.js';
import { MonitoringArgs, MonitoringReportDto } from './dto/monitoring.dto.js';
import { FetchReportDto } from './dto/report.dto.js';
import { FailureCountsArgs, OutcomeCountDto, SeriesArgs, SeriesPointDto } from './dto/series.dto.js';
import type { PageCriteria } from './pages/list-query.js';
import { FAILED, type PagesRequest, ResultsService, ROBOTS_BLOCKED } from './results.service.js';

/** A series reads the whole step log of its session: it costs as much as a page of a list. */
const seriesComplexity = ({ childComplexity }: { childComplexity: number }): number => 200 + childComplexity;
const sessionIdArgument = { type: () => ID };

/** The results of a session, as fields of the session. */
@Resolver(() => SessionDto)
export class SessionResultsResolver {
  constructor(private readonly results: ResultsService) {}

  @ResolveField(() => PageConnection, {
    description: CALLS.listPages,
    complexity: listComplexity,
  })
  pages(
    @Parent() session: SessionDto,
    @Args() args: PagesArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<PageConnection> {
    return this.pagesOf(session, args, loaders);
  }

  @ResolveField(() => PageConnection, { description: CALLS.listFailures, complexity: listComplexity })
  failures(
    @Parent() session: SessionDto,
    @Args() args: PagesArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<PageConnection> {
    return this.pagesOf(session, args, loaders, FAILED);
  }

  @ResolveField(() => PageConnection, {
    description: CALLS.listRobotsBlocked,
    complexity: listComplexity,
  })
  robotsBlocked(
    @Parent() session: SessionDto,
    @Args() args: PagesArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<PageConnection> {
    return this.pagesOf(session, args, loaders, ROBOTS_BLOCKED);
  }

  @ResolveField(() => [OutcomeCountDto], { description: CALLS.countFailures })
  failureCounts(
    @Parent() session: SessionDto,
    @Args() { free }: FailureCountsArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<OutcomeCountDto[]> {
    return loadChild(loaders, `session.failureCounts ${String(free)}`, session.id, (ids) =>
      this.results.failureCountsOfMany(ids, free),
    );
  }

  @ResolveField(() => LinkConnection, {
    description: CALLS.listLinks,
    complexity: listComplexity,
  })
  async links(
    @Parent() session: SessionDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<LinkConnection> {
    return connectionOf(
      await loadChild(loaders, pageKey('session.links', args), session.id, (ids) =>
        this.results.graphOfMany(ids, args),
      ),
    );
  }

  @ResolveField(() => [SeriesPointDto], {
    description: CALLS.getSeries,
    complexity: seriesComplexity,
  })
  series(@Parent() session: SessionDto, @Args() { points }: SeriesArgs): Promise<SeriesPointDto[]> {
    return this.results.seriesOf(session.id, points);
  }

  @ResolveField(() => FetchReportDto, {
    description: CALLS.getReport,
    complexity: seriesComplexity,
  })
  report(@Parent() session: SessionDto): Promise<FetchReportDto> {
    return this.results.reportOf(session.id);
  }

  @ResolveField(() => MonitoringReportDto, {
    description: CALLS.getMonitoring,
    complexity: seriesComplexity,
  })
  monitoring(@Parent() session: SessionDto, @Args() { windowMinutes }: MonitoringArgs): Promise<MonitoringReportDto> {
    return this.results.monitoringOf(session.id, windowMinutes);
  }

  @Query(() => PageDto, { description: CALLS.getPage })
  page(
    @Args('sessionId', sessionIdArgument, UuidPipe) sessionId: string,
    @Args('step', { type: () => Int }) step: number,
  ): Promise<PageDto> {
    return this.results.page(sessionId, step);
  }

  private async pagesOf(
    session: SessionDto,
    request: PagesRequest,
    loaders: RequestLoaders,
    narrowed: PageCriteria = {},
  ): Promise<PageConnection> {
    const slice = await loadChild(loaders, pageKey('session.pages', request, request, narrowed), session.id, (ids) =>
      this.results.pagesOfMany(
        ids.map((sessionId) => ({ key: sessionId, sessionId })),
        request,
        narrowed,
      ),
    );
    return connectionOf(slice);
  }
}

@Resolver(() => LinkDto)
export class LinkResolver {
  constructor(private readonly results: ResultsService) {}

  @ResolveField(() => PageDto, { nullable: true, description: 'The page that contains the link' })
  source(@Parent() link: LinkDto, @Loaders() loaders: RequestLoaders): Promise<PageDto | null> {
    return this.page(link.sessionId, link.sourceStep, loaders);
  }

  @ResolveField(() => PageDto, { nullable: true, description: 'The page to which it leads, if that was fetched' })
  target(@Parent() link: LinkDto, @Loaders() loaders: RequestLoaders): Promise<PageDto | null> | null {
    return link.targetStep === null ? null : this.page(link.sessionId, link.targetStep, loaders);
  }

  private page(sessionId: string, step: number, loaders: RequestLoaders): Promise<PageDto | null> {
    return loaders
      .of(`page ${sessionId}`, (steps: readonly number[]) => this.results.pagesBySteps(sessionId, steps))
      .load(step);
  }
}
