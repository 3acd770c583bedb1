import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf, sentenceIn, StartError } from '../start/index.js';
import { type Cluster, openCluster } from './cluster.js';
import { openClient } from './connections.js';
import { requireAccess } from './folder-access.js';
import { withFolderLock } from './folder-lock.js';
import { type NativePostgres, nativePostgres } from './native-postgres.js';
import { isAlive, programName } from './process-identity.js';

/** A PostgreSQL server that answers for a data folder. */
export interface EmbeddedServer {
  readonly pid: number;
  readonly port: number;
  /** It was running already. */
  readonly attached: boolean;
  /** Connection URL of one of its databases, as its superuser unless another user with the same password is named. */
  urlOf(database: string, user?: string): string;
  /** Of the superuser, known to whoever may read the data folder. */
  readonly password: string;
}

/** Recovery after a crash replays at most `max_wal_size` of log; on a slow disk that takes the better part of a minute. */
const START_PATIENCE_MS = 90_000;
const STOP_PATIENCE_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;
const PORT_PATIENCE_MS = 5_000;
/** Children of a server that was killed notice it a moment later. */
const REMAINS_PATIENCE_MS = 5_000;
const SOCKET = /^\.s\.PGSQL\.\d+$/;
const POLL_MS = 20;
/** Of a data folder, for the user of the service alone. */
const PRIVATE_FILES = ['pg-password', 'pg-port', 'pg-location', 'pg.log'];

/** By name, as in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const SERVER_SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // In the cluster's folder, where the server works. Nobody works over it: it is the claim that other containers can see.
  unix_socket_directories: process.platform === 'win32' ? '' : '.',
  max_connections: '100',
  // What is not in it is in the cache of the system, which all programs share.
  shared_buffers: '128MB',
  // A crawl writes in bursts; more log between checkpoints means fewer full-page images.
  max_wal_size: '2GB',
  wal_compression: 'on',
  // What was committed is on the disk: crawls are resumed from it.
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Queries here are short; compiling them and spreading them over cores costs the crawl more than it gains them.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A transaction left open by a bug must not hold back clean-up for ever.
  idle_in_transaction_session_timeout: '5min',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Below the ranges from which systems pick the ports of outgoing connections: a crawl must not take the server's port while it restarts. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function freePort(preferred: number): Promise<number> {
  // Children of a server that was killed hold its port until they notice, a moment later.
  const deadline = performance.now() + PORT_PATIENCE_MS;
  while (preferred > 0) {
    if (await isFree(preferred)) return preferred;
    if (performance.now() > deadline) break;
    await sleep(POLL_MS);
  }
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
  throw new StartError(`no free port for PostgreSQL between ${FIRST_PORT} and ${LAST_PORT}`);
}

const urlFor =
  (cluster: Cluster, port: number) =>
  (database: string, user = 'postgres') =>
    `postgresql://${user}:${encodeURIComponent(cluster.password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

/** `ready`; `starting` (or shutting down: it will answer later or be gone); or why it refuses us. */
async function probe(url: string): Promise<'ready' | 'starting' | Error> {
  const client = openClient(url, 'gleaner-probe', PROBE_TIMEOUT_MS);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const { code } = error as { code?: string };
    const refused = code?.startsWith('28') === true;
    return refused ? (error as Error) : 'starting';
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}
const claimOf = (cluster: Cluster): string => path.join(cluster.folder, 'postmaster.pid');

/** The server that has claimed the cluster, if it is alive and this process can see it. */
function currentPostmaster(cluster: Cluster): Postmaster | null {
  const file = claimOf(cluster);
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && programName(pid)?.startsWith('postgres') ? { pid, port } : null;
}

/** Whether somebody listens on a socket of a folder. Its path may be longer than a socket's may be: Linux has a short one for it. */
async function isListening(folder: string, name: string): Promise<boolean> {
  const opened = process.platform === 'linux' ? fs.openSync(folder, 'r') : null;
  const socket = net.connect(path.join(opened === null ? folder : `/proc/self/fd/${opened}`, name));
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
  } finally {
    socket.destroy();
    if (opened !== null) fs.closeSync(opened);
  }
}

/**
 * Removes what a dead server has left. Process ids do not tell whether it is dead: those of another container mean nothing here, and PostgreSQL itself would
 * start a second server on the folder. Sockets tell, for all containers of a machine.
 *
 * @throws StartError when a server lives that this process cannot see
 */
async function removeRemains(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + REMAINS_PATIENCE_MS;
  for (const name of fs.readdirSync(cluster.folder).filter((one) => SOCKET.test(one))) {
    while (await isListening(cluster.folder, name)) {
      if (performance.now() > deadline)
        throw new StartError(
          `${cluster.folder} is served by a PostgreSQL that this process cannot see, perhaps in another container: end that one, or choose another folder (DATA_DIR)`,
        );
      await sleep(POLL_MS);
    }
    for (const remains of [name, `${name}.lock`]) fs.rmSync(path.join(cluster.folder, remains), { force: true });
  }
  const claim = claimOf(cluster);
  if (!fs.existsSync(claim)) return;
  // PostgreSQL would take another program that has the process id now for the server. A claim of nobody is left: by it PostgreSQL finds children of a dead server.
  if (programName(Number.parseInt(fs.readFileSync(claim, 'utf8'), 10)) !== null) fs.rmSync(claim, { force: true });
}

