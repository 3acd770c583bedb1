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

/** The PostgreSQL server of a data folder. */
export interface EmbeddedServer {
  readonly pid: number;
  readonly port: number;
  /** Whether the server was already running. */
  readonly attached: boolean;
  /** Connection URL of a database, as its superuser or as another user with the same password. */
  urlOf(database: string, user?: string): string;
  /** The superuser's password, readable to anyone who can read the data folder. */
  readonly password: string;
}

/**
 * Recovery after a crash replays at most `max_wal_size` of log; on a slow disk that takes the better part of a minute.
 */
const START_PATIENCE_MS = 90_000;
const STOP_PATIENCE_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;
const PORT_PATIENCE_MS = 5_000;
/** The children of a killed server notice its end a moment later. */
const REMAINS_PATIENCE_MS = 5_000;
const SOCKET = /^\.s\.PGSQL\.\d+$/;
const POLL_MS = 20;
/** Files of a data folder that only the service's user may read. */
const PRIVATE_FILES = ['pg-password', 'pg-port', 'pg-location', 'pg.log'];

/** Server settings by their names in postgresql.conf. */
export type ServerSettings = Readonly<Record<string, string>>;

const SERVER_SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // In the cluster's folder, the server's working directory. Connections do not use it: it is a claim that other
  // containers can see.
  unix_socket_directories: process.platform === 'win32' ? '' : '.',
  max_connections: '100',
  // The operating system caches the rest, for all programs.
  shared_buffers: '128MB',
  // A crawl writes in bursts; more log between checkpoints means fewer full-page images.
  max_wal_size: '2GB',
  wal_compression: 'on',
  // Committed data must be on disk: crawls resume from it.
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // Queries here are short; compiling them and running them in parallel would cost the crawl more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A transaction left open by a bug must not block vacuum forever.
  idle_in_transaction_session_timeout: '5min',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Below the ranges from which systems choose the ports of outgoing connections: a crawl must not take the server's port
 * while it restarts.
 */
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
  // Children of a killed server hold its port until they notice, a moment later.
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

/**
 * `ready`; `starting` (or shutting down: it will answer later or be gone); or the reason why it refuses the connection.
 */
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

/** The server that has claimed the cluster, if it is alive and visible to this process. */
function currentPostmaster(cluster: Cluster): Postmaster | null {
  const file = claimOf(cluster);
  if (!fs.existsSync(file)) return null;
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && programName(pid)?.startsWith('postgres') ? { pid, port } : null;
}

/**
 * Whether a process listens on a socket in a folder. The path may exceed the limit for sockets: Linux offers a short
 * alias.
 */
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
 * Removes the files of a dead server. Process ids do not show whether it is dead: ids of another container have no
 * meaning here, and PostgreSQL itself would start a second server on the folder. Sockets show it for all containers of
 * a machine.
 *
 * @throws StartError if a server is alive that this process cannot see
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
  // PostgreSQL would mistake another program with this process id for the server. An orphaned claim stays: with it,
  // PostgreSQL finds the children of a dead server.
  if (programName(Number.parseInt(fs.readFileSync(claim, 'utf8'), 10)) !== null) fs.rmSync(claim, { force: true });
}

async function attach(
  cluster: Cluster,
  { pid, port }: Postmaster,
  signal?: AbortSignal,
): Promise<EmbeddedServer | null> {
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
    await sleep(POLL_MS, undefined, { signal });
  }
  return null;
}

function tailOf(file: string, from: number): string {
  return fs.readFileSync(file, 'utf8').slice(from).slice(-4_000);
}

/** Log messages of a server that yields to another one. */
const GIVES_WAY = /lock file ".*" already exists|pre-existing shared memory block|could not bind/;

