import type { JsMsg } from '@nats-io/jetstream';
import type { FleetLink } from '../link/fleet-link.js';

/** Interval for acknowledging in one write to the socket, ms. Far below any lease. */
const GATHER_MS = 20;

/**
 * Acknowledges messages to NATS in batches. Messages that a dying process has not acknowledged are redelivered, and
 * their worker says that they are no longer needed.
 */
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
