import { Injectable } from '@nestjs/common';
import { shownText, shownTitle } from '../../../domain/text/index.js';
import { element, FEED_ITEMS, feedDocument, type FeedFormat, type FeedItem, markupOf } from '../../base/feeds/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import { CollectionsService } from './collections.service.js';
import { DomainProfilesRepository } from './domain-profiles.repository.js';
import type { CollectedDomainDto } from './dto/collected-domain.dto.js';
import type { CollectedPageDto } from './dto/collected-page.dto.js';
import type { CollectionFeedArgs } from './dto/collection-feed.dto.js';

const NEWEST = { sort: 'firstFoundAt', order: 'desc', first: FEED_ITEMS } as const;

/** New pages and domains of collections, for feed readers. */
@Injectable()
export class CollectionFeeds {
  constructor(
    private readonly topics: TopicsService,
    private readonly collections: CollectionsService,
    private readonly profiles: DomainProfilesRepository,
  ) {}

  /** @param home address of the collection for the caller @throws DomainError NOT_FOUND */
  async read(topicId: string, args: CollectionFeedArgs, format: FeedFormat, home: string): Promise<string> {
    const { name, createdAt } = await this.topics.get(topicId);
    const items = args.what === 'pages' ? await this.pages(topicId, args) : await this.domains(topicId, args);
    const feed = {
      // Feeds of domains and of pages are different feeds.
      id: `urn:uuid:${topicId}${args.what === 'pages' ? '' : '#domains'}`,
      title: shownText(name),
      description: args.what === 'pages' ? `New pages about ${shownText(name)}` : `New sites about ${shownText(name)}`,
      home,
      updated: items[0]?.at ?? createdAt,
      items,
    };
    return feedDocument(feed, format);
  }

  private async pages(
    topicId: string,
    { relevantOnly, seedDomain, search, tag }: CollectionFeedArgs,
  ): Promise<FeedItem[]> {
    const filter = { relevant: relevantOnly ? true : null, duplicate: false, seedDomain, search, tag };
    const { edges } = await this.collections.pagesOf(topicId, { ...NEWEST, ...filter });
    return edges.map(({ node }) => pageItem(node));
  }

  private async domains(
    topicId: string,
    { relevantOnly, seedDomain, search, tag }: CollectionFeedArgs,
  ): Promise<FeedItem[]> {
    const { edges } = await this.collections.domainsOf(topicId, {
      ...NEWEST,
      relevant: relevantOnly ? true : null,
      seedDomain,
      search,
      tag,
    });
    const homes = await this.profiles.homeUrls(
      topicId,
      edges.map(({ node }) => node.name),
    );
    return edges.map(({ node }) => domainItem(node, homes.get(node.name) ?? ''));
  }
}

/** The HTML of an item, with page texts escaped as text. */
const htmlOf = (url: string, text: string): string =>
  [element('p', {}, element('a', { href: url }, url)), ...(text === '' ? [] : [element('p', {}, shownText(text))])]
    .map(markupOf)
    .join('');

const pageItem = ({ topicId, key, url, title, excerpt, tags, firstFoundAt }: CollectedPageDto): FeedItem => ({
  id: `urn:gleaner:page:${topicId}:${key}`,
  title: shownTitle(title, url),
  url,
  at: firstFoundAt,
  kinds: tags.map(shownText),
  content: htmlOf(url, excerpt ?? ''),
});

const domainItem = ({ topicId, name, tags, firstFoundAt }: CollectedDomainDto, home: string): FeedItem => ({
  id: `urn:gleaner:domain:${topicId}:${name}`,
  title: name,
  url: home,
  at: firstFoundAt,
  kinds: tags.map(shownText),
  // Without growing counts, with which readers would show the item as changed.
  content: htmlOf(home, ''),
});