/** Some file systems have no sockets, such as host folders mounted into a container on macOS. */
const NO_SOCKETS = /could not create (?:any Unix-domain sockets|lock file ".*\.s\.PGSQL)/;

/** @param words of the server's log; shown if the cause is unknown */
function didNotStart(cause: Error, words: string): StartError {
  const why = refusalOf(cause)?.message ?? sentenceIn(words) ?? `see its log:\n${words}`;
  return new StartError(`PostgreSQL did not start (${cause.message}): ${why}`, { cause });
}

/**
 * Starts a server. Returns null if it had to yield: the remains of a killed server, or another server, still hold the
 * folder.
 */
async function launch(
  cluster: Cluster,
  postgres: NativePostgres,
  overrides: ServerSettings,
  signal?: AbortSignal,
): Promise<EmbeddedServer | null> {
  const lastPort = fs.existsSync(cluster.portFile) ? Number(fs.readFileSync(cluster.portFile, 'utf8')) : 0;
  const port = await freePort(lastPort);
  const log = fs.openSync(cluster.logFile, 'a', 0o600);
  const logStart = fs.fstatSync(log).size;
  const settings = Object.entries({ ...SERVER_SETTINGS, ...overrides }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // Detached: Ctrl-C in a terminal signals the whole process group, and the server must outlive the service's last
  // commits.
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
  const output = () => tailOf(cluster.logFile, logStart);
  const deadline = performance.now() + START_PATIENCE_MS;
  const urlOf = urlFor(cluster, port);
  try {
    for (;;) {
      if (ended !== null) {
        if (NO_SOCKETS.test(output()) && overrides['unix_socket_directories'] !== '')
          return await launch(cluster, postgres, { ...overrides, unix_socket_directories: '' }, signal);
        if (GIVES_WAY.test(output())) return null;
        throw didNotStart(ended, output());
      }
      const answer = await probe(urlOf('postgres'));
      if (answer instanceof Error) throw answer;
      if (answer === 'ready') break;
      if (performance.now() > deadline)
        throw didNotStart(new Error(`no answer within ${START_PATIENCE_MS / 1_000} s`), output());
      await sleep(POLL_MS, undefined, { signal });
    }
    // Not rewritten needlessly: on a full disk the file would become empty, and the port would be lost.
    if (port !== lastPort) fs.writeFileSync(cluster.portFile, String(port));
  } catch (error) {
    // No other code knows of the server yet and could end it.
    child.kill('SIGQUIT');
    await gone;
    throw error;
  }
  child.unref();
  return { pid: child.pid ?? 0, port, attached: false, urlOf, password: cluster.password };
}

/**
 * Returns the PostgreSQL server of a data folder: the running one, or a new one.
 *
 * Safe to call from several processes at once, and after any of them or the server was killed. A server survives the
 * process that started it; the next caller attaches to it. After a restart it takes its former port unless another
 * program has it.
 *
 * @param overrides server settings, if it is started
 * @param signal ends the start: a cluster or server that it has begun is removed or ended
 * @throws if a server holds the folder and refuses this process: two servers on one folder would destroy it
 */
export async function ensureServer(
  dataDir: string,
  overrides: ServerSettings = {},
  signal?: AbortSignal,
): Promise<EmbeddedServer> {
  requireAccess(dataDir, PRIVATE_FILES);
  fs.mkdirSync(dataDir, { recursive: true });
  const postgres = nativePostgres();
  const deadline = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const begin = async () => {
      const cluster = await openCluster(dataDir, postgres, signal);
      const running = currentPostmaster(cluster);
      if (running) return attach(cluster, running, signal);
      await removeRemains(cluster);
      signal?.throwIfAborted();
      return launch(cluster, postgres, overrides, signal);
    };
    const server = await withFolderLock(path.join(dataDir, 'pg.lock'), begin, signal);
    if (server) return server;
    if (performance.now() > deadline)
      throw new StartError(`${dataDir}: the remains of a killed PostgreSQL cannot be removed; see pg.log in it`);
    await sleep(10 * POLL_MS, undefined, { signal });
  }
}

/** Stops a server and waits for its end. Open connections are cut; committed data is safe. */
export async function stopServer(pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    if (isAlive(pid)) process.kill(pid, name);
  };
  // SIGINT requests a fast shutdown, SIGQUIT an immediate one that is followed by recovery at the next start.
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
