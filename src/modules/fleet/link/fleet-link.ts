import { readFileSync } from 'node:fs';
import {
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
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { LEASES, MEMBERS, REQUESTS, RESULTS } from './names.js';

export interface FleetLinkOptions {
  /** One or more addresses of NATS, separated by commas. A user and password may stand in the first one, and hold for all. */
  readonly url: string;
  /** File with the credentials of this process. */
  readonly credentials?: string;
  /** File with the certificates that the server's is checked against. */
  readonly ca?: string;
  /** Shown by NATS. */
  readonly name: string;
  /** Whether this process makes streams and bucket where they are missing. Fetchers may not. */
  readonly provides: boolean;
  readonly warn: (message: string) => void;
}

/** Longest wait for an answer of NATS, ms. */
const ANSWER_MS = 5_000;
const RECONNECT_MS = 500;
const NANOS_PER_MS = 1_000_000;
/** A message that nobody has taken for so long is of no use: its session has gone. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Repeated publications are told from new ones for so long. */
const DUPLICATES_MS = 120_000;
const GIB = 1024 ** 3;
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

const STREAMS = [bounded(REQUESTS, ['fetch.*.*'], GIB), bounded(RESULTS, ['result.*'], 4 * GIB)];

/** The connection of a process to the fleet. It reconnects by itself, for as long as it takes. */
export class FleetLink {
  private heard: (() => void)[] = [];

  private constructor(
    readonly connection: NatsConnection,
    readonly streams: JetStreamClient,
    readonly admin: JetStreamManager,
    private readonly options: FleetLinkOptions,
  ) {}

  /** Waits for NATS if it is not there. */
  static async open(options: FleetLinkOptions): Promise<FleetLink> {
    const servers = options.url.split(',').map((one) => new URL(one.trim()));
    const { username, password } = servers[0];
    const connection = await connect({
      servers: servers.map(({ host, protocol }) => `${protocol}//${host}`),
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      name: options.name,
      // Inboxes of others cannot be guessed, and permissions can name those of a role.
      inboxPrefix: options.provides ? '_INBOX_worker' : '_INBOX_fetcher',
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: 5_000,
      timeout: ANSWER_MS,
      ignoreAuthErrorAbort: true,
      ...(options.credentials === undefined
        ? {}
        : { authenticator: credsAuthenticator(readFileSync(options.credentials)) }),
      // Named as such, a server without TLS is refused.
      ...(options.ca === undefined && servers.every(({ protocol }) => protocol !== 'tls:')
        ? {}
        : { tls: options.ca === undefined ? {} : { ca: readFileSync(options.ca, 'utf8') } }),
    });
    const jetStream = { timeout: ANSWER_MS };
    const admin = await jetstreamManager(connection, { ...jetStream, checkAPI: false });
    const link = new FleetLink(connection, jetstream(connection, jetStream), admin, options);
    if (options.provides) await link.provide().catch(() => undefined);
    void link.watch();
    return link;
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
  }

  /** A bucket that was provided. @throws where it is not there yet */
  bucket(name: string): Promise<KV> {
    return new Kvm(this.connection).open(name, { bindOnly: true });
  }

  async close(): Promise<void> {
    this.heard = [];
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') this.options.warn('the connection to NATS is lost');
      if (type !== 'reconnect') continue;
      if (this.options.provides)
        await this.provide().catch((error: unknown) => this.options.warn(`streams of the fleet: ${String(error)}`));
      for (const call of this.heard) call();
    }
  }
}
