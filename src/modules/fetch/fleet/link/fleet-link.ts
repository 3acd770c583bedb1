import {
  AckPolicy,
  DiscardPolicy,
  jetstream,
  type JetStreamClient,
  jetstreamManager,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import {
  type Msg,
  nuid,
  type NatsConnection,
  type Subscription,
  type SubscriptionOptions,
} from '@nats-io/transport-node';
import { connectNats, inboxPrefixOf, NATS_ANSWER_MS, type NatsOptions } from '../../../../platform/nats/index.js';
import { LEASES, MEMBERS, RENDERERS, RENDERS, REQUESTS, RESULTS } from './names.js';
import { Publications } from './publications.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

/** The role: workers create missing streams and buckets; the others may not. */
export interface FleetLinkOptions extends NatsOptions {
  readonly warn: Warn;
}

const NANOS_PER_MS = 1_000_000;
/** Messages not taken for this time are useless: their session has ended. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Time during which repeated publications are recognised. */
const DUPLICATES_MS = 120_000;
/** A page not taken by a renderer for this time is submitted again, or no longer needed. */
const RENDERS_KEPT_MS = 30 * 60_000;
/** A renderer silent for this time is dead: another one takes its page. */
const RENDERER_SILENT_MS = 15_000;
const GIB = 1024 ** 3;
/** Most pages with renderers at a time, over the whole fleet. */
const MOST_RENDERS = 10_000;
const BUCKET_BYTES = 16 * 1024 ** 2;
/** Signs of life of gone members are dropped after this time. Longer than any lease. */
const SIGNS_KEPT_MS = 30 * 60_000;
/** Largest piece of an answer: the usual limit of NATS is 1 MiB, including headers. */
export const MAX_PIECE_BYTES = 900_000;

const bounded = (name: string, subjects: string[], maxBytes: number): Partial<StreamConfig> & { name: string } => ({
  name,
  subjects,
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  // A full stream refuses, and publishers wait: no accepted message is lost.
  discard: DiscardPolicy.New,
  max_bytes: maxBytes,
  max_age: MAX_AGE_MS * NANOS_PER_MS,
  duplicate_window: DUPLICATES_MS * NANOS_PER_MS,
});

const STREAMS = [
  bounded(REQUESTS, ['fetch.*.*.*.*'], GIB),
  bounded(RESULTS, ['result.*.*'], 4 * GIB),
  // Useful only while their fetchers hold the documents: in memory, and for a short time.
  {
    ...bounded(RENDERS, ['render.*'], 32 * 1024 ** 2),
    storage: StorageType.Memory,
    max_age: RENDERS_KEPT_MS * NANOS_PER_MS,
  },
];

/** A process's connection to the fleet. Reconnects by itself without limit. */
export class FleetLink {
  private onReconnect: (() => void)[] = [];
  private up = true;
  /** Publishes frequent messages to streams. */
  readonly publications: Publications;

  private constructor(
    readonly connection: NatsConnection,
    readonly streams: JetStreamClient,
    readonly admin: JetStreamManager,
    private readonly options: FleetLinkOptions,
  ) {
    const inbox = `${inboxPrefixOf(options)}.stored`;
    this.publications = new Publications({ connection, inbox, answerMs: NATS_ANSWER_MS });
  }

  /** Waits for NATS if it is unavailable. */
  static async open(options: FleetLinkOptions): Promise<FleetLink> {
    const connection = await connectNats(options);
    const jetStream = { timeout: NATS_ANSWER_MS };
    const admin = await jetstreamManager(connection, { ...jetStream, checkAPI: false });
    const link = new FleetLink(connection, jetstream(connection, jetStream), admin, options);
    if (link.provides) await link.provide().catch(() => undefined);
    void link.watch();
    return link;
  }

  /** Whether NATS is connected at present. */
  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Subject for calls to this process only. No other user may subscribe there. */
  ownSubject(kind: 'render'): string {
    return `${inboxPrefixOf(this.options)}.${kind}.${nuid.next()}`;
  }

  /**
   * Calls back for each message of a subject. Drops unreadable messages: an error would end the connection, and a
   * fetcher may send anything.
   */
  listen(
    subject: string,
    take: (message: Msg) => void,
    options: Pick<SubscriptionOptions, 'queue'> = {},
  ): Subscription {
    return this.connection.subscribe(subject, {
      ...options,
      callback: (error, message) => {
        try {
          if (error === null) take(message);
        } catch (trouble) {
          this.options.warn({ err: trouble, subject }, 'a message is dropped');
        }
      },
    });
  }

  /** Calls back after reconnecting to NATS, which may have lost messages. */
  onBack(call: () => void): () => void {
    this.onReconnect.push(call);
    return () => {
      this.onReconnect = this.onReconnect.filter((one) => one !== call);
    };
  }

  /** Creates missing streams and buckets. @throws NATS's errors */
  async provide(): Promise<void> {
    for (const stream of STREAMS) {
      const found = await this.admin.streams.info(stream.name).catch(() => null);
      if (found === null) await this.admin.streams.add(stream);
    }
    const buckets = new Kvm(this.connection);
    // Reads only from the leader of the stream: an old table must not pass for the current one.
    const common = { history: 1, storage: StorageType.File, max_bytes: BUCKET_BYTES, allow_direct: false };
    await buckets.create(LEASES, common);
    await buckets.create(MEMBERS, { ...common, ttl: SIGNS_KEPT_MS });
    await this.admin.consumers.add(RENDERS, {
      durable_name: RENDERERS,
      ack_policy: AckPolicy.Explicit,
      ack_wait: RENDERER_SILENT_MS * NANOS_PER_MS,
      max_ack_pending: MOST_RENDERS,
    });
  }

  /** An existing bucket. @throws if it does not exist yet */
  bucket(name: string): Promise<KV> {
    return new Kvm(this.connection).open(name, { bindOnly: true });
  }

  async close(): Promise<void> {
    this.onReconnect = [];
    await this.connection.close();
  }

  private get provides(): boolean {
    return this.options.role === 'worker';
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') {
        this.up = false;
        this.options.warn({}, 'the connection to NATS is lost');
      }
      if (type !== 'reconnect') continue;
      this.up = true;
      this.publications.reconnected();
      if (this.provides)
        await this.provide().catch((error: unknown) =>
          this.options.warn({ err: error }, 'cannot create the streams of the fleet'),
        );
      for (const call of this.onReconnect) call();
    }
  }
}
