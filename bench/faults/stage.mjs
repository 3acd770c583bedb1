/** PostgreSQL, API, workers and a web to crawl, each of which can be killed or disturbed. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureServer, stopServer } from '../../dist/platform/database/embedded-server.js';

const SITES = 60;
const PAGES = 40;
const DELAY_MS = 15;
const POLL_MS = 50;
const START_DEADLINE_MS = 180_000;

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

export class Stage {
  #children = new Set();
  #api;
  #topicId;

  /**
   * @param databaseDir folder of the server's files, if not beside the others
   * @param serverSettings of PostgreSQL
   * @param web script of another generated web that takes the same arguments
   * @param pages per site
   */
  static async open({
    databaseDir,
    serverSettings = {},
    leaseSeconds = 8,
    web = 'bench/faults/web.mjs',
    delayMs = DELAY_MS,
    pages = PAGES,
  } = {}) {
    const stage = new Stage();
    stage.folder = mkdtempSync(join(tmpdir(), 'gleaner-faults-'));
    stage.clockFile = join(stage.folder, 'clock');
    stage.databaseDir = databaseDir ?? join(stage.folder, 'database');
    stage.serverSettings = { max_connections: '100', ...serverSettings };
    stage.leaseSeconds = leaseSeconds;
    await stage.startDatabase();
    stage.web = fork(resolve(web), [SITES, pages, delayMs].map(String));
    [{ port: stage.webPort }] = await once(stage.web, 'message');
    await stage.startApi();
    return stage;
  }

  /** Starts the server unless it runs. */
  async startDatabase() {
    this.server = await ensureServer(this.databaseDir, this.serverSettings);
    this.databaseUrl = this.server.urlOf('postgres');
  }

  #env(more) {
    return {
      ...process.env,
      DATABASE_URL: this.databaseUrl,
      DATA_DIR: join(this.folder, 'data'),
      CACHE_DIR: resolve('data/cache'),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      RATE_LIMIT_PER_MINUTE: '0',
      LEASE_SECONDS: String(this.leaseSeconds),
      COMMIT_INTERVAL_MS: '100',
      CHECKPOINT_INTERVAL_SECONDS: '2',
      CRAWL_PROXY_URL: `http://127.0.0.1:${this.webPort}`,
      GLEANER_CLOCK_FILE: this.clockFile,
      ...more,
    };
  }

  #start(script, env, through = []) {
    const [command, ...args] = [...through, process.execPath, '--import', resolve('bench/faults/clock.mjs'), script];
    const child = spawn(command, args, {
      stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
      env: this.#env(env),
    });
    child.ended = once(child, 'exit');
    this.#children.add(child);
    void child.ended.then(() => this.#children.delete(child));
    return child;
  }

  async startApi() {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.#api = this.#start('dist/main.js', { ROLE: 'api', PORT: String(port) });
    const deadline = performance.now() + START_DEADLINE_MS;
    while (
      !(await fetch(`${this.url}/health/ready`).then(
        (response) => response.ok,
        () => false,
      ))
    ) {
      if (performance.now() > deadline || this.#api.exitCode !== null) throw new Error('the API did not become ready');
      await sleep(POLL_MS);
    }
  }

  get apiPid() {
    return this.#api.pid;
  }

  startWorker(id, env = {}) {
    return Object.assign(this.#start('dist/worker.js', { ROLE: 'worker', WORKER_ID: id, ...env }), { id });
  }

  /** Starts a process of a fleet. @param role fetcher or renderer @param through a command that runs the process */
  startMember(role, id, env = {}, through = []) {
    return Object.assign(this.#start(`dist/${role}.js`, { ROLE: role, WORKER_ID: id, ...env }, through), { id });
  }

  async kill(child, signal = 'SIGKILL') {
    child.kill(signal);
    if (signal === 'SIGKILL') child.kill('SIGCONT');
    await child.ended;
  }

  async call(method, path, body) {
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /**
   * Creates a session on the generated web, of a topic that has a model unless another one is given.
   *
   * @returns the session's id
   */
  async crawl({ fetches, policy = 'tres', topicId, archive = false }) {
    const topic = topicId ?? (this.#topicId ??= await this.topic());
    return (
      await this.call('POST', `/topics/${topic}/sessions`, {
        policy,
        budget: { fetches },
        domainCap: 25,
        concurrency: 8,
        hostConcurrency: 2,
        hostDelayMs: 0,
        robots: false,
        archive,
      })
    ).id;
  }

  async topic() {
    const seeds = [0, 1, 2].map((site) => `http://site${site}.faults${site}.example/p0`);
    return (
      await this.call('POST', '/topics', {
        name: `faults ${Math.random()}`,
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds,
      })
    ).id;
  }

  /** Queries the database, repeatedly while it is away. */
  async ask(sql, values = [], deadlineMs = 120_000) {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      const client = new pg.Client({
        connectionString: this.databaseUrl,
        application_name: 'faults',
        connectionTimeoutMillis: 5_000,
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return (await client.query(sql, values)).rows;
      } catch (error) {
        if (performance.now() > deadline || /^(42|22|23)/.test(error.code ?? '')) throw error;
        await sleep(200);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  /** Ends the connections of crawls. Otherwise the server could still commit what a killed worker had sent. */
  async closeConnections() {
    await this.ask(
      `SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'gleaner-crawl'`,
    );
  }

  async session(id) {
    const [row] = await this.ask(
      'SELECT state, state_reason, waiting_for, error, completed, lease_owner, lease_epoch, stalled_claims FROM sessions WHERE id = $1',
      [id],
    );
    return row;
  }

  /** Seconds until the session satisfies a condition. @throws if it fails or takes too long */
  async until(id, reached, deadlineMs = 240_000) {
    const began = performance.now();
    for (;;) {
      const session = await this.session(id);
      if (reached(session)) return (performance.now() - began) / 1_000;
      if (session.state === 'FAILED') throw new Error(`the session failed: ${session.error}`);
      if (performance.now() - began > deadlineMs)
        throw new Error(`nothing more after ${deadlineMs / 1_000} s: ${JSON.stringify(session)}`);
      await sleep(POLL_MS);
    }
  }

  /** Seconds until the crawl has advanced by some steps, or has ended. */
  async progress(id, steps = 10, deadlineMs = 240_000) {
    const { completed } = await this.session(id);
    return this.until(id, (now) => now.completed >= completed + steps || now.state === 'COMPLETED', deadlineMs);
  }

  async close() {
    for (const child of this.#children) await this.kill(child);
    this.web.disconnect();
    await this.startDatabase().then(
      () => stopServer(this.server.pid),
      () => undefined,
    );
    rmSync(this.folder, { recursive: true, force: true });
  }
}
