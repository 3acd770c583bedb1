import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { DomainError } from '../../../platform/errors/index.js';
import { CALLS } from './session-streams.controller.js';
import {
  SessionStreamArgs,
  type StreamedEventDto,
  type StreamedPageDto,
  type StreamedProgressDto,
  StreamItemUnion,
} from './dto/stream-item.dto.js';
import { placeOf, SessionFeeds } from './session-feeds.service.js';
import type { StreamItem } from './stream-items.js';
import type { Delivery, StreamListener } from './stream-listener.js';

type Streamed = StreamedProgressDto | StreamedPageDto | StreamedEventDto;

/** Marks a listener that reads too slowly. */
const TOO_SLOW: Delivery = { items: [], text: '' };

@Resolver()
export class SessionStreamsResolver {
  constructor(private readonly feeds: SessionFeeds) {}

  @Subscription(() => StreamItemUnion, { description: CALLS.streamSession, resolve: (item: Streamed) => item })
  async sessionStream(@Args() { sessionId, from, after }: SessionStreamArgs): Promise<AsyncIterable<Streamed>> {
    const listener = await this.feeds.listen(sessionId, {
      from: from ?? null,
      after: after ?? null,
      farewell: TOO_SLOW,
    });
    return listener === null ? nothing() : itemsOf(listener);
  }
}

function streamed({ kind, position, data }: StreamItem): Streamed {
  if (kind === 'page') return { position, page: data };
  return kind === 'event' ? { position, event: data } : { position, progress: data };
}

const nothing = (): AsyncIterableIterator<Streamed> => ({
  next: () => Promise.resolve({ value: undefined, done: true }),
  [Symbol.asyncIterator]() {
    return this;
  },
});

/** One by one; heartbeats are omitted, because WebSockets have their own. */
function itemsOf(listener: StreamListener): AsyncIterableIterator<Streamed> {
  let items: readonly StreamItem[] = [];
  let at = 0;
  return {
    next: async () => {
      while (at === items.length) {
        const next = await listener.next();
        if (next.done === true) return next;
        const delivery = next.value;
        if (delivery === TOO_SLOW)
          throw new DomainError('UNAVAILABLE', `too much waited to be read; last told: ${placeOf(listener)}`, {
            allowed: 'subscribe again, `after` the position of the last item',
          });
        items = delivery.items;
        at = 0;
      }
      return { value: streamed(items[at++]), done: false };
    },
    return: async () => {
      await listener.return();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
