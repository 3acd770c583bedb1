import { shownText } from '../../../domain/text/index.js';
import type { ChangeKind, Monitor, SeenChange } from '../monitor.js';
import { element, markupOf, xmlDocument } from '../../feeds/index.js';

/** Forms of a feed: JSON Feed 1, RSS 2.0 and Atom (RFC 4287). */
export const FEED_FORMATS = ['json', 'rss', 'atom'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  json: 'application/feed+json',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
};

const WORDS: Readonly<Record<ChangeKind, string>> = { NEW: 'New', CHANGED: 'Changed', GONE: 'Gone', BACK: 'Back' };

const GENERATOR = 'Gleaner';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
  readonly kind: ChangeKind;
  /** HTML. */
  readonly content: string;
}

interface Feed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Address of the monitor. */
  readonly home: string;
  readonly updated: Date;
  readonly items: readonly Item[];
}

/**
 * Changes as a feed.
 *
 * @param changes the newest first
 * @param home address of the monitor
 */
export function feedDocument(
  { id, name, createdAt }: Pick<Monitor, 'id' | 'name' | 'createdAt'>,
  changes: readonly SeenChange[],
  home: string,
  format: FeedFormat,
): string {
  return WRITERS[format]({
    id: `urn:uuid:${id}`,
    title: name,
    description: `What has changed on the pages of ${name}`,
    home,
    // Not the present time: a feed in which nothing is new is the same document.
    updated: changes[0]?.createdAt ?? createdAt,
    items: changes.map((change) => ({
      // An id of its own for each change: of one page there may be many.
      id: `urn:uuid:${change.id}`,
      title: `${WORDS[change.kind]}: ${shownText(change.titleAfter ?? change.titleBefore ?? change.url)}`,
      url: change.url,
      at: change.createdAt,
      kind: change.kind,
      content: contentOf(change),
    })),
  });
}

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
      tags: [item.kind],
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
        element('category', {}, item.kind),
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
          element('category', { term: item.kind }),
          element('content', { type: 'html' }, item.content),
        ),
      ),
    ),
  );
}

/** The change as HTML, in which what pages say is text. */
function contentOf({ kind, url, difference, truncated, linesAdded, linesRemoved, ...change }: SeenChange): string {
  const parts = [element('p', {}, element('a', { href: url }, url))];
  if (kind === 'GONE') {
    const status = change.httpStatus === null ? '' : ` ${change.httpStatus}`;
    parts.push(element('p', {}, `${change.outcome}${status}`));
  } else if (difference !== null) {
    const cut = truncated ? '; the difference is cut' : '';
    parts.push(element('p', {}, `${linesAdded} lines added, ${linesRemoved} removed${cut}`));
    parts.push(element('pre', {}, shownText(difference)));
  }
  return parts.map(markupOf).join('');
}
