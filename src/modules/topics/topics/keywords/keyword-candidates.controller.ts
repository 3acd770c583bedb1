import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  etagOf,
  IdempotencyKeyHeader,
  mapSlice,
  OwnCondition,
  pageOf,
  stateOfEtag,
  UuidPipe,
  VersionPipe,
} from '../../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { JobDto, toJobDto } from '../../../base/jobs/index.js';
import { Call } from '../calls.js';
import {
  DecideCandidatesInput,
  DecisionReportDto,
  KeywordCandidateArgs,
  KeywordCandidatePage,
  SuggestKeywordsInput,
} from './dto/keyword-candidate.dto.js';
import { KeywordSetStatisticsDto, KeywordStatisticsArgs } from './dto/keyword-statistics.dto.js';
import { KeywordCandidatesService } from './keyword-candidates.service.js';
import { KeywordStatisticsService } from './keyword-statistics.service.js';
import { KeywordSuggestionsService } from './keyword-suggestions.service.js';
import { toCandidateDto, toStatisticsDto } from './keywords.mapper.js';

@ApiTags('keywords')
@Controller('topics/:topicId')
export class KeywordCandidatesController {
  constructor(
    private readonly candidates: KeywordCandidatesService,
    private readonly suggestions: KeywordSuggestionsService,
    private readonly statistics: KeywordStatisticsService,
  ) {}

  @Get('keyword-candidates')
  @Call('listKeywordCandidates')
  @ApiOkResponse({ type: KeywordCandidatePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(
    @Param('topicId', UuidPipe) topicId: string,
    @Query() args: KeywordCandidateArgs,
  ): Promise<KeywordCandidatePage> {
    return pageOf(mapSlice(await this.candidates.list(topicId, args, args), toCandidateDto), args);
  }

  @Post('keyword-candidates/decisions')
  @HttpCode(200)
  @Call(
    'decideKeywordCandidates',
    'Accepted candidates make the next version of the keywords. A decision that was made before changes nothing.',
  )
  @OwnCondition('the keywords on which the decision is based')
  @ApiOkResponse({ type: DecisionReportDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async decide(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: DecideCandidatesInput,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DecisionReportDto> {
    const report = await this.candidates.decide(topicId, input, stateOfEtag(ifMatch));
    if (report.keywordSetVersion !== null) void reply.header('etag', etagOf(report.keywordSetVersion));
    return report;
  }

  @Post('keyword-suggestions')
  @HttpCode(202)
  @Call('suggestKeywords')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async suggest(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: SuggestKeywordsInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.suggestions.start(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }

  @Get('keyword-sets/:version/statistics')
  @Call('getKeywordSetStatistics')
  @ApiOkResponse({ type: KeywordSetStatisticsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'UNAVAILABLE')
  async statisticsOf(
    @Param('topicId', UuidPipe) topicId: string,
    @Param('version', VersionPipe) version: number,
    @Query() args: KeywordStatisticsArgs,
  ): Promise<KeywordSetStatisticsDto> {
    return toStatisticsDto(await this.statistics.get(topicId, version, args));
  }
}
