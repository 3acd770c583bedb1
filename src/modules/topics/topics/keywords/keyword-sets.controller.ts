import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  etagOf,
  IdempotencyKeyHeader,
  OwnCondition,
  PageArgs,
  pageOf,
  stateOfEtag,
  UuidPipe,
  VersionPipe,
} from '../../../../platform/api/index.js';
import { notFound } from '../../../../platform/errors/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { JobDto, toJobDto } from '../../../base/jobs/index.js';
import { Call } from '../calls.js';
import { ExpandKeywordsInput } from './dto/expand-keywords.input.js';
import { KeywordSetDto, KeywordSetPage, PutKeywordsInput } from './dto/keyword-set.dto.js';
import { KeywordExpansionsService } from './keyword-expansions.service.js';
import { type KeywordSetContents, KeywordSetsService } from './keyword-sets.service.js';
import { toKeywordSetDto } from './keywords.mapper.js';

@ApiTags('keywords')
@Controller('topics/:topicId')
export class KeywordSetsController {
  constructor(
    private readonly sets: KeywordSetsService,
    private readonly expansions: KeywordExpansionsService,
  ) {}

  @Put('keywords')
  @Call('putKeywords')
  @OwnCondition('the keywords on which the edit is based')
  @ApiOkResponse({ type: KeywordSetDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async put(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() { keywords }: PutKeywordsInput,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeywordSetDto> {
    return answer(await this.sets.put(topicId, keywords, stateOfEtag(ifMatch)), reply);
  }

  @Get('keywords')
  @Call('getKeywords')
  @ApiOkResponse({
    type: KeywordSetDto,
    headers: { ETag: { description: 'For If-Match', schema: { type: 'string' } } },
  })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async current(
    @Param('topicId', UuidPipe) topicId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeywordSetDto> {
    const set = await this.sets.current(topicId);
    if (!set) throw notFound('keyword set', `of topic ${topicId}`);
    return answer(set, reply);
  }

  @Get('keyword-sets')
  @Call('listKeywordSets')
  @ApiOkResponse({ type: KeywordSetPage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('topicId', UuidPipe) topicId: string, @Query() args: PageArgs): Promise<KeywordSetPage> {
    return pageOf(await this.sets.list(topicId, args), args);
  }

  @Get('keyword-sets/:version')
  @Call('getKeywordSet')
  @ApiOkResponse({ type: KeywordSetDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(
    @Param('topicId', UuidPipe) topicId: string,
    @Param('version', VersionPipe) version: number,
  ): Promise<KeywordSetDto> {
    return toKeywordSetDto(await this.sets.get(topicId, version));
  }

  @Post('keyword-expansions')
  @HttpCode(202)
  @Call('expandKeywords')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async expand(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: ExpandKeywordsInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.expansions.start(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }
}

function answer(set: KeywordSetContents, reply: FastifyReply): KeywordSetDto {
  void reply.header('etag', etagOf(set.version));
  return toKeywordSetDto(set);
}
