import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { violationsOf } from '../../bench/faults/invariants.mjs';
import { createRng } from '../../src/domain/base/rng.js';
import { startEmbedded } from '../../src/platform/database/embedded.js';
import { applyMigrations } from '../../src/platform/database/migrate.js';
import { compiledProduct } from './build.js';
import { queueSession } from './crawl-session.js';
import { testFolder } from './database.js';
import { createRandomWeb, serveRandomWeb } from './random-web.js';

/** Extent of a crawl in a test. */
export interface DatabaseFaults {
  readonly role: 'worker' | 'all';
  /** `kill -9` of the server. */
  readonly kills: number;
  /** Connections cut one by one. */
  readonly terminations: number;
  /**
   * Fetches of each crawl. Most of them are divided among the faults, so that crawls run until the last one on any
   * machine.
   */
  readonly budget: number;
}

const SITES = 24;
const MAX = 400;
/** Of the fetches. Interrupted ones are repeated. */
const SHARE_UNDER_FAULTS = 0.6;
/** A restart with recovery, on a busy machine. */
const FAULT_MS = 40_000;

/** A service with its own embedded server that crawls a generated web, and operations that break it. */
export class CrawlUnderFaults {
  private output = '';
  private child: ChildProcess | null = null;

  private constructor(
    readonly dataDir: string,
    private readonly role: 'worker' | 'all',
    private readonly proxyPort: number,
    private readonly dist: string,
  ) {}

  /** @param dataDir default: a new folder */
  static async start(
    role: 'worker' | 'all',
    proxyPort: number,
    dataDir = fs.mkdtempSync(path.join(testFolder(), 'faults-')),
  ): Promise<CrawlUnderFaults> {
    fs.chmodSync(dataDir, 0o711);
    const crawl = new CrawlUnderFaults(dataDir, role, proxyPort, compiledProduct());
    const database = await startEmbedded({ dataDir, database: 'gleaner' });
    await applyMigrations(database.ownerUrl);
    crawl.spawn();
    await crawl.said('working');
    // From here on only the service keeps the server running.
    await database.stop();
    return crawl;
  }

