import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  IdempotencyKeyHeader,
  mapSlice,
  pageOf,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import {
  DecideSeedsInput,
  SeedCandidateArgs,
  SeedCandidatePage,
  SeedDecisionsDto,
  SuggestSeedsInput,
  toSeedCandidateDto,
} from './dto/seed-candidate.dto.js';
import './dto/job-result.dto.js';
import { SeedCandidatesService } from './seed-candidates.service.js';
import { SeedSuggestionsService } from './seed-suggestions.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  suggestSeeds: 'Look for seeds by the keywords. This starts a job',
  listSeedCandidates: 'Candidates for seeds, with the highest score first',
  decideSeedCandidates: 'Accept and reject candidates. Accepted ones become seeds of the topic',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('seeds')
@Controller('topics/:topicId')
export class SeedsController {
  constructor(
    private readonly candidates: SeedCandidatesService,
    private readonly suggestions: SeedSuggestionsService,
  ) {}

  @Post('seeds/suggest')
  @HttpCode(202)
  @Call('suggestSeeds')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async suggest(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: SuggestSeedsInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto> {
    const job = await this.suggestions.start(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/jobs/${job.id}`);
    return toJobDto(job);
  }

  @Get('seed-candidates')
  @Call('listSeedCandidates')
  @ApiOkResponse({ type: SeedCandidatePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(
    @Param('topicId', UuidPipe) topicId: string,
    @Query() args: SeedCandidateArgs,
  ): Promise<SeedCandidatePage> {
    return pageOf(mapSlice(await this.candidates.list(topicId, args, args), toSeedCandidateDto), args);
  }

  @Post('seed-candidates/decisions')
  @HttpCode(200)
  @Call('decideSeedCandidates', 'A decision that was made before changes nothing.')
  @ApiOkResponse({ type: SeedDecisionsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  decide(@Param('topicId', UuidPipe) topicId: string, @Body() input: DecideSeedsInput): Promise<SeedDecisionsDto> {
    return this.candidates.decide(topicId, input);
  }
}
