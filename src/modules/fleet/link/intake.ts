import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import type { FleetLink } from './fleet-link.js';

export interface IntakeOptions {
  readonly stream: string;
  /** Name of the durable consumer. */
  readonly durable: string;
  readonly filter: string;
  /** A message that is neither settled nor worked on for so long is delivered again, ms. */
  readonly againAfterMs: number;
  /** Messages delivered and not settled. */
  readonly most: number;
  /** Messages asked for ahead. */
  readonly ahead: number;
  readonly warn: (message: string) => void;
}

const NANOS_PER_MS = 1_000_000;
const RETRY_MS = 500;

/** Takes the messages of one consumer for as long as it is open, and makes the consumer where it is missing. */
export class Intake {
  private messages: ConsumerMessages | null = null;
  private readonly closed = new AbortController();
  private main: Promise<void> = Promise.resolve();

  constructor(
    private readonly link: FleetLink,
    private readonly options: IntakeOptions,
    /** The next message is taken when it resolves. */
    private readonly take: (message: JsMsg) => Promise<void> | void,
  ) {}

  start(): this {
    this.main = this.run();
    return this;
  }

  /** Begins anew: NATS may have forgotten the consumer. */
  restart(): void {
    this.messages?.stop();
  }

  async stop(): Promise<void> {
    this.closed.abort();
    this.messages?.stop();
    await this.main;
  }

  private get isClosed(): boolean {
    return this.closed.signal.aborted || this.link.connection.isClosed();
  }

  private async run(): Promise<void> {
    let troubled = false;
    while (!this.isClosed) {
      try {
        await this.consume();
        troubled = false;
      } catch (error) {
        if (!troubled && !this.isClosed) this.options.warn(`${this.options.durable}: ${String(error)}`);
        troubled = true;
      }
      if (!this.isClosed) await sleep(RETRY_MS, undefined, { signal: this.closed.signal }).catch(() => undefined);
    }
  }

  private async consume(): Promise<void> {
    const { stream, durable, filter, againAfterMs, most, ahead } = this.options;
    await this.link.admin.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      ack_wait: againAfterMs * NANOS_PER_MS,
      max_ack_pending: most,
    });
    const consumer = await this.link.streams.consumers.get(stream, durable);
    if (this.isClosed) return;
    const messages = await consumer.consume({ max_messages: ahead });
    this.messages = messages;
    if (this.isClosed) messages.stop();
    for await (const message of messages) {
      if (this.isClosed) break;
      await this.take(message);
    }
    this.messages = null;
  }
}
