import type { SessionEventDto } from '../sessions/index.js';
import type { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { formatPosition, type StreamPosition } from './stream-position.js';

/** The log after a position, or its first part. */
export interface News {
  /** In the order of the log. */
  readonly pages: readonly RelevantPageDto[];
  readonly events: readonly SessionEventDto[];
  /** The end of this part. */
  readonly until: Pick<StreamPosition, 'seq' | 'no'>;
  /** Whether there was no more when it was read. */
  readonly isWhole: boolean;
  readonly progress: SessionProgressDto;
  /** The fingerprint of the progress. */
  readonly progressKey: string;
  readonly hasEnded: boolean;
}

/** One item, with the position after it. */
export type StreamItem = { readonly position: string } & (
  | { readonly kind: 'page'; readonly data: RelevantPageDto }
  | { readonly kind: 'event'; readonly data: SessionEventDto }
  | { readonly kind: 'progress'; readonly data: SessionProgressDto }
);

interface Sendable {
  readonly items: readonly StreamItem[];
  readonly until: StreamPosition;
}

/** The result of a read after a position: a bounded number of pages and events. */
interface Reading {
  readonly pages: readonly RelevantPageDto[];
  readonly events: readonly SessionEventDto[];
  /** The requested number; fewer results mean that there are no more. */
  readonly piece: number;
  /** The last step for which pages were requested. */
  readonly last: number;
  /** The step and the event before the read part. */
  readonly seq: number;
  readonly no: number;
}

/** The part of a read that can be sent in order: omits items that may belong after an unread one. */
export function firstPart({
  pages,
  events,
  piece,
  last,
  seq,
  no,
}: Reading): Pick<News, 'pages' | 'events' | 'until' | 'isWhole'> {
  const pagesTo = pages.length < piece ? Infinity : pages[piece - 1].seq;
  const eventsTo = events.length < piece ? Infinity : events[piece - 1].completed;
  const isPageLast = pagesTo < eventsTo;
  // Events of earlier steps precede a page; those of later steps follow it.
  const late = isPageLast ? events.findIndex(({ completed }) => completed > pagesTo) : -1;
  const sentEvents = late < 0 ? events : events.slice(0, late);
  const sentPages = isPageLast || eventsTo === Infinity ? pages : pages.filter((page) => page.seq < eventsTo);
  const isCut = sentPages.length < pages.length || pages.length === piece;
  return {
    pages: sentPages,
    events: sentEvents,
    until: { seq: isCut ? (sentPages.at(-1)?.seq ?? seq) : last, no: sentEvents.at(-1)?.no ?? no },
    isWhole: pagesTo === Infinity && eventsTo === Infinity,
  };
}

/**
 * The items of the news after a listener's position, in order: events before the pages that were completed after them,
 * the progress last. Each item has the position after it, so that a listener can stop anywhere and continue with the
 * next.
 */
export function itemsAfter(position: StreamPosition, news: News): Sendable {
  let { seq, no, progress } = position;
  const pages = news.pages.filter((page) => page.seq > position.seq);
  const events = news.events.filter((event) => event.no > position.no);
  const items: StreamItem[] = [];
  const here = (): string => formatPosition({ seq, no, progress });
  for (let page = 0, event = 0; page < pages.length || event < events.length;) {
    if (page === pages.length || (event < events.length && events[event].completed <= pages[page].seq)) {
      const data = events[event++];
      no = data.no;
      items.push({ kind: 'event', position: here(), data });
    } else {
      const data = pages[page++];
      seq = data.seq;
      items.push({ kind: 'page', position: here(), data });
    }
  }
  // A session that reached nothing restarts with step 0: until it has a page, no listener has passed any.
  seq = news.until.seq < 0 ? -1 : Math.max(seq, news.until.seq);
  no = Math.max(no, news.until.no);
  if (news.isWhole && news.progressKey !== progress) {
    progress = news.progressKey;
    items.push({ kind: 'progress', position: here(), data: news.progress });
  }
  return { items, until: { seq, no, progress } };
}
