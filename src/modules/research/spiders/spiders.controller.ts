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
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { SpiderDetailsDto, SpiderPage, TrainSpiderInput } from './dto/spider.dto.js';
import { toSpiderDetails } from './spiders.mapper.js';
import { SpidersService } from './spiders.service.js';

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
