import { Feed } from 'feed';
import type { ChangeKind, Monitor, SeenChange } from '../monitor.js';

/** Forms of a feed: JSON Feed 1, RSS 2.0 and Atom (RFC 4287). */
export const FEED_FORMATS = ['json', 'rss', 'atom'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  json: 'application/feed+json',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
};

const WORDS: Readonly<Record<ChangeKind, string>> = { NEW: 'New', CHANGED: 'Changed', GONE: 'Gone', BACK: 'Back' };

/** What XML 1.0 cannot hold. */
const NO_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const plain = (text: string): string => text.replaceAll(NO_XML, '');
const asHtml = (text: string): string => plain(text).replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

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
  const feed = new Feed({
    id: `urn:uuid:${id}`,
    title: plain(name),
    description: `What has changed on the pages of ${plain(name)}`,
    link: home,
    // Not the present time: a feed in which nothing is new is the same document.
    updated: changes[0]?.createdAt ?? createdAt,
    generator: 'Gleaner',
  });
  for (const change of changes) {
    const title = plain(change.titleAfter ?? change.titleBefore ?? change.url);
    feed.addItem({
      // An id of its own for each change: of one page there may be many.
      id: `urn:uuid:${change.id}`,
      guid: `urn:uuid:${change.id}`,
      title: `${WORDS[change.kind]}: ${title}`,
      link: change.url,
      date: change.createdAt,
      category: [{ name: change.kind }],
      content: contentOf(change),
    });
  }
  if (format === 'json') return feed.json1();
  return format === 'rss' ? feed.rss2() : feed.atom1();
}

function contentOf({ kind, url, difference, truncated, linesAdded, linesRemoved, ...change }: SeenChange): string {
  const link = `<p><a href="${asHtml(url)}">${asHtml(url)}</a></p>`;
  if (kind === 'GONE') {
    const status = change.httpStatus === null ? '' : ` ${change.httpStatus}`;
    return `${link}<p>${asHtml(change.outcome)}${status}</p>`;
  }
  if (difference === null) return link;
  const counts = `<p>${linesAdded} lines added, ${linesRemoved} removed${truncated ? '; the difference is cut' : ''}</p>`;
  return `${link}${counts}<pre>${asHtml(difference)}</pre>`;
}
