import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from './connections.js';
import { type EmbeddedServer, ensureServer, stopServer } from './embedded-server.js';

/** A process's handle on its database. */
export interface RunningDatabase {
  /** For the service's work: as a user who owns no table. */
  readonly url: string;
  /** For migrations: as the owner of the tables. */
  readonly ownerUrl: string;
  /** Whether the server is embedded rather than named by DATABASE_URL. */
  readonly embedded: boolean;
  /** Whether it was already running: for another process, or left by a killed one. */
  readonly attached: boolean;
  /** Releases it. The embedded server ends when its last process releases it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly database: string;
  /** Ends the start at the next safe point, and no longer has an effect afterwards. */
  readonly signal?: AbortSignal;
  /** Called after a lost server was restarted; if its port changed, connection URLs are invalid. */
  readonly onRestart?: (event: { readonly attempts: number; readonly moved: boolean }) => void;
  readonly onError?: (error: Error) => void;
}

/**
 * Advisory lock that every process using the server holds in shared mode; a process that gets it exclusively is the
 * last one. An arbitrary number.
 */
const PRESENCE = 0x61ea4;
const LONGEST_BACKOFF_MS = 5_000;

/** The service's user on an embedded server. Its rights are those of the roles that migrations create. */
const SERVICE_USER = 'gleaner_service';
/** PostgreSQL's errors when two processes create the same object at once: it exists, or is being created. */
const MADE_BY_OTHERS = new Set(['42P04', '42710', '23505']);

async function createServiceUser(admin: pg.Client, password: string): Promise<void> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_USER]);
  if (rowCount === 0)
    await admin.query(`CREATE ROLE ${SERVICE_USER} LOGIN NOINHERIT PASSWORD ${admin.escapeLiteral(password)}`);
}

async function prepareServer(server: EmbeddedServer, name: string): Promise<void> {
  const admin = openClient(server.urlOf('postgres'), 'gleaner-admin');
  await admin.connect();
  try {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    const ignore = (error: Error & { code?: string }): void => {
      if (!MADE_BY_OTHERS.has(error.code ?? '')) throw error;
    };
    await createServiceUser(admin, server.password).catch(ignore);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`).catch(ignore);
  } finally {
    await admin.end();
  }
}

/**
 * Keeps the embedded server of a data folder running while this process needs it.
 *
 * Several processes may share a data folder. Each holds a connection with a shared lock to show its presence. If the
 * server dies, the first process that notices restarts it on the same port. On `stop` the last process ends the server;
 * after `kill -9` of the last process the server stays, and the next start attaches to it.
 */
class EmbeddedDatabase implements RunningDatabase {
  readonly embedded = true;
  readonly attached: boolean;
  private presence: pg.Client | null = null;
  private stopping = false;
  private recovery: Promise<void> | null = null;

  constructor(
    private server: EmbeddedServer,
    private readonly options: EmbeddedOptions,
  ) {
    this.attached = server.attached;
  }

  get url(): string {
    return this.server.urlOf(this.options.database, SERVICE_USER);
  }

  get ownerUrl(): string {
    return this.server.urlOf(this.options.database);
  }

  /** Takes the shared lock. If another process is about to end the server, waits and then fails with the server. */
  async enter(): Promise<void> {
    const client = openClient(this.server.urlOf('postgres'), 'gleaner-presence');
    await client.connect();
    try {
      await client.query('SELECT pg_advisory_lock_shared($1)', [PRESENCE]);
      await prepareServer(this.server, this.options.database);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => this.lost(client));
    this.presence = client;
  }

  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    await this.recovery;
    const client = this.presence;
    this.presence = null;
    if (!client) return;
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [PRESENCE]);
      await this.endIfLast(client);
    } catch (error) {
      this.options.onError?.(error as Error);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Ends a server that this process has started but cannot use. Other processes could not connect to it either. */
  async giveUp(): Promise<void> {
    if (this.attached) return;
    const client = openClient(this.server.urlOf('postgres'), 'gleaner-presence');
    try {
      await client.connect();
      await this.endIfLast(client);
    } catch {
      await stopServer(this.server.pid);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async endIfLast(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [PRESENCE]);
    // The exclusive lock is held until the server is gone: a process that arrives now waits for it, sees the end and
    // starts a new server.
    if (rows[0]?.last) await stopServer(this.server.pid);
  }

  private lost(client: pg.Client): void {
    if (this.stopping || this.presence !== client) return;
    this.presence = null;
    this.recovery = this.recover().finally(() => (this.recovery = null));
  }

  private async recover(): Promise<void> {
    const port = this.server.port;
    for (let attempts = 1; !this.stopping; attempts++) {
      try {
        this.server = await ensureServer(this.options.dataDir);
        await this.enter();
        this.options.onRestart?.({ attempts, moved: this.server.port !== port });
        return;
      } catch (error) {
        this.options.onError?.(error as Error);
        await sleep(Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** attempts), undefined, { ref: false });
      }
    }
  }
}

/** Starts or joins the embedded server of a data folder, and creates the database if there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<RunningDatabase> {
  // An attempt can fail once because the server's last user is ending it; each further failure is another such
  // coincidence.
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    const { dataDir, signal } = options;
    const database = new EmbeddedDatabase(await ensureServer(dataDir, {}, signal), options);
    try {
      signal?.throwIfAborted();
      await database.enter();
      return database;
    } catch (error) {
      if (attempt === attempts || signal?.aborted) {
        await database.giveUp();
        throw error;
      }
      await sleep(50 * attempt);
    }
  }
}
