import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import type { AppConfig } from '../config/index.js';
import { type DatabaseEvents, Events, Subscription } from '../database/index.js';

type NatsSettings = Pick<AppConfig, 'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA' | 'WORKER_ID'>;

const SUBJECT = 'event';

/**
 * Notifications over core NATS, for many processes. Notifications after each commit, by far the most frequent, go only
 * there; notifications sent by transactions still come from the database. While NATS is unavailable all come from the
 * database.
 */
export class NatsEvents extends Events implements OnModuleDestroy {
  private readonly logger = new Logger(NatsEvents.name);
  private readonly listening = new Map<string, Set<Subscription>>();
  private connection: NatsConnection | null = null;
  private isUp = false;
  private isClosed = false;

  constructor(
    private readonly database: DatabaseEvents,
    config: NatsSettings,
  ) {
    super();
    this.open(config).catch((error: unknown) => this.logger.error({ err: error }, 'events over NATS are lost'));
  }

  get publishes(): boolean {
    return this.isUp;
  }

  publish(channel: string, payload: string): void {
    if (this.isUp) this.connection?.publish(`${SUBJECT}.${channel}`, payload);
  }

  async listen(channel: string): Promise<AsyncIterableIterator<string>> {
    const inner = await this.database.listen(channel);
    const group = this.listening.get(channel) ?? new Set<Subscription>();
    const isNew = !this.listening.has(channel);
    this.listening.set(channel, group);
    const subscription: Subscription = new Subscription(() => {
      group.delete(subscription);
      void inner.return?.();
    });
    group.add(subscription);
    if (isNew) this.join(channel);
    await this.connection?.flush().catch(() => undefined);
    void this.pass(inner, subscription);
    return subscription;
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    this.isUp = false;
    for (const subscription of this.all()) await subscription.return();
    await this.connection?.close();
    await this.database.onModuleDestroy();
  }

  private *all(): Iterable<Subscription> {
    for (const group of this.listening.values()) yield* [...group];
  }

  private async pass(from: AsyncIterableIterator<string>, to: Subscription): Promise<void> {
    for await (const payload of from) to.push(payload);
    await to.return();
  }

  private join(channel: string): void {
    this.connection?.subscribe(`${SUBJECT}.${channel}`, {
      callback: (_error, message) => {
        for (const subscription of this.listening.get(channel) ?? []) subscription.push(message.string());
      },
    });
  }

  private async open(config: NatsSettings): Promise<void> {
    const { connectNats, natsOptions } = await import('../nats/index.js');
    const connection = await connectNats({
      ...natsOptions(config),
      name: `${config.WORKER_ID} events`,
      role: 'worker',
    });
    if (this.isClosed) return connection.close();
    this.connection = connection;
    for (const channel of this.listening.keys()) this.join(channel);
    await this.up(connection);
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.isUp = false;
      if (type === 'reconnect') await this.up(connection);
    }
  }

  /** Subscriptions are active from here on; earlier notifications may be lost. */
  private async up(connection: NatsConnection): Promise<void> {
    await connection.flush().catch(() => undefined);
    this.isUp = !this.isClosed;
    for (const subscription of this.all()) subscription.push('');
  }
}
