import { element, xmlDocument } from './xml.js';

/** Formats of a feed: JSON Feed 1, RSS 2.0 and Atom (RFC 4287). */
export const FEED_FORMATS = ['json', 'rss', 'atom'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  json: 'application/feed+json',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
};

/** Most items of one feed. */
export const FEED_ITEMS = 100;
const GENERATOR = 'Gleaner';

export interface FeedItem {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly kinds: readonly string[];
  /** HTML. */
  readonly content: string;
}

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Address of the feed's object. */
  readonly home: string;
  /** Not the current time: a feed without news is an identical document. */
  readonly updated: Date;
  /** Newest first. */
  readonly items: readonly FeedItem[];
}

export const feedDocument = (feed: Feed, format: FeedFormat): string => WRITERS[format](feed);

const WRITERS: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { json: jsonFeed, rss, atom };

function jsonFeed({ title, description, home, items }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1',
    title,
    home_page_url: home,
    description,
    items: items.map((item) => ({
      id: item.id,
      content_html: item.content,
      url: item.url,
      title: item.title,
      date_modified: item.at.toISOString(),
      tags: item.kinds,
    })),
  };
  return JSON.stringify(feed, null, 2);
}

function rss({ title, description, home, updated, items }: Feed): string {
  const channel = element(
    'channel',
    {},
    element('title', {}, title),
    element('link', {}, home),
    element('description', {}, description),
    element('lastBuildDate', {}, updated.toUTCString()),
    element('docs', {}, 'https://validator.w3.org/feed/docs/rss2.html'),
    element('generator', {}, GENERATOR),
    ...items.map((item) =>
      element(
        'item',
        {},
        element('title', {}, item.title),
        element('link', {}, item.url),
        element('guid', { isPermaLink: 'false' }, item.id),
        element('pubDate', {}, item.at.toUTCString()),
        ...item.kinds.map((kind) => element('category', {}, kind)),
        element('content:encoded', {}, item.content),
      ),
    ),
  );
  return xmlDocument(
    element('rss', { version: '2.0', 'xmlns:content': 'http://purl.org/rss/1.0/modules/content/' }, channel),
  );
}

function atom({ id, title, description, home, updated, items }: Feed): string {
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      element('id', {}, id),
      element('title', {}, title),
      element('subtitle', {}, description),
      element('updated', {}, updated.toISOString()),
      element('author', {}, element('name', {}, GENERATOR)),
      element('generator', {}, GENERATOR),
      element('link', { rel: 'alternate', href: home }),
      ...items.map((item) =>
        element(
          'entry',
          {},
          element('id', {}, item.id),
          element('title', {}, item.title),
          element('updated', {}, item.at.toISOString()),
          element('link', { href: item.url }),
          ...item.kinds.map((term) => element('category', { term })),
          element('content', { type: 'html' }, item.content),
        ),
      ),
    ),
  );
}
