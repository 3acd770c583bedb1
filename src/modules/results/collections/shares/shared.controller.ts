import { Controller, Get, Header, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  disposition,
  mapSlice,
  pageOf,
  Produces,
  TokenInQuery,
} from '../../../../platform/api/index.js';
import { FEED_TYPES, type FeedFormat } from '../../../base/feeds/index.js';
import { EXPORT_MEDIA_TYPES, FileNames, LINK_MEDIA_TYPES } from '../../results/index.js';
import { TopicsService } from '../../../topics/topics/index.js';
import { Call } from '../calls.js';
import { CollectionExports } from '../collection-exports.js';
import { CollectionFeeds } from '../collection-feeds.js';
import { CollectionsService } from '../collections.service.js';
import {
  SharedArgs,
  SharedCollectionDto,
  SharedDomainPage,
  SharedDomainsArgs,
  SharedDomainsExportArgs,
  SharedFeedArgs,
  SharedPagePage,
  SharedPagesArgs,
  SharedPagesExportArgs,
} from './dto/shared.dto.js';
import { relevantWithin, sharedDomain, sharedPage } from './shared-view.js';
import { SharesService } from './shares.service.js';

const DOCUMENT = { schema: { type: 'string' } } as const;
const FILE = { schema: { type: 'string', format: 'binary' } } as const;
const NO_SEARCH_ENGINES = ['x-robots-tag', 'noindex'] as const;

/** A collection for readers who have nothing but the token of a share link. No route here takes an id. */
@ApiTags('shared')
@Controller('shared')
@ApiProblem('VALIDATION_FAILED', 'UNAUTHENTICATED')
export class SharedController {
  constructor(
    private readonly shares: SharesService,
    private readonly topics: TopicsService,
    private readonly collections: CollectionsService,
    private readonly exporting: CollectionExports,
    private readonly feeds: CollectionFeeds,
    private readonly names: FileNames,
  ) {}

  @Get()
  @Call('getSharedCollection')
  @TokenInQuery()
  @Header(...NO_SEARCH_ENGINES)
  @ApiOkResponse({ type: SharedCollectionDto })
  get(@Query() { token }: SharedArgs): Promise<SharedCollectionDto> {
    return this.shares.opened(token, async ({ topicId, relevantOnly, expiresAt }) => {
      const [{ name }, numbers] = await Promise.all([this.topics.get(topicId), this.collections.get(topicId)]);
      return {
        ...{ name, relevantOnly, expiresAt },
        pages: relevantOnly ? numbers.relevant : numbers.pages,
        domains: relevantOnly ? numbers.relevantDomainCount : numbers.domainCount,
      };
    });
  }

  @Get('pages')
  @Call('listSharedPages')
  @TokenInQuery()
  @Header(...NO_SEARCH_ENGINES)
  @ApiOkResponse({ type: SharedPagePage })
  pages(@Query() { token, ...args }: SharedPagesArgs): Promise<SharedPagePage> {
    return this.shares.opened(token, async (share) => {
      const wanted = { ...args, relevant: relevantWithin(share, args.relevant) };
      return pageOf(mapSlice(await this.collections.pagesOf(share.topicId, wanted), sharedPage), args);
    });
  }

  @Get('domains')
  @Call('listSharedDomains')
  @TokenInQuery()
  @Header(...NO_SEARCH_ENGINES)
  @ApiOkResponse({ type: SharedDomainPage })
  domains(@Query() { token, ...args }: SharedDomainsArgs): Promise<SharedDomainPage> {
    return this.shares.opened(token, async (share) => {
      const wanted = { ...args, relevant: relevantWithin(share, args.relevant) };
      return pageOf(mapSlice(await this.collections.domainsOf(share.topicId, wanted), sharedDomain), args);
    });
  }

  @Get('pages/export')
  @Call('exportSharedPages')
  @TokenInQuery()
  @Header(...NO_SEARCH_ENGINES)
  @Produces(...EXPORT_MEDIA_TYPES, LINK_MEDIA_TYPES[0])
  @ApiOkResponse(FILE)
  exportPages(@Query() { token, format, gzip, bom, ...filter }: SharedPagesExportArgs): Promise<StreamableFile> {
    return this.shares.opened(token, async (share) => {
      const relevant = relevantWithin(share, filter.relevant);
      const form = { what: 'pages', format, gzip, bom, filter: { ...filter, relevant } } as const;
      return this.file(share.topicId, form);
    });
  }

  @Get('domains/export')
  @Call('exportSharedDomains')
  @TokenInQuery()
  @Header(...NO_SEARCH_ENGINES)
  @Produces(...EXPORT_MEDIA_TYPES, ...LINK_MEDIA_TYPES)
  @ApiOkResponse(FILE)
  exportDomains(@Query() { token, format, gzip, bom, ...filter }: SharedDomainsExportArgs): Promise<StreamableFile> {
    return this.shares.opened(token, async (share) => {
      const relevant = relevantWithin(share, filter.relevant);
      const form = { what: 'domains', format, gzip, bom, filter: { ...filter, relevant } } as const;
      return this.file(share.topicId, form);
    });
  }

  @Get('feed.json')
  @Call('getSharedFeedJson')
  @TokenInQuery()
  @Produces(FEED_TYPES.json, 'application/json')
  @Header('content-type', `${FEED_TYPES.json}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  feedJson(@Query() args: SharedFeedArgs, @Req() request: FastifyRequest): Promise<string> {
    return this.feed(args, 'json', request);
  }

  @Get('feed.rss')
  @Call('getSharedFeedRss')
  @TokenInQuery()
  @Produces(FEED_TYPES.rss, 'text/xml')
  @Header('content-type', `${FEED_TYPES.rss}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  feedRss(@Query() args: SharedFeedArgs, @Req() request: FastifyRequest): Promise<string> {
    return this.feed(args, 'rss', request);
  }

  @Get('feed.atom')
  @Call('getSharedFeedAtom')
  @TokenInQuery()
  @Produces(FEED_TYPES.atom, 'text/xml')
  @Header('content-type', `${FEED_TYPES.atom}; charset=utf-8`)
  @ApiOkResponse(DOCUMENT)
  feedAtom(@Query() args: SharedFeedArgs, @Req() request: FastifyRequest): Promise<string> {
    return this.feed(args, 'atom', request);
  }

  private feed(
    { token, ...args }: SharedFeedArgs,
    format: FeedFormat,
    { protocol, host }: FastifyRequest,
  ): Promise<string> {
    return this.shares.opened(token, (share) => {
      const wanted = { ...args, relevantOnly: share.relevantOnly || args.relevantOnly };
      return this.feeds.read(share.topicId, wanted, format, `${protocol}://${host}${API_PREFIX}/shared`);
    });
  }

  private async file(topicId: string, form: Parameters<CollectionExports['openShared']>[1]): Promise<StreamableFile> {
    const { type, name } = await this.names.ofTopic(topicId, form);
    return new StreamableFile(await this.exporting.openShared(topicId, form), { type, disposition: disposition(name) });
  }
}
