import { shownText, shownTitle } from '../../../../domain/text/index.js';
import { element, feedDocument, type FeedFormat, markupOf } from '../../../base/feeds/index.js';
import type { ChangeKind, Monitor, SeenChange } from '../monitor.js';

const WORDS: Readonly<Record<ChangeKind, string>> = { NEW: 'New', CHANGED: 'Changed', GONE: 'Gone', BACK: 'Back' };

/**
 * Changes as a feed.
 *
 * @param changes the newest first
 * @param home address of the monitor
 */
export function changesFeed(
  { id, name, createdAt }: Pick<Monitor, 'id' | 'name' | 'createdAt'>,
  changes: readonly SeenChange[],
  home: string,
  format: FeedFormat,
): string {
  const feed = {
    id: `urn:uuid:${id}`,
    title: name,
    description: `Changes on the pages of ${name}`,
    home,
    updated: changes[0]?.createdAt ?? createdAt,
    items: changes.map((change) => ({
      // An id of its own for each change: of one page there may be many.
      id: `urn:uuid:${change.id}`,
      title: `${WORDS[change.kind]}: ${shownTitle(change.titleAfter ?? change.titleBefore, change.url)}`,
      url: change.url,
      at: change.createdAt,
      kinds: [change.kind],
      content: contentOf(change),
    })),
  };
  return feedDocument(feed, format);
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
