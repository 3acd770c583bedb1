import { Injectable } from '@nestjs/common';
import { outcomesWith } from '../../../domain/fetching/index.js';
import { type PageRequest, sharedCounts, type Slice, sliceOf } from '../../../platform/api/index.js';
import { notFound } from '../../../platform/errors/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { domainSortValue, DomainsRepository } from './domains/domains.repository.js';
import type { DomainDto, DomainSort } from './dto/domain.dto.js';
import type { LinkDto } from './dto/link.dto.js';
import type { PageDetailsDto, PageDto, PageTexts } from './dto/page.dto.js';
import type { PageSort, SortOrder } from './dto/page-query.js';
import type { OutcomeCountDto, SeriesPointDto } from './dto/series.dto.js';
import type { MonitoringReportDto } from './dto/monitoring.dto.js';
import type { FetchReportDto } from './dto/report.dto.js';
import type { PageWhyDto } from './dto/why.dto.js';
import { type LinkDirection, type LinkParent, LinksRepository } from './pages/links.repository.js';
import {
  cursorKey,
  defaultOrder,
  type DomainCriteria,
  linkKey,
  linkPieceOf,
  orderingOf,
  type PageCriteria,
  type PageOrdering,
} from './pages/list-query.js';
import type { PageParent } from './pages/page-filter.sql.js';
import { PagesRepository, pageSortValue } from './pages/pages.repository.js';
import { toOutcomeCount, toPageWhy, toSeries } from './results.mapper.js';
import { monitoringReport, windowLength } from './reports/monitoring-report.js';
import { MonitoringRepository } from './reports/monitoring.repository.js';
import { ReportRepository } from './reports/report.repository.js';
import { SeriesRepository } from './reports/series.repository.js';

export interface PagesRequest extends PageRequest, PageCriteria {
  readonly sort?: PageSort;
  readonly order?: SortOrder | null;
}
interface DomainsRequest extends PageRequest, DomainCriteria {
  readonly sort?: DomainSort;
  readonly order?: SortOrder | null;
}

/** Fetches without a page: the ones counted by `failed`. */
export const FAILED: PageCriteria = { failed: true };
/** URLs disallowed by a site's robots.txt. */
export const ROBOTS_BLOCKED: PageCriteria = { outcomes: outcomesWith({ by: 'robots' }) };

const mapValues = <K, A, B>(map: ReadonlyMap<K, A>, change: (value: A, key: K) => B): Map<K, B> =>
  new Map([...map].map(([key, value]) => [key, change(value, key)]));

/** Links read per page for their different texts, and most texts returned. */
const LINKS_READ = 50;
const ANCHORS_SHOWN = 5;

/** A page as the parent of links: links to it may name the chosen or the final URL. */
export function linkParentOf(page: PageDto): LinkParent {
  const urlNos = page.outcome === 'page' ? [page.urlNo, page.finalUrlNo] : [page.urlNo];
  return { key: `${page.sessionId}/${page.step}`, sessionId: page.sessionId, step: page.step, urlNos };
}

/**
 * Results of sessions. Methods for several parents use one query, for data loaders; they do not check whether the
 * sessions exist.
 */
