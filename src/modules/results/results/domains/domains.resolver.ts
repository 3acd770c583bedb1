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
} from '../../../../platform/api/index.js';
import { SessionDto } from '../../../crawl/sessions/index.js';
import { CALLS } from '../calls.js';
import { DomainPathsService } from './domain-paths.service.js';
import { DomainConnection, DomainDto, DomainsArgs } from '../dto/domain.dto.js';
import { DomainPathsArgs, DomainPathsDto } from '../dto/domain-paths.dto.js';
import { PageConnection } from '../dto/page.dto.js';
import { PagesArgs } from '../dto/page-query.js';
import { SessionHostConnection } from '../dto/session-host.dto.js';
import { NumberPipe } from '../number.pipe.js';
import { ResultsService } from '../results.service.js';
import { SessionHostsService } from '../hosts/session-hosts.service.js';

/** The folders of a domain are recounted for each query: as much work as a page of a list. */
const pathsComplexity = ({ childComplexity }: { childComplexity: number }): number => 200 + childComplexity;

/** Visited domains of a session, and hosts that it may not fetch from. */
@Resolver(() => SessionDto)
export class SessionDomainsResolver {
  constructor(
    private readonly results: ResultsService,
    private readonly waiting: SessionHostsService,
  ) {}

  @ResolveField(() => DomainConnection, {
    name: 'domains',
    description: CALLS.listDomains,
    complexity: listComplexity,
  })
  async domainsOf(
    @Parent() session: SessionDto,
    @Args() args: DomainsArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<DomainConnection> {
    const name = pageKey('session.domains', args, args);
    return connectionOf(await loadChild(loaders, name, session.id, (ids) => this.results.domainsOfMany(ids, args)));
  }

  @ResolveField(() => SessionHostConnection, { description: CALLS.listSessionHosts, complexity: listComplexity })
  async hosts(
    @Parent() session: SessionDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<SessionHostConnection> {
    const name = pageKey('session.hosts', args);
    return connectionOf(await loadChild(loaders, name, session.id, (ids) => this.waiting.ofMany(ids, args)));
  }
}

@Resolver(() => DomainDto)
export class DomainResolver {
  constructor(
    private readonly results: ResultsService,
    private readonly folders: DomainPathsService,
  ) {}

  @Query(() => DomainDto, { description: CALLS.getDomain })
  domain(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('domainNo', { type: () => Int }, NumberPipe) domainNo: number,
  ): Promise<DomainDto> {
    return this.results.domain(sessionId, domainNo);
  }

  @ResolveField(() => PageConnection, {
    description: CALLS.listPages,
    complexity: listComplexity,
  })
  async pages(
    @Parent() domain: DomainDto,
    @Args() args: PagesArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<PageConnection> {
    const key = `${domain.sessionId}/${domain.domainNo}`;
    const slice = await loadChild(loaders, pageKey('domain.pages', args, args), key, (keys) =>
      this.results.pagesOfMany(
        keys.map((each) => {
          const [sessionId, domainNo] = each.split('/');
          return { key: each, sessionId, domainNo: Number(domainNo) };
        }),
        args,
      ),
    );
    return connectionOf(slice);
  }

  @ResolveField(() => DomainPathsDto, { description: CALLS.listDomainPaths, complexity: pathsComplexity })
  paths(@Parent() { sessionId, domainNo }: DomainDto, @Args() args: DomainPathsArgs): Promise<DomainPathsDto> {
    return this.folders.of(sessionId, domainNo, args);
  }
}
