import { Injectable } from '@nestjs/common';
import { domainNamed } from '../../../domain/scope/index.js';
import { hostOf, registrableDomain } from '../../../domain/url/index.js';
import {
  type CursorValue,
  isUuid,
  type PageRequest,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import type { RowCount } from '../../../platform/database/index.js';
import { invalid, notFound } from '../../../platform/errors/index.js';
import { cursorKey, type Keyset, orderingWith, type SortOrder } from '../results/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import {
  type CollectedDomainCriteria,
  CollectedDomainsRepository,
  type DomainRow,
} from './collected-domains.repository.js';
import { type CollectedPageCriteria, CollectedPagesRepository } from './collected-pages.repository.js';
import type { FoundCriteria } from './found.sql.js';
import type { CollectedDomainDto, CollectedDomainSort } from './dto/collected-domain.dto.js';
import type {
  CollectedPageDetailsDto,
  CollectedPageDto,
  CollectedPageSort,
  SightingDto,
} from './dto/collected-page.dto.js';
import type { CollectionDto } from './dto/collection.dto.js';

interface FoundRequest extends PageRequest {
  readonly foundSince?: Date | null;
  readonly newSinceSession?: string | null;
  readonly seedDomain?: boolean | null;
  readonly order?: SortOrder | null;
}
type CollectedPagesRequest = FoundRequest &
  Omit<CollectedPageCriteria, keyof FoundCriteria> & { readonly sort: CollectedPageSort };
type CollectedDomainsRequest = FoundRequest &
  Omit<CollectedDomainCriteria, keyof FoundCriteria> & { readonly sort: CollectedDomainSort };

/** Filters of pages and domains, and the order of a whole list. Omitted filters match everything. */
export type PagesWanted = Omit<CollectedPagesRequest, 'sort' | keyof PageRequest> & {
  readonly sort?: CollectedPageSort | null;
};
export type DomainsWanted = Omit<CollectedDomainsRequest, 'sort' | keyof PageRequest> & {
  readonly sort?: CollectedDomainSort | null;
};

/** The order of a whole list: by default that of discovery. */
export const orderOf = <S extends string>({
  sort,
  order,
}: {
  readonly sort?: S | null;
  readonly order?: SortOrder | null;
}) => ({
  ...{ sort: sort ?? ('firstFoundAt' as const), backward: false },
  order: order ?? (sort == null ? ('asc' as const) : ('desc' as const)),
});

const isKey = (value: CursorValue): value is string => typeof value === 'string' && isUuid(value);
const isName = (value: CursorValue): value is string => typeof value === 'string';