async function attach(cluster: Cluster, { pid, port }: Postmaster): Promise<EmbeddedServer | null> {
  const deadline = performance.now() + START_PATIENCE_MS;
  while (programName(pid) !== null) {
    const answer = port > 0 ? await probe(urlFor(cluster, port)('postgres')) : 'starting';
    if (answer === 'ready')
      return { pid, port, attached: true, urlOf: urlFor(cluster, port), password: cluster.password };
    if (answer instanceof Error) {
      throw new StartError(
        `${cluster.folder} is served by PostgreSQL process ${pid}, which does not accept the password kept beside it: restore the file pg-password that belongs to it`,
        { cause: answer },
      );
    }
    if (performance.now() > deadline)
      throw new StartError(
        `${cluster.folder} is claimed by PostgreSQL process ${pid}, which does not answer on port ${port}: end it`,
      );
    await sleep(POLL_MS);
  }
  return null;
}

function tailOf(file: string, from: number): string {
  return fs.readFileSync(file, 'utf8').slice(from).slice(-4_000);
}

/** What a server says that has to give way to another one. */
const GIVES_WAY = /lock file ".*" already exists|pre-existing shared memory block|could not bind/;

/** Some file systems have none, such as folders of the host that a container has on macOS. */
const NO_SOCKETS = /could not create (?:any Unix-domain sockets|lock file ".*\.s\.PGSQL)/;

/** @param words of its log; they are shown where nobody knows what an operator could do */
function didNotStart(cause: Error, words: string): StartError {
  const why = refusalOf(cause)?.message ?? sentenceIn(words) ?? `see its log:\n${words}`;
  return new StartError(`PostgreSQL did not start (${cause.message}): ${why}`, { cause });
}

/** Starts a server. Null when it had to give way: the remains of a killed one, or another one, still hold the folder. */
async function launch(
  cluster: Cluster,
  postgres: NativePostgres,
  overrides: ServerSettings,
): Promise<EmbeddedServer | null> {
  const lastPort = fs.existsSync(cluster.portFile) ? Number(fs.readFileSync(cluster.portFile, 'utf8')) : 0;
  const port = await freePort(lastPort);
  const log = fs.openSync(cluster.logFile, 'a', 0o600);
  const logStart = fs.fstatSync(log).size;
  const settings = Object.entries({ ...SERVER_SETTINGS, ...overrides }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Detached: Ctrl-C in a terminal goes to the whole process group, and the service must outlast it to write its last commits.
  const child = spawn(postgres.postgres, ['-D', cluster.folder, '-p', String(port), ...settings], {
    ...postgres.user,
    cwd: '/',
    stdio: ['ignore', log, log],
    detached: true,
    env: postgres.env,
  });
  fs.closeSync(log);
  let ended: Error | null = null;
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => resolve(void (ended = error)));
    child.once('exit', (code, signal) => resolve(void (ended ??= new Error(`exit ${String(code ?? signal)}`))));
  });
  const said = () => tailOf(cluster.logFile, logStart);
  const deadline = performance.now() + START_PATIENCE_MS;
  const urlOf = urlFor(cluster, port);
  try {
    for (;;) {
      if (ended !== null) {
        if (NO_SOCKETS.test(said()) && overrides['unix_socket_directories'] !== '')
          return await launch(cluster, postgres, { ...overrides, unix_socket_directories: '' });
        if (GIVES_WAY.test(said())) return null;
        throw didNotStart(ended, said());
      }
      const answer = await probe(urlOf('postgres'));
      if (answer instanceof Error) throw answer;
      if (answer === 'ready') break;
      if (performance.now() > deadline)
        throw didNotStart(new Error(`no answer within ${START_PATIENCE_MS / 1_000} s`), said());
      await sleep(POLL_MS);
    }
    // Not rewritten for nothing: on a full disk the file would be left empty, and the port be lost.
    if (port !== lastPort) fs.writeFileSync(cluster.portFile, String(port));
  } catch (error) {
    // Nobody knows of it yet who could end it later.
    child.kill('SIGQUIT');
    await gone;
    throw error;
  }
  child.unref();
  return { pid: child.pid ?? 0, port, attached: false, urlOf, password: cluster.password };
}

/**
 * The PostgreSQL server of a data folder: the running one, or else a new one.
 *
 * Safe to call from several processes at once, after any of them or the server was killed. A server keeps running when the process that started it
 * dies; the next caller attaches to it. After a restart it takes its former port again unless another program has it.
 *
 * @param overrides of the server's own settings, should it be started
 * @throws when the folder is in the hands of a server that refuses us: two servers on one folder would destroy it
 */
export async function ensureServer(dataDir: string, overrides: ServerSettings = {}): Promise<EmbeddedServer> {
  requireAccess(dataDir, PRIVATE_FILES);
  fs.mkdirSync(dataDir, { recursive: true });
  const postgres = nativePostgres();
  const deadline = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const server = await withFolderLock(path.join(dataDir, 'pg.lock'), async () => {
      const cluster = await openCluster(dataDir, postgres);
      const running = currentPostmaster(cluster);
      if (running) return attach(cluster, running);
      await removeRemains(cluster);
      return launch(cluster, postgres, overrides);
    });
    if (server) return server;
    if (performance.now() > deadline)
      throw new StartError(`${dataDir}: the remains of a killed PostgreSQL do not go away; see pg.log in it`);
    await sleep(10 * POLL_MS);
  }
}

/** Ends a server and waits for it. Open connections are cut, what was committed is safe. */
export async function stopServer(pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    if (isAlive(pid)) process.kill(pid, name);
  };
  // SIGINT asks PostgreSQL for a fast shutdown, SIGQUIT for an immediate one that is followed by recovery at the next start.
  signal('SIGINT');
  const deadline = performance.now() + STOP_PATIENCE_MS;
  while (programName(pid)?.startsWith('postgres')) {
    if (performance.now() > deadline) {
      signal('SIGQUIT');
      return;
    }
    await sleep(POLL_MS);
  }
}
