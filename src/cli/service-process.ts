import { fork, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, openSync, type WriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processEnvironment, type Environment } from '../platform/config/index.js';
import { CliError } from './cli-error.js';

export interface ServiceProcess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves when the service has ended for any reason, with its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends the service in order. */
  stop(): Promise<void>;
}

/** The first start creates a database cluster and the word vectors, which takes some 15 s on a small machine. */
const START_PATIENCE_MS = 180_000;
/** The service gives its parts 10 s to finish, and then stops its database. */
const STOP_PATIENCE_MS = 40_000;
const READY_POLL_MS = 100;
/** Last log lines shown if the service does not start. */
const SHOWN_LOG_LINES = 8;
const SHOWN_LINE_CHARS = 2_000;

/**
 * Starts the service (API and worker) as a child process with its own database in a data folder, on a free loopback
 * port.
 *
 * It inherits the caller's settings except address, database, role and keys. It ends when this process ends. Its log
 * goes to `service.log` in the data folder.
 *
 * @throws CliError if it ends or is not ready in time
 */
export async function startServiceProcess(dataDir: string, settings: Environment): Promise<ServiceProcess> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  const logFile = join(folder, 'service.log');
  const log = createWriteStream(logFile, { fd: openSync(logFile, 'w') });
  // A full disk costs log lines, not the service.
  log.on('error', () => undefined);
  const env: Environment = {
    ...processEnvironment(),
    ROLE: 'all',
    HOST: '127.0.0.1',
    PORT: '0',
    WORKER_PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    API_KEYS: '',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    WORKER_ID: '',
    ...settings,
  };
  // A separate process group: Ctrl-C reaches only this process, which ends the service when it no longer needs it.
  const child = fork(fileURLToPath(new URL('../main.js', import.meta.url)), [], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    detached: true,
  });
  const ended = new Promise<number | null>((done) => {
    child.once('exit', (code) => done(code));
    child.once('error', () => done(1));
  });
  void ended.then(() => log.end());
  const lastLines: string[] = [];
  const address = new Promise<string>((found) => readLog(child, log, lastLines, found));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };

  const failed = (what: string): CliError => {
    const why = lastLines.map(fatalMessage).findLast((message) => message !== null);
    const said = why === undefined ? lastLines.map((line) => `\n  ${line}`).join('') : `\n  ${why}`;
    return new CliError(`${what}; its log is ${logFile}${said}`);
  };
  const deadline = performance.now() + START_PATIENCE_MS;
  const timer = new Promise<null>((expired) => setTimeout(expired, START_PATIENCE_MS, null).unref());
  const url = await Promise.race([
    address,
    ended.then((code) => failed(`the service ended with code ${code ?? 'none'} during its start`)),
    timer,
  ]);
  if (url instanceof Error) throw url;
  if (url === null || !(await becomesReady(url, deadline))) {
    await stop();
    throw failed(`the service was not ready within ${START_PATIENCE_MS / 1_000} s`);
  }
  return { url, pid: child.pid ?? 0, logFile, ended, stop };
}

/** Copies the child's output into the log file and finds its URL in it. */
function readLog(child: ChildProcess, log: WriteStream, lastLines: string[], found: (url: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (!log.writableEnded) log.write(`${line}\n`);
      lastLines.push(line.slice(0, SHOWN_LINE_CHARS));
      if (lastLines.length > SHOWN_LOG_LINES) lastLines.shift();
      const url = listeningUrl(line);
      if (url !== null) found(url);
    });
  }
}

/** The fatal message of a service that does not start. */
function fatalMessage(line: string): string | null {
  if (!line.includes('"fatal"')) return null;
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: unknown; msg?: unknown; err?: unknown };
    // With an error it is a bug, and all details are useful.
    return level === 'fatal' && typeof msg === 'string' && err === undefined ? msg : null;
  } catch {
    return null;
  }
}

function listeningUrl(line: string): string | null {
  if (!line.includes('"listening"')) return null;
  try {
    const entry = JSON.parse(line) as { msg?: unknown; url?: unknown };
    return entry.msg === 'listening' && typeof entry.url === 'string' ? entry.url : null;
  } catch {
    return null;
  }
}

async function becomesReady(url: string, deadline: number): Promise<boolean> {
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.ok === true) return true;
    await new Promise((resume) => setTimeout(resume, READY_POLL_MS));
  }
  return false;
}
