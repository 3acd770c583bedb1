/**
 * Passes the newest of a stream of values to one reader. An unread value is replaced by the next, so a slow reader
 * takes one slot and sees the newest state instead of all states.
 */
export class LatestValue<T> implements AsyncIterableIterator<T> {
  private slot: { readonly value: T } | null = null;
  private waiting: ((result: IteratorResult<T>) => void) | null = null;
  private ended = false;

  /** @param onClose called once, when the reader stops or has read the end */
  constructor(private readonly onClose: () => void) {}

  push(value: T): void {
    if (this.ended) return;
    if (this.waiting) this.answer({ value, done: false });
    else this.slot = { value };
  }

  /** No more values. The waiting one can still be read. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    if (this.waiting) this.answer({ value: undefined, done: true });
    this.onClose();
  }

  next(): Promise<IteratorResult<T>> {
    const { slot } = this;
    this.slot = null;
    if (slot) return Promise.resolve({ value: slot.value, done: false });
    if (this.ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => (this.waiting = resolve));
  }

  return(): Promise<IteratorResult<T>> {
    this.slot = null;
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private answer(result: IteratorResult<T>): void {
    const { waiting } = this;
    this.waiting = null;
    waiting?.(result);
  }
}
