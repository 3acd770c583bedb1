import type { JsMsg } from '@nats-io/jetstream';
import type { FleetLink } from '../link/fleet-link.js';

/** One write to the socket for all that is done within so long, ms. Far below any lease. */
const GATHER_MS = 20;

/** Tells NATS in batches that messages are done. What a process that dies has not told is delivered again, and its worker says that nobody wants it any more. */
export class LateAcks {
  private done: JsMsg[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly link: FleetLink) {}

  add(message: JsMsg): void {
    this.done.push(message);
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const done = this.done.splice(0);
    if (!this.link.connection.isClosed()) for (const message of done) message.ack();
  }
}
