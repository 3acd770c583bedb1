import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  etagOf,
  IdempotencyKeyHeader,
  IfMatch,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../platform/idempotency/index.js';
import { Call } from './calls.js';
import { TopicDetailsDto, TopicPage } from './dto/topic.dto.js';
import { CreateTopicInput, TopicListArgs, UpdateTopicInput } from './dto/topic.input.js';
import { TopicDetailsService } from './topic-details.service.js';
import { TopicsService } from './topics.service.js';

@ApiTags('topics')
@Controller('topics')
export class TopicsController {
  constructor(
    private readonly topics: TopicsService,
    private readonly details: TopicDetailsService,
  ) {}

  @Post()
  @Call('createTopic')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: TopicDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async create(
    @Body() input: CreateTopicInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TopicDetailsDto> {
    const topic = await this.details.create(input, key);
    void reply.header('location', `${API_PREFIX}/topics/${topic.id}`).header('etag', etagOf(topic.updatedAt));
    return topic;
  }

  @Get()
  @Call('listTopics')
  @ApiOkResponse({ type: TopicPage })
  @ApiProblem('VALIDATION_FAILED')
  async list(@Query() args: TopicListArgs): Promise<TopicPage> {
    return pageOf(await this.topics.list(args, args.search), args);
  }

  @Get(':id')
  @Call('getTopic')
  @ApiOkResponse({
    type: TopicDetailsDto,
    headers: { ETag: { description: 'For If-Match', schema: { type: 'string' } } },
  })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TopicDetailsDto> {
    return this.answer(id, reply);
  }

  @Patch(':id')
  @Call('updateTopic')
  @Conditional()
  @ApiOkResponse({ type: TopicDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async update(
    @Param('id', UuidPipe) id: string,
    @Body() patch: UpdateTopicInput,
    @IfMatch() condition: Precondition | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TopicDetailsDto> {
    await this.topics.update(id, patch, null, condition);
    return this.answer(id, reply);
  }

  @Delete(':id')
  @HttpCode(204)
  @Conditional()
  @Call('deleteTopic')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT')
  async delete(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<void> {
    await this.topics.delete(id, condition);
  }

  private async answer(id: string, reply: FastifyReply): Promise<TopicDetailsDto> {
    const topic = await this.details.get(id);
    void reply.header('etag', etagOf(topic.updatedAt));
    return topic;
  }
}
