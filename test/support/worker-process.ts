import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

export interface WorkerProcess {
  readonly pid: number;
  /** As the kernel would at a power failure: no handler runs. */
  kill(): Promise<void>;
  /** Asks it to end in order. @returns its exit code */
  stop(): Promise<number | null>;
}

const WORKER = path.resolve('dist/worker.js');

/** Starts a crawl worker as its own process against a database. */
export function startWorker(env: Record<string, string>): WorkerProcess {
  if (!existsSync(WORKER)) throw new Error('dist/worker.js does not exist: run npm run build');
  const dataDir = path.resolve('.cache/test');
  mkdirSync(dataDir, { recursive: true });
  const child: ChildProcess = spawn(process.execPath, [WORKER], {
    env: { ...process.env, ROLE: 'worker', LOG_LEVEL: 'error', DATA_DIR: dataDir, CACHE_DIR: dataDir, NODE_OPTIONS: '', ...env }, stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const { pid } = child;
  if (pid === undefined) throw new Error('the worker did not start');
  return {
    pid,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
