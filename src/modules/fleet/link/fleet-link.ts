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
import {
  connectNats,
  inboxPrefixOf,
  NATS_ANSWER_MS,
  type NatsOptions,
  type NatsRole,
} from '../../../platform/nats/index.js';
import { LEASES, MEMBERS, RENDERERS, RENDERS, REQUESTS, RESULTS } from './names.js';
import { Publications } from './publications.js';

export type FleetRole = NatsRole;

/** The role: workers make streams and buckets where they are missing; the others may not. */
export interface FleetLinkOptions extends NatsOptions {
  readonly warn: (message: string) => void;
}

const NANOS_PER_MS = 1_000_000;
/** A message that nobody has taken for so long is of no use: its session has gone. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Repeated publications are told from new ones for so long. */
const DUPLICATES_MS = 120_000;
/** A page that no renderer has taken for so long is handed over again, or not wanted any more. */
const RENDERS_KEPT_MS = 30 * 60_000;
/** A renderer that has not been heard of for so long is dead: another one takes its page. */
const RENDERER_SILENT_MS = 15_000;
const GIB = 1024 ** 3;
/** Pages with renderers at a time, over the whole fleet. */
const MOST_RENDERS = 10_000;
const BUCKET_BYTES = 16 * 1024 ** 2;
/** Signs of life of members that have gone are forgotten. Longer than any lease. */
const SIGNS_KEPT_MS = 30 * 60_000;
/** Answers are in pieces no larger than this: the usual limit of NATS is 1 MiB, heads included. */
export const MAX_PIECE_BYTES = 900_000;

const bounded = (name: string, subjects: string[], maxBytes: number): Partial<StreamConfig> & { name: string } => ({
  name,
  subjects,
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  // A full stream refuses, and who publishes waits: nothing that was accepted is lost.
  discard: DiscardPolicy.New,
  max_bytes: maxBytes,
  max_age: MAX_AGE_MS * NANOS_PER_MS,
  duplicate_window: DUPLICATES_MS * NANOS_PER_MS,
});

const STREAMS = [
  bounded(REQUESTS, ['fetch.*.*.*.*'], GIB),
  bounded(RESULTS, ['result.*.*'], 4 * GIB),
  // Of use only as long as their fetchers hold the documents: in memory, and not for long.
  {
    ...bounded(RENDERS, ['render.*'], 32 * 1024 ** 2),
    storage: StorageType.Memory,
    max_age: RENDERS_KEPT_MS * NANOS_PER_MS,
  },
];

/** The connection of a process to the fleet. It reconnects by itself, for as long as it takes. */
export class FleetLink {
  private heard: (() => void)[] = [];
  private up = true;
  /** The way to the streams for what comes often. */
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

  /** Waits for NATS if it is not there. */
  static async open(options: FleetLinkOptions): Promise<FleetLink> {
    const connection = await connectNats(options);
    const jetStream = { timeout: NATS_ANSWER_MS };
    const admin = await jetstreamManager(connection, { ...jetStream, checkAPI: false });
    const link = new FleetLink(connection, jetstream(connection, jetStream), admin, options);
    if (link.provides) await link.provide().catch(() => undefined);
    void link.watch();
    return link;
  }

  /** Whether NATS is there at the moment. */
  get isUp(): boolean {
    return this.up && !this.connection.isClosed();
  }

  /** Where others may send calls to this process alone. Nobody else of another user may listen there. */
  ownSubject(kind: 'render'): string {
    return `${inboxPrefixOf(this.options)}.${kind}.${nuid.next()}`;
  }

  /** Calls for each message of a subject. One that cannot be taken is dropped: an error would end the connection, and a fetcher may say whatever it wants. */
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
          this.options.warn(`${subject}: a message is dropped: ${String(trouble)}`);
        }
      },
    });
  }

  /** Calls when NATS is there again after it was away: it may have lost what it had. */
  onBack(call: () => void): () => void {
    this.heard.push(call);
    return () => {
      this.heard = this.heard.filter((one) => one !== call);
    };
  }

  /** Makes streams and bucket where they are missing. @throws what NATS says */
  async provide(): Promise<void> {
    for (const stream of STREAMS) {
      const found = await this.admin.streams.info(stream.name).catch(() => null);
      if (found === null) await this.admin.streams.add(stream);
    }
    const buckets = new Kvm(this.connection);
    // Read from the leader of the stream alone: an old table must not be taken for the present one.
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

  /** A bucket that was provided. @throws where it is not there yet */
  bucket(name: string): Promise<KV> {
    return new Kvm(this.connection).open(name, { bindOnly: true });
  }

  async close(): Promise<void> {
    this.heard = [];
    await this.connection.close();
  }

  private get provides(): boolean {
    return this.options.role === 'worker';
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') {
        this.up = false;
        this.options.warn('the connection to NATS is lost');
      }
      if (type !== 'reconnect') continue;
      this.up = true;
      if (this.provides)
        await this.provide().catch((error: unknown) => this.options.warn(`streams of the fleet: ${String(error)}`));
      for (const call of this.heard) call();
    }
  }
}
