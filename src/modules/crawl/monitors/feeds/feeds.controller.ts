import { Controller, Delete, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblem, Produces, TokenInQuery, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { FeedTokenArgs } from '../dto/monitor.input.js';
import { FeedTokenDto } from '../dto/monitor.dto.js';
import { FEED_TYPES, type FeedFormat } from '../../../base/feeds/index.js';
import { FeedsService } from './feeds.service.js';

const DOCUMENT = { schema: { type: 'string' } } as const;

/** Changes for feed readers, and their tokens. */
@ApiTags('monitors')
@Controller('monitors/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Get('feed.json')
  @Call('getMonitorFeedJson')
  @TokenInQuery()
  @Produces(FEED_TYPES.json, 'application/json')
  @Header('content-type', `${FEED_TYPES.json}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  json(@Param('id', UuidPipe) id: string, @Query() args: FeedTokenArgs, @Req() request: FastifyRequest) {
    return this.read(id, 'json', args, request);
  }

  @Get('feed.rss')
  @Call('getMonitorFeedRss')
  @TokenInQuery()
  @Produces(FEED_TYPES.rss, 'text/xml')
  @Header('content-type', `${FEED_TYPES.rss}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  rss(@Param('id', UuidPipe) id: string, @Query() args: FeedTokenArgs, @Req() request: FastifyRequest) {
    return this.read(id, 'rss', args, request);
  }

  @Get('feed.atom')
  @Call('getMonitorFeedAtom')
  @TokenInQuery()
  @Produces(FEED_TYPES.atom, 'text/xml')
  @Header('content-type', `${FEED_TYPES.atom}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  atom(@Param('id', UuidPipe) id: string, @Query() args: FeedTokenArgs, @Req() request: FastifyRequest) {
    return this.read(id, 'atom', args, request);
  }

  @Post('feed-token')
  @Call('createFeedToken')
  @ApiCreatedResponse({ type: FeedTokenDto })
  async makeToken(
    @Param('id', UuidPipe) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FeedTokenDto> {
    void reply.header('cache-control', 'no-store');
    return this.feeds.makeToken(id);
  }

  @Delete('feed-token')
  @HttpCode(204)
  @Call('revokeFeedToken')
  @ApiNoContentResponse()
  async revokeToken(@Param('id', UuidPipe) id: string): Promise<void> {
    await this.feeds.revokeToken(id);
  }

  private read(
    id: string,
    format: FeedFormat,
    { token }: FeedTokenArgs,
    { protocol, host }: FastifyRequest,
  ): Promise<string> {
    return this.feeds.read(id, format, token ?? undefined, `${protocol}://${host}`);
  }
}
