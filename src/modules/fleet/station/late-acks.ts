import type { JsMsg } from '@nats-io/jetstream';

/** One write to the socket for all that is done within so long, ms. Far below any lease. */
const GATHER_MS = 20;

/** Tells NATS in batches that messages are done. What a process that dies has not told is delivered again, and its worker says that nobody wants it any more. */
export class LateAcks {
  private done: JsMsg[] = [];
  private timer: NodeJS.Timeout | null = null;

  add(message: JsMsg): void {
    this.done.push(message);
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const message of this.done.splice(0)) message.ack();
  }
}
