/** A listener with more distinct unread payloads than this gets one notice that anything may have changed. */
const MAX_PENDING = 1_000;

/** A listener's unread payloads. Equal ones are merged: they say that something changed, not how often. */
export class Subscription implements AsyncIterableIterator<string> {
  private readonly pending = new Set<string>();
  private readonly waiting: ((result: IteratorResult<string>) => void)[] = [];
  private done = false;

  constructor(private readonly onClose: () => void) {}

  push(payload: string): void {
    if (this.done) return;
    const waiter = this.waiting.shift();
    if (waiter) {
      waiter({ value: payload, done: false });
      return;
    }
    this.pending.add(payload);
    if (this.pending.size > MAX_PENDING) {
      this.pending.clear();
      this.pending.add('');
    }
  }

  next(): Promise<IteratorResult<string>> {
    for (const payload of this.pending) {
      this.pending.delete(payload);
      return Promise.resolve({ value: payload, done: false });
    }
    if (this.done) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  return(): Promise<IteratorResult<string>> {
    if (!this.done) {
      this.done = true;
      this.pending.clear();
      for (const waiter of this.waiting.splice(0)) waiter({ value: undefined, done: true });
      this.onClose();
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
