import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, PageArgs, pageOf, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { DomainPathsService } from './domain-paths.service.js';
import { DomainDto, DomainPage, DomainsArgs } from '../dto/domain.dto.js';
import { DomainPathsArgs, DomainPathsDto } from '../dto/domain-paths.dto.js';
import { SessionHostPage } from '../dto/session-host.dto.js';
import { NumberPipe } from '../number.pipe.js';
import { ResultsService } from '../results.service.js';
import { SessionHostsService } from '../hosts/session-hosts.service.js';

/** Visited domains of a session, and hosts that it may not fetch from. */
@ApiTags('results')
@Controller('sessions/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class DomainsController {
  constructor(
    private readonly results: ResultsService,
    private readonly paths: DomainPathsService,
    private readonly waiting: SessionHostsService,
  ) {}

  @Get('domains')
  @Call('listDomains')
  @ApiOkResponse({ type: DomainPage })
  async domains(@Param('id', UuidPipe) id: string, @Query() query: DomainsArgs): Promise<DomainPage> {
    return pageOf(await this.results.domainsOf(id, query), query);
  }

  @Get('domains/:domainNo')
  @Call('getDomain')
  @ApiOkResponse({ type: DomainDto })
  domain(@Param('id', UuidPipe) id: string, @Param('domainNo', NumberPipe) domainNo: number): Promise<DomainDto> {
    return this.results.domain(id, domainNo);
  }

  @Get('domains/:domainNo/paths')
  @Call('listDomainPaths')
  @ApiOkResponse({ type: DomainPathsDto })
  folders(
    @Param('id', UuidPipe) id: string,
    @Param('domainNo', NumberPipe) domainNo: number,
    @Query() query: DomainPathsArgs,
  ): Promise<DomainPathsDto> {
    return this.paths.of(id, domainNo, query);
  }

  @Get('hosts')
  @Call('listSessionHosts')
  @ApiOkResponse({ type: SessionHostPage })
  async hosts(@Param('id', UuidPipe) id: string, @Query() query: PageArgs): Promise<SessionHostPage> {
    return pageOf(await this.waiting.of(id, query), query);
  }
}
