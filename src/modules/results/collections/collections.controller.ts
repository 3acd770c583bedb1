import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  RequestedBy,
  type Requester,
  IdempotencyKeyHeader,
  pageOf,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import { SessionDto, toSessionDto } from '../../crawl/sessions/index.js';
import { Call } from './calls.js';
import { CollectionRebuild } from './collection-rebuild.js';
import { CollectionsService } from './collections.service.js';
import { DomainProfilesService } from './domain-profiles.service.js';
import { CollectedDomainPage, CollectedDomainsArgs } from './dto/collected-domain.dto.js';
import { CollectedPageDetailsDto, CollectedPagePage, CollectedPagesArgs } from './dto/collected-page.dto.js';
import { CollectionDto } from './dto/collection.dto.js';
import { CollectedDomainDetailsDto } from './dto/domain-profile.dto.js';
import { GatherInput, JudgeCollectedInput, SaidBeforeDto } from './dto/verdicts.dto.js';
import { GatheringService } from './gathering.service.js';
import { HomePages } from './home-pages.js';
import { RemarksService } from './remarks.service.js';

@ApiTags('collections')
@Controller('topics/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class CollectionsController {
  constructor(
    private readonly collections: CollectionsService,
    private readonly rebuilding: CollectionRebuild,
    private readonly remarks: RemarksService,
    private readonly gathering: GatheringService,
    private readonly profiles: DomainProfilesService,
    private readonly homes: HomePages,
  ) {}

  @Get('collection')
  @Call('getCollection')
  @ApiOkResponse({ type: CollectionDto })
  get(@Param('id', UuidPipe) id: string): Promise<CollectionDto> {
    return this.collections.get(id);
  }

  @Post('collection/rebuild')
  @HttpCode(202)
  @Call('rebuildCollection', 'While the job runs, lists have what is collected so far.')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async rebuild(
    @Param('id', UuidPipe) id: string,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.rebuilding.start(id, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }

  @Post('verdicts')
  @HttpCode(200)
  @Call(
    'judgeCollected',
    'All of it is said, or nothing. The answer is what was said before: sent back, it undoes the call. The collection follows within seconds.',
  )
  @ApiOkResponse({ type: SaidBeforeDto })
  @ApiProblem('CONFLICT')
  judge(@Param('id', UuidPipe) id: string, @Body() input: JudgeCollectedInput): Promise<SaidBeforeDto> {
    return this.remarks.write(id, input) as Promise<SaidBeforeDto>;
  }

  @Post('gather')
  @HttpCode(202)
  @Call(
    'gatherDomains',
    'It reads sitemaps, and takes pages that the collection has from there. If the budget is not enough for all pages that are known of the domains, MAX shares it among them. Its pages come into the same collection.',
  )
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: SessionDto })
  @ApiProblem('INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async gather(
    @Param('id', UuidPipe) id: string,
    @Body() input: GatherInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @RequestedBy() requester: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionDto> {
    const session = await this.gathering.gather(id, input, requester, key);
    void reply.header('location', `${API_PREFIX}/sessions/${session.id}`);
    return toSessionDto(session);
  }

  @Get('pages')
  @Call('listCollectedPages')
  @ApiOkResponse({ type: CollectedPagePage })
  async pages(@Param('id', UuidPipe) id: string, @Query() query: CollectedPagesArgs): Promise<CollectedPagePage> {
    return pageOf(await this.collections.pagesOf(id, query), query);
  }

  @Get('pages/:key')
  @Call('getCollectedPage')
  @ApiOkResponse({ type: CollectedPageDetailsDto })
  page(@Param('id', UuidPipe) id: string, @Param('key') key: string): Promise<CollectedPageDetailsDto> {
    return this.collections.pageDetails(id, key);
  }

  @Get('domains')
  @Call('listCollectedDomains')
  @ApiOkResponse({ type: CollectedDomainPage })
  async domains(@Param('id', UuidPipe) id: string, @Query() query: CollectedDomainsArgs): Promise<CollectedDomainPage> {
    return pageOf(await this.collections.domainsOf(id, query), query);
  }

  @Get('domains/:name')
  @Call('getCollectedDomain', 'With its profile.')
  @ApiOkResponse({ type: CollectedDomainDetailsDto })
  domain(@Param('id', UuidPipe) id: string, @Param('name') name: string): Promise<CollectedDomainDetailsDto> {
    return this.profiles.details(id, name);
  }

  @Post('domains/:name/home')
  @HttpCode(202)
  @Call('readHomePage', 'One page is fetched, as politely as by a crawl.')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async readHome(
    @Param('id', UuidPipe) id: string,
    @Param('name') name: string,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.homes.start(id, name, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }
}
