import type { StreamItem } from './stream-items.js';
import { START, type StreamPosition } from './stream-position.js';

/** A unit for a listener: items with their text, which listeners at the same position share. */
export interface Delivery {
  readonly items: readonly StreamItem[];
  readonly text: string;
}

/** Limits for characters and deliveries waiting for a listener: half a minute of a fast crawl. */
const MOST_CHARS = 512 * 1024;
const MOST_DELIVERIES = 64;

/** A listener of a session: a bounded queue between the feed and a connection. */
export class StreamListener implements AsyncIterableIterator<Delivery, undefined> {
  /** Everything up to here was put into the queue. */
  position: StreamPosition = START;
  /** Whether the feed sends it news; before that it catches up by itself. */
  isLive = false;
  private readonly queue: Delivery[] = [];
  private chars = 0;
  private waiting: ((result: IteratorResult<Delivery, undefined>) => void) | null = null;
  private drained: (() => void) | null = null;
  private ended = false;

  /**
   * @param farewell last message if it reads too slowly, replacing everything that waits
   * @param onClose called once, after the last delivery
   * @param onDropped called if it reads too slowly
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

  /** An overflow ends the stream: the client can continue after the items it has read. */
  push(delivery: Delivery): void {
    if (this.ended) return;
    if (this.waiting !== null) return this.answer({ value: delivery, done: false });
    this.queue.push(delivery);
    this.chars += delivery.text.length;
    // The newest delivery may have any length: one part of a long log does not mean slowness.
    if (this.queue.length <= MOST_DELIVERIES && this.chars - delivery.text.length <= MOST_CHARS) return;
    this.queue.splice(0, this.queue.length, this.farewell);
    this.end();
    this.onDropped();
  }

  /** Nothing more will be added; the queue can still be read. */
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
