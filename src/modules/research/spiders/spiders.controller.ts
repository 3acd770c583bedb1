import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  mapSlice,
  PageArgs,
  pageOf,
  type Precondition,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { SpiderDetailsDto, SpiderPage, TrainSpiderInput } from './dto/spider.dto.js';
import { toSpiderDetails } from './spiders.mapper.js';
import { SpidersService } from './spiders.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  trainSpider:
    'Train a spider on the pages of earlier sessions, or on recorded webs: link values for the policies nb-immediate and nb-future, page classes for foragers, weights for prospector to begin with. This starts a job; when it ends, the spider is ready or failed',
  listSpiders: 'Trained spiders, newest first',
  getSpider: 'A spider: what it was trained on, and the words that say most for each bin or class, or its weights',
  deleteSpider: 'Delete a spider. Sessions that use it keep their copy',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('spiders')
@Controller('spiders')
export class SpidersController {
  constructor(private readonly spiders: SpidersService) {}

  @Post()
  @HttpCode(202)
  @Call('trainSpider')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiAcceptedResponse({ type: SpiderDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async train(
    @Body() input: TrainSpiderInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpiderDetailsDto> {
    const spider = await this.spiders.train(input, key);
    void reply.header('location', `${API_PREFIX}/spiders/${spider.id}`);
    return toSpiderDetails(spider);
  }

  @Get()
  @Call('listSpiders')
  @ApiOkResponse({ type: SpiderPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: PageArgs): Promise<SpiderPage> {
    return pageOf(mapSlice(await this.spiders.listWithJobs(args), toSpiderDetails), args);
  }

  @Get(':id')
  @Call('getSpider')
  @ApiOkResponse({ type: SpiderDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<SpiderDetailsDto> {
    return toSpiderDetails(await this.spiders.withJob(id));
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteSpider')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.spiders.delete(id, condition);
  }
}