/**
 * The collections of topics: their pages and domains over all sessions and monitors. Methods for several topics do not
 * check that the topics exist.
 */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly sessions: SessionsService,
    private readonly pages: CollectedPagesRepository,
    private readonly domains: CollectedDomainsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async get(topicId: string): Promise<CollectionDto> {
    await this.topics.get(topicId);
    return only(await this.ofMany([topicId]));
  }

  ofMany(topicIds: readonly string[]): Promise<Map<string, CollectionDto>> {
    return this.domains.sums(topicIds);
  }

  /** @throws DomainError NOT_FOUND for the topic; VALIDATION_FAILED for a session of another topic */
  async pagesOf(topicId: string, request: CollectedPagesRequest): Promise<Slice<CollectedPageDto>> {
    await this.topics.get(topicId);
    return only(await this.pagesOfMany([topicId], request));
  }

  async pagesOfMany(
    topicIds: readonly string[],
    request: CollectedPagesRequest,
  ): Promise<Map<string, Slice<CollectedPageDto>>> {
    const { sort } = request;
    const ordering = orderingWith(isKey, sort, request.order ?? 'desc', request);
    const slices = new Map<string, Slice<CollectedPageDto>>();
    for (const topicId of topicIds) {
      const criteria = { ...request, ...(await this.found(topicId, request)) };
      const rows = (await this.pages.list([topicId], criteria, ordering)).get(topicId) ?? [];
      const countOf = sharedCounts(() => this.pages.countOf([topicId], criteria));
      slices.set(
        topicId,
        sliceOf(rows, request, (page) => cursorKey(ordering, page[sort], page.key), countOf(topicId)),
      );
    }
    return slices;
  }

  /** @throws DomainError NOT_FOUND for topic or page */
  async page(topicId: string, key: string): Promise<CollectedPageDto> {
    await this.topics.get(topicId);
    const page = isUuid(key) ? await this.pages.find(topicId, key) : null;
    if (!page) throw notFound('page', key);
    return page;
  }

  /** @throws DomainError NOT_FOUND for topic or page */
  async pageDetails(topicId: string, key: string): Promise<CollectedPageDetailsDto> {
    const page = await this.page(topicId, key);
    return Object.assign(page, { sightings: (await this.sightings(topicId, [page.key])).get(page.key) ?? [] });
  }

  sightings(topicId: string, keys: readonly string[]): Promise<Map<string, SightingDto[]>> {
    return this.pages.sightings(topicId, keys);
  }

  /** @throws DomainError NOT_FOUND for the topic; VALIDATION_FAILED for a session of another topic */
  async domainsOf(topicId: string, request: CollectedDomainsRequest): Promise<Slice<CollectedDomainDto>> {
    await this.topics.get(topicId);
    return only(await this.domainsOfMany([topicId], request));
  }

  async domainsOfMany(
    topicIds: readonly string[],
    request: CollectedDomainsRequest,
  ): Promise<Map<string, Slice<CollectedDomainDto>>> {
    const { sort } = request;
    const ordering = orderingWith(isName, sort, request.order ?? 'desc', request);
    const slices = new Map<string, Slice<CollectedDomainDto>>();
    for (const topicId of topicIds) {
      const criteria = { ...request, ...(await this.found(topicId, request)) };
      const rows = (await this.domains.list([topicId], criteria, ordering)).get(topicId) ?? [];
      const seeds = new Set(await this.seedDomains(topicId));
      const countOf = sharedCounts(() => this.domains.countOf([topicId], criteria));
      slices.set(
        topicId,
        sliceOf(
          rows.map((row) => ({ ...row, seedDomain: seeds.has(row.name) })),
          request,
          (domain) => cursorKey(ordering, sort === 'share' ? domain.shareAtLeast : domain[sort], domain.name),
          countOf(topicId),
        ),
      );
    }
    return slices;
  }

  /** @throws DomainError NOT_FOUND for topic or domain */
  async domain(topicId: string, name: string): Promise<CollectedDomainDto> {
    await this.topics.get(topicId);
    const domain: DomainRow | null = await this.domains.find(topicId, domainNamed(name));
    if (!domain) throw notFound('domain', name);
    return { ...domain, seedDomain: (await this.seedDomains(topicId)).includes(domain.name) };
  }

  /**
   * Reads pages in their order. @returns a function that reads the next ones @throws DomainError NOT_FOUND,
   * VALIDATION_FAILED, INVALID_STATE
   */
  async pagesOn(
    topicId: string,
    filter: PagesWanted,
    limit: number,
  ): Promise<(cursor: Keyset<string> | null) => Promise<CollectedPageDto[]>> {
    await this.topics.get(topicId);
    const criteria = { ...filter, ...(await this.found(topicId, filter)) };
    await this.pages.check(topicId, criteria);
    return async (cursor) =>
      (await this.pages.list([topicId], criteria, { ...orderOf(filter), limit, cursor })).get(topicId) ?? [];
  }

  /** @throws DomainError VALIDATION_FAILED for a session of another topic */
  async countOf(what: 'pages' | 'domains', topicId: string, filter: FoundRequest): Promise<RowCount> {
    const criteria = { ...filter, ...(await this.found(topicId, filter)) };
    const counts = await this[what].countOf([topicId], criteria);
    return counts.get(topicId) ?? { count: 0, isExact: true };
  }

  /**
   * Reads domains in their order. @returns a function that reads the next ones @throws DomainError
   * NOT_FOUND, VALIDATION_FAILED
   */
  async domainsOn(
    topicId: string,
    filter: DomainsWanted,
    limit: number,
  ): Promise<(cursor: Keyset<string> | null) => Promise<CollectedDomainDto[]>> {
    await this.topics.get(topicId);
    const criteria = { ...filter, ...(await this.found(topicId, filter)) };
    const seeds = new Set(await this.seedDomains(topicId));
    return async (cursor) =>
      ((await this.domains.list([topicId], criteria, { ...orderOf(filter), limit, cursor })).get(topicId) ?? []).map(
        (row) => ({
          ...row,
          seedDomain: seeds.has(row.name),
        }),
      );
  }

  private async found(topicId: string, { newSinceSession, seedDomain }: FoundRequest): Promise<FoundCriteria> {
    return {
      afterSessionOf: newSinceSession == null ? null : await this.madeAt(topicId, newSinceSession),
      seedDomains: seedDomain == null ? null : { names: await this.seedDomains(topicId), wanted: seedDomain },
    };
  }

  private async madeAt(topicId: string, sessionId: string): Promise<Date> {
    const session = isUuid(sessionId) ? await this.sessions.find(sessionId) : null;
    if (session?.topicId !== topicId)
      throw invalid('newSinceSession', `session ${sessionId} is none of the topic's`, 'a session of the topic');
    return session.createdAt;
  }

  private async seedDomains(topicId: string): Promise<string[]> {
    const seeds = (await this.topics.seedsOf([topicId])).get(topicId) ?? [];
    return [...new Set(seeds.map((url) => registrableDomain(hostOf(url))))];
  }
}

function only<T>(answers: ReadonlyMap<string, T>): T {
  for (const answer of answers.values()) return answer;
  throw new Error('no answer for the only topic');
}
