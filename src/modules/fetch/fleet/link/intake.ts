import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import type { FleetLink } from './fleet-link.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

interface IntakeOptions {
  readonly stream: string;
  /** Name of the durable consumer. */
  readonly durable: string;
  /** Settings for creating a missing consumer. Without them another process creates it. */
  readonly consumer?: {
    readonly filter: string;
    /** A message neither acknowledged nor worked on for this time is redelivered, ms. */
    readonly againAfterMs: number;
    /** Most messages delivered and not acknowledged. */
    readonly most: number;
  };
  /** Messages requested in advance. */
  readonly ahead: number;
  readonly warn: Warn;
}

const NANOS_PER_MS = 1_000_000;
const RETRY_MS = 500;

/** Receives the messages of one consumer while open. */
export class Intake {
  private messages: ConsumerMessages | null = null;
  private readonly closed = new AbortController();
  private main: Promise<void> = Promise.resolve();
  private mostBefore = 0;
  private hasConsumed = false;

  constructor(
    private readonly link: FleetLink,
    private readonly options: IntakeOptions,
    /** The next message is received once it resolves. */
    private readonly take: (message: JsMsg) => Promise<void> | void,
  ) {}

  start(): this {
    this.main = this.run();
    return this;
  }

  /**
   * Sequence in the stream of the last message that may have been delivered to another process before; 0 if there is
   * none. Delivery counts are not enough: nats-server 2.9 redelivers a message that found no receiver as if for the
   * first time.
   */
  get before(): number {
    return this.mostBefore;
  }

  /**
   * Restarts if NATS has lost the consumer. Otherwise messages in flight would be lost, and redelivered only much
   * later.
   */
  async renew(): Promise<void> {
    const { stream, durable } = this.options;
    await this.link.admin.consumers.info(stream, durable).catch(() => this.messages?.stop());
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
        if (!troubled && !this.isClosed)
          this.options.warn({ err: error, consumer: this.options.durable }, 'cannot receive messages');
        troubled = true;
      }
      if (!this.isClosed) await sleep(RETRY_MS, undefined, { signal: this.closed.signal }).catch(() => undefined);
    }
  }

  private async consume(): Promise<void> {
    const { stream, durable, consumer: made, ahead } = this.options;
    if (made !== undefined) {
      const { delivered } = await this.link.admin.consumers.add(stream, {
        durable_name: durable,
        filter_subject: made.filter,
        ack_policy: AckPolicy.Explicit,
        ack_wait: made.againAfterMs * NANOS_PER_MS,
        max_ack_pending: made.most,
        // The stream keeps what is not acknowledged. Writing the state of each consumer takes NATS a third of its time.
        mem_storage: true,
      });
      // NATS forgets the consumer when it restarts: what it delivered before then may have been answered.
      const isNew = delivered.consumer_seq === 0 && !this.hasConsumed;
      this.hasConsumed = true;
      this.mostBefore = isNew ? 0 : (await this.link.admin.streams.info(stream)).state.last_seq;
    }
    const consumer = await this.link.streams.consumers.get(stream, durable);
    if (this.isClosed) return;
    const messages = await consumer.consume({ max_messages: ahead, abort_on_missing_resource: true });
    this.messages = messages;
    if (this.isClosed) messages.stop();
    for await (const message of messages) {
      if (this.isClosed) break;
      try {
        await this.take(message);
      } catch (error) {
        // Nobody can read it, now or later.
        this.options.warn({ err: error, consumer: durable }, 'a message is dropped');
        message.term();
      }
    }
    this.messages = null;
  }
}
