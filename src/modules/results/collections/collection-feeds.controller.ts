import { Controller, Get, Header, Param, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { API_PREFIX, ApiProblem, Produces, UuidPipe } from '../../../platform/api/index.js';
import { FEED_TYPES, type FeedFormat } from '../../base/feeds/index.js';
import { Call } from './calls.js';
import { CollectionFeeds } from './collection-feeds.js';
import { CollectionFeedArgs } from './dto/collection-feed.dto.js';

const DOCUMENT = { schema: { type: 'string' } } as const;

/** New pages and domains of collections for feed readers. */
@ApiTags('collections')
@Controller('topics/:id')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class CollectionFeedsController {
  constructor(private readonly feeds: CollectionFeeds) {}

  @Get('feed.json')
  @Call('getCollectionFeedJson')
  @Produces(FEED_TYPES.json, 'application/json')
  @Header('content-type', `${FEED_TYPES.json}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  json(@Param('id', UuidPipe) id: string, @Query() args: CollectionFeedArgs, @Req() request: FastifyRequest) {
    return this.read(id, args, 'json', request);
  }

  @Get('feed.rss')
  @Call('getCollectionFeedRss')
  @Produces(FEED_TYPES.rss, 'text/xml')
  @Header('content-type', `${FEED_TYPES.rss}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  rss(@Param('id', UuidPipe) id: string, @Query() args: CollectionFeedArgs, @Req() request: FastifyRequest) {
    return this.read(id, args, 'rss', request);
  }

  @Get('feed.atom')
  @Call('getCollectionFeedAtom')
  @Produces(FEED_TYPES.atom, 'text/xml')
  @Header('content-type', `${FEED_TYPES.atom}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  atom(@Param('id', UuidPipe) id: string, @Query() args: CollectionFeedArgs, @Req() request: FastifyRequest) {
    return this.read(id, args, 'atom', request);
  }

  private read(
    id: string,
    args: CollectionFeedArgs,
    format: FeedFormat,
    { protocol, host }: FastifyRequest,
  ): Promise<string> {
    return this.feeds.read(id, args, format, `${protocol}://${host}${API_PREFIX}/topics/${id}/collection`);
  }
}
