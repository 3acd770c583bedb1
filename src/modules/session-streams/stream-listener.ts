import type { StreamItem } from './stream-items.js';
import { START, type StreamPosition } from './stream-position.js';

/** What is handed to a listener at a time: the items, and their text, which listeners at the same place share. */
export interface Delivery {
  readonly items: readonly StreamItem[];
  readonly text: string;
}

/** Characters and deliveries that wait for a listener, at most: what half a minute of a fast crawl brings. */
const MOST_CHARS = 512 * 1024;
const MOST_DELIVERIES = 64;

/** One who listens to a session: a bounded queue between the feed and a connection. */
export class StreamListener implements AsyncIterableIterator<Delivery, undefined> {
  /** Everything up to here was put into the queue. */
  position: StreamPosition = START;
  /** Whether the feed tells it what is new; before that it reads up to there by itself. */
  isLive = false;
  private readonly queue: Delivery[] = [];
  private chars = 0;
  private waiting: ((result: IteratorResult<Delivery, undefined>) => void) | null = null;
  private drained: (() => void) | null = null;
  private ended = false;

  /**
   * @param farewell what one who reads too slowly hears last, in place of all that waits
   * @param onClose called once, when nothing more will be put into the queue
   * @param onDropped called when it reads too slowly
   */
  constructor(
    private readonly farewell: Delivery,
    private readonly onClose: () => void,
    private readonly onDropped: () => void = () => undefined,
  ) {}

  get isOpen(): boolean {
    return !this.ended;
  }

  get isIdle(): boolean {
    return this.queue.length === 0;
  }

  /** Too much for one who does not read ends the stream: the client can go on behind what it has read. */
  push(delivery: Delivery): void {
    if (this.ended) return;
    if (this.waiting !== null) return this.answer({ value: delivery, done: false });
    this.queue.push(delivery);
    this.chars += delivery.text.length;
    // The newest may be as long as it is: one piece of a long log is no sign of slowness.
    if (this.queue.length <= MOST_DELIVERIES && this.chars - delivery.text.length <= MOST_CHARS) return;
    this.queue.splice(0, this.queue.length, this.farewell);
    this.end();
    this.onDropped();
  }

  /** Nothing more will come; what waits is still read. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.release();
    if (this.waiting !== null) this.answer({ value: undefined, done: true });
    this.onClose();
  }

  /** Resolves when everything was read, or the listener has gone. */
  whenRead(): Promise<void> {
    if (this.ended || (this.queue.length === 0 && this.waiting !== null)) return Promise.resolve();
    return new Promise((resolve) => (this.drained = resolve));
  }

  next(): Promise<IteratorResult<Delivery, undefined>> {
    const next = this.queue.shift();
    if (next !== undefined) {
      this.chars -= next.text.length;
      return Promise.resolve({ value: next, done: false });
    }
    if (this.ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.release();
    });
  }

  return(): Promise<IteratorResult<Delivery, undefined>> {
    this.queue.length = 0;
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private answer(result: IteratorResult<Delivery, undefined>): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(result);
  }

  private release(): void {
    const { drained } = this;
    this.drained = null;
    drained?.();
  }
}