  private spawn(): void {
    const child = spawn(process.execPath, [path.join(this.dist, this.role === 'all' ? 'main.js' : 'worker.js')], {
      env: {
        PATH: process.env['PATH'],
        ROLE: this.role,
        PORT: '0',
        LOG_LEVEL: 'info',
        RATE_LIMIT_PER_MINUTE: '0',
        DATA_DIR: this.dataDir,
        CACHE_DIR: path.resolve('.cache/test'),
        CRAWL_PROXY_URL: `http://127.0.0.1:${this.proxyPort}`,
        COMMIT_INTERVAL_MS: '50',
        CHECKPOINT_INTERVAL_SECONDS: '1',
        CRAWL_MAX_SESSIONS: '2',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child = child;
  }

  get log(): string {
    return this.output;
  }

  get running(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  lines(msg: string): Record<string, unknown>[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === msg);
  }

  async said(msg: string): Promise<Record<string, unknown>> {
    await until(
      () => this.lines(msg).length > 0,
      () => `"${msg}" in\n${this.output.slice(-4_000)}`,
      120_000,
    );
    return this.lines(msg)[0];
  }

  /** Queries the database as soon as it responds. */
  async query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    const deadline = Date.now() + 3 * FAULT_MS;
    for (;;) {
      const client = new pg.Client({
        connectionString: this.url(),
        connectionTimeoutMillis: 5_000,
        application_name: 'observer',
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query<T>(sql, values)).rows;
      } catch (error) {
        if (Date.now() > deadline || /^(42|22|23)/.test(String((error as { code?: unknown }).code))) throw error;
        await sleep(200);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  async withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url(), application_name: 'observer' });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  private url(): string {
    const read = (name: string): string => fs.readFileSync(path.join(this.dataDir, name), 'utf8').trim();
    return `postgresql://postgres:${encodeURIComponent(read('pg-password'))}@127.0.0.1:${read('pg-port')}/gleaner`;
  }

  /** `kill -9` of the server. @param whole also its children; otherwise they notice its end and exit */
  killServer(whole: boolean): void {
    const pointer = path.join(this.dataDir, 'pg-location');
    const cluster = fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : path.join(this.dataDir, 'pg');
    const file = path.join(cluster, 'postmaster.pid');
    // Between two lives there is none.
    const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (pid <= 0) return;
    const children = whole ? childrenOf(pid) : [];
    for (const victim of [pid, ...children]) {
      try {
        process.kill(victim, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
  }

  /** The sessions' own records of their waits. */
  outages(): Promise<{ kind: string; seconds: number }[]> {
    return this.query(
      `SELECT details->>'trouble' AS kind, (details->>'seconds')::float8 AS seconds FROM session_events WHERE kind = 'database-outage'`,
    );
  }

  /** Cuts one connection of the service: every other time a busy one. */
  async cutOne(busy: boolean): Promise<void> {
    await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name LIKE 'gleaner%' AND application_name <> 'gleaner-presence' AND ($1 = false OR state <> 'idle') ORDER BY random() LIMIT 1`,
      [busy],
    );
  }

  async end(): Promise<number | null> {
    if (!this.child || !this.running) return this.child?.exitCode ?? null;
    const gone = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill('SIGTERM');
    return (await gone)[0];
  }
}

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((child) => child > 0);
  } catch {
    return [];
  }
};

export async function until(
  condition: () => boolean | Promise<boolean>,
  what: () => string,
  ms: number,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what()}`);
    await sleep(100);
  }
}

interface SessionRow {
  readonly state: string;
  readonly completed: number;
}

/** Defines the tests of crawls whose database is killed and whose connections are cut at random moments. */
export const describeDatabaseFaults = ({ role, kills, terminations, budget }: DatabaseFaults): void =>
  describe(`a database that goes away, ROLE=${role}`, () => {
    const web = createRandomWeb({ sites: SITES, pagesPerSite: 150, linksPerPage: 12 });
    const deadlineMs = 120_000 + kills * FAULT_MS + terminations * 5_000;

    it(
      `completes its sessions over ${kills} kills of the server and ${terminations} cut connections, and loses and doubles nothing`,
      async () => {
        const server = await serveRandomWeb(web, 15);
        const crawl = await CrawlUnderFaults.start(role, server.port);
        try {
          const sessions = await crawl.withClient(async (client) => [
            await queueSession(
              client,
              web,
              'tres',
              {
                budget: { fetches: budget },
                concurrency: 6,
                hostConcurrency: 2,
                hostDelayMs: 0,
                robots: false,
                domainCap: MAX,
              },
              { seed: 7 },
            ),
            await queueSession(
              client,
              web,
              'breadth-first',
              {
                budget: { fetches: budget },
                concurrency: 4,
                hostConcurrency: 2,
                hostDelayMs: 0,
                robots: false,
                domainCap: MAX,
              },
              { seed: 8 },
            ),
          ]);
          const rng = createRng(20);
          const rows = (): Promise<SessionRow[]> =>
            crawl.query<SessionRow>('SELECT state, completed FROM sessions WHERE id = ANY($1::uuid[])', [sessions]);
          const done = async (): Promise<number> => (await rows()).reduce((sum, { completed }) => sum + completed, 0);
          const api = role === 'all' ? String((await crawl.said('listening'))['url']) : null;
          const faults = [...Array<string>(kills).fill('kill'), ...Array<string>(terminations).fill('cut')]
            .map((kind) => ({ kind, at: rng.next() }))
            .sort((a, b) => a.at - b.at);
          const answers = new Set<number>();
          let before = await done();
          const answersPerFault = Math.floor((SHARE_UNDER_FAULTS * budget * sessions.length) / faults.length);
          for (const [i, { kind }] of faults.entries()) {
            server.allow(answersPerFault);
            const ended = async (): Promise<boolean> =>
              (await rows()).every(({ state }) => !['QUEUED', 'STARTING', 'RUNNING'].includes(state));
            // Each fault strikes at a random moment after the sessions have advanced.
            await until(
              async () => (await done()) > before || (await ended()),
              () => `progress after ${i} faults\n${crawl.log.slice(-4_000)}`,
              3 * FAULT_MS,
            );
            expect(await ended()).toBe(false);
            before = await done();
            await sleep(rng.next() * 200);
            if (kind === 'kill') crawl.killServer(i % 2 === 0);
            else await crawl.cutOne(i % 2 === 0);
            if (api !== null && kind === 'kill') {
              const answer = await fetch(`${api}/v1/sessions`);
              answers.add(answer.status);
              if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
            }
          }
          server.allow(Number.POSITIVE_INFINITY);
          await until(
            async () => (await rows()).every(({ state }) => state === 'COMPLETED' || state === 'FAILED'),
            () => `the end of the sessions\n${crawl.log.slice(-4_000)}`,
            deadlineMs,
          );

          expect(crawl.running).toBe(true);
          expect(crawl.lines('worker process died')).toEqual([]);
          expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
          for (const id of sessions) expect(await crawl.withClient((client) => violationsOf(client, id))).toEqual([]);
          expect(
            await crawl.query(
              'SELECT state, error, fetched + failed AS spent FROM sessions WHERE id = ANY($1::uuid[])',
              [sessions],
            ),
          ).toEqual(sessions.map(() => ({ state: 'COMPLETED', error: null, spent: budget })));
          if (kills > 0) expect((await crawl.outages()).length).toBeGreaterThan(0);
          expect(await crawl.end()).toBe(0);
        } finally {
          await crawl.end();
          await server.close();
        }
      },
      deadlineMs + 60_000,
    );
  });
