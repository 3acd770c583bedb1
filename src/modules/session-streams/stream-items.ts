import type { SessionEventDto } from '../sessions/index.js';
import type { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { formatPosition, type StreamPosition } from './stream-position.js';

/** What the log holds behind a position, or the first part of it. */
export interface News {
  /** In the order of the log. */
  readonly pages: readonly RelevantPageDto[];
  readonly events: readonly SessionEventDto[];
  /** How far this goes. */
  readonly until: Pick<StreamPosition, 'seq' | 'no'>;
  /** Whether there was no more when it was read. */
  readonly isWhole: boolean;
  readonly progress: SessionProgressDto;
  /** The fingerprint of the progress. */
  readonly progressKey: string;
  readonly hasEnded: boolean;
}

/** One thing that is told, with the position behind it. */
export type StreamItem = { readonly position: string } & (
  | { readonly kind: 'page'; readonly data: RelevantPageDto }
  | { readonly kind: 'event'; readonly data: SessionEventDto }
  | { readonly kind: 'progress'; readonly data: SessionProgressDto }
);

export interface Told {
  readonly items: readonly StreamItem[];
  readonly until: StreamPosition;
}

/** What was read behind a place: so many pages and events at most. */
export interface Reading {
  readonly pages: readonly RelevantPageDto[];
  readonly events: readonly SessionEventDto[];
  /** As many were asked for; fewer mean that there are no more. */
  readonly piece: number;
  /** The last step that pages were asked for. */
  readonly last: number;
  /** The step and the event that was read behind. */
  readonly seq: number;
  readonly no: number;
}

/** As much of a reading as can be told in order: of what goes on, nothing is told that may come after what was not read. */
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
  // Events that tell of earlier steps stand before a page; those of later ones behind it.
  const late = isPageLast ? events.findIndex(({ completed }) => completed > pagesTo) : -1;
  const toldEvents = late < 0 ? events : events.slice(0, late);
  const toldPages = isPageLast || eventsTo === Infinity ? pages : pages.filter((page) => page.seq < eventsTo);
  const isCut = toldPages.length < pages.length || pages.length === piece;
  return {
    pages: toldPages,
    events: toldEvents,
    until: { seq: isCut ? (toldPages.at(-1)?.seq ?? seq) : last, no: toldEvents.at(-1)?.no ?? no },
    isWhole: pagesTo === Infinity && eventsTo === Infinity,
  };
}

/**
 * What of the news a listener has not heard yet, in order: events before the pages that were completed after them, the progress last. Each item has the
 * position behind it, so that a listener that stops anywhere goes on with the next.
 */
export function itemsAfter(position: StreamPosition, news: News): Told {
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
  // A session that reached nothing begins with step 0 again: until it has a page, nobody is past any.
  seq = news.until.seq < 0 ? -1 : Math.max(seq, news.until.seq);
  no = Math.max(no, news.until.no);
  if (news.isWhole && news.progressKey !== progress) {
    progress = news.progressKey;
    items.push({ kind: 'progress', position: here(), data: news.progress });
  }
  return { items, until: { seq, no, progress } };
}