@Injectable()
export class ResultsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly pages: PagesRepository,
    private readonly domains: DomainsRepository,
    private readonly links: LinksRepository,
    private readonly series: SeriesRepository,
    private readonly reports: ReportRepository,
    private readonly monitoring: MonitoringRepository,
  ) {}

  /** @param narrowed additional criteria @throws DomainError NOT_FOUND */
  async pagesOf(sessionId: string, request: PagesRequest, narrowed: PageCriteria = {}): Promise<Slice<PageDto>> {
    await this.sessions.requireExisting(sessionId);
    return only(await this.pagesOfMany([{ key: sessionId, sessionId }], request, narrowed));
  }

  async pagesOfMany(
    parents: readonly PageParent[],
    request: PagesRequest,
    narrowed: PageCriteria = {},
  ): Promise<Map<string, Slice<PageDto>>> {
    const sort = request.sort ?? 'step';
    const ordering: PageOrdering = orderingOf(sort, request.order ?? defaultOrder(sort), request);
    const criteria = { ...request, ...narrowed };
    const countOf = sharedCounts(() => this.pages.countOf(parents, criteria));
    return mapValues(await this.pages.list(parents, criteria, ordering), (rows, key) =>
      sliceOf(rows, request, (page) => cursorKey(ordering, pageSortValue(sort, page), page.step), countOf(key)),
    );
  }

  pagesBySteps(sessionId: string, steps: readonly number[]): Promise<Map<number, PageDto>> {
    return this.pages.bySteps(sessionId, steps);
  }

  /** @throws DomainError NOT_FOUND for session or page */
  async page(sessionId: string, step: number): Promise<PageDto> {
    await this.sessions.requireExisting(sessionId);
    const page = (await this.pages.bySteps(sessionId, [step])).get(step);
    if (!page) throw notFound('page', String(step));
    return page;
  }

  /** @throws DomainError NOT_FOUND for session or page */
  async pageDetails(sessionId: string, step: number): Promise<PageDetailsDto> {
    const page = await this.page(sessionId, step);
    const texts = (await this.pages.texts(sessionId, [step])).get(step);
    return Object.assign(page, {
      headings: texts?.headings ?? [],
      text: texts?.text ?? null,
      mainText: texts?.mainText ?? null,
    });
  }

  texts(sessionId: string, steps: readonly number[]): Promise<Map<number, PageTexts>> {
    return this.pages.texts(sessionId, steps);
  }

  /** @throws DomainError NOT_FOUND for session or page */
  async why(sessionId: string, step: number): Promise<PageWhyDto> {
    await this.sessions.requireExisting(sessionId);
    const why = (await this.whyMany(sessionId, [step])).get(step);
    if (!why) throw notFound('page', String(step));
    return why;
  }

  async whyMany(sessionId: string, steps: readonly number[]): Promise<Map<number, PageWhyDto>> {
    const [choices, followed, paths] = await Promise.all([
      this.pages.choices(sessionId, steps),
      this.links.followed(sessionId, steps),
      this.pages.paths(sessionId, steps),
    ]);
    return mapValues(choices, (choice) =>
      toPageWhy(choice, followed.get(choice.step) ?? null, paths.get(choice.step) ?? []),
    );
  }

  /** @throws DomainError NOT_FOUND for session or page */
  async linksOf(
    sessionId: string,
    step: number,
    direction: LinkDirection,
    request: PageRequest,
  ): Promise<Slice<LinkDto>> {
    const page = await this.page(sessionId, step);
    return only(await this.linksOfMany(direction, [linkParentOf(page)], request));
  }

  async linksOfMany(
    direction: LinkDirection,
    parents: readonly LinkParent[],
    request: PageRequest,
  ): Promise<Map<string, Slice<LinkDto>>> {
    const countOf = sharedCounts(() => this.links.countOf(direction, parents));
    return mapValues(await this.links.list(direction, parents, linkPieceOf(request)), (rows, key) =>
      sliceOf(rows, request, linkKey, countOf(key)),
    );
  }

  /** For each page, by its step, some different texts of links to it. */
  async anchorsTo(pages: readonly PageDto[]): Promise<Map<number, string[]>> {
    const texts = await this.links.anchorsTo(pages.map(linkParentOf), LINKS_READ);
    return new Map(
      pages.map((page) => {
        const different = new Set(
          texts
            .get(linkParentOf(page).key)
            ?.map((text) => text.trim())
            .filter((text) => text !== ''),
        );
        return [page.step, [...different].slice(0, ANCHORS_SHOWN)];
      }),
    );
  }

  /** The page graph. @throws DomainError NOT_FOUND */
  async graphOf(sessionId: string, request: PageRequest): Promise<Slice<LinkDto>> {
    await this.sessions.requireExisting(sessionId);
    return only(await this.graphOfMany([sessionId], request));
  }

  async graphOfMany(sessionIds: readonly string[], request: PageRequest): Promise<Map<string, Slice<LinkDto>>> {
    const countOf = sharedCounts(() => this.links.countOfSessions(sessionIds));
    return mapValues(await this.links.ofSessions(sessionIds, linkPieceOf(request)), (rows, key) =>
      sliceOf(rows, request, linkKey, countOf(key)),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async domainsOf(sessionId: string, request: DomainsRequest): Promise<Slice<DomainDto>> {
    await this.sessions.requireExisting(sessionId);
    return only(await this.domainsOfMany([sessionId], request));
  }

  async domainsOfMany(sessionIds: readonly string[], request: DomainsRequest): Promise<Map<string, Slice<DomainDto>>> {
    const sort = request.sort ?? 'relevant';
    const ordering = orderingOf(sort, request.order ?? defaultOrder(sort), request);
    const countOf = sharedCounts(() => this.domains.countOf(sessionIds, request));
    return mapValues(await this.domains.list(sessionIds, request, ordering), (rows, key) =>
      sliceOf(
        rows,
        request,
        (row) => cursorKey(ordering, domainSortValue(sort, ordering.order, row), row.domainNo),
        countOf(key),
      ),
    );
  }

  /** @throws DomainError NOT_FOUND for session or domain */
  async domain(sessionId: string, domainNo: number): Promise<DomainDto> {
    await this.sessions.requireExisting(sessionId);
    const domain = (await this.domains.byNumbers(sessionId, [domainNo])).get(domainNo);
    if (!domain) throw notFound('domain', String(domainNo));
    return domain;
  }

  domainsByNumbers(sessionId: string, domainNos: readonly number[]): Promise<Map<number, DomainDto>> {
    return this.domains.byNumbers(sessionId, domainNos);
  }

  /** Harvest and rewards over the run, with at most `points` points. @throws DomainError NOT_FOUND */
  async seriesOf(sessionId: string, points: number): Promise<SeriesPointDto[]> {
    await this.sessions.requireExisting(sessionId);
    return toSeries(await this.series.stretches(sessionId, points));
  }

  /** @throws DomainError NOT_FOUND */
  async failureCountsOf(sessionId: string, free: boolean): Promise<OutcomeCountDto[]> {
    await this.sessions.requireExisting(sessionId);
    return only(await this.failureCountsOfMany([sessionId], free));
  }

  /** @throws DomainError NOT_FOUND */
  async reportOf(sessionId: string): Promise<FetchReportDto> {
    await this.sessions.requireExisting(sessionId);
    return this.reports.fetchReport(sessionId);
  }

  /** @throws DomainError NOT_FOUND */
  async monitoringOf(sessionId: string, windowMinutes: number): Promise<MonitoringReportDto> {
    await this.sessions.requireExisting(sessionId);
    const span = await this.monitoring.span(sessionId);
    const windowMs = windowLength(span, windowMinutes);
    const rows = span.from === null ? [] : await this.monitoring.windows(sessionId, span.from, windowMs);
    return monitoringReport(span, rows, windowMs);
  }

  /** JPEG thumbnail of a page. @throws DomainError NOT_FOUND for session, page or thumbnail */
  async screenshot(sessionId: string, step: number): Promise<Uint8Array> {
    await this.page(sessionId, step);
    const data = await this.reports.screenshot(sessionId, step);
    if (!data) throw notFound('screenshot', `of page ${step}`);
    return data;
  }

  async failureCountsOfMany(sessionIds: readonly string[], free: boolean): Promise<Map<string, OutcomeCountDto[]>> {
    return mapValues(await this.series.failureCounts(sessionIds, free), (counts) => counts.map(toOutcomeCount));
  }
}

function only<T>(answers: ReadonlyMap<string, T>): T {
  for (const answer of answers.values()) return answer;
  throw new Error('no answer for the only parent');
}
