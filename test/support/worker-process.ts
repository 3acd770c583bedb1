import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { looks } from './looks.js';
import { serviceEnvironment } from './service.js';
import { inSharedProcess } from './shared-process.js';

export interface WorkerProcess {
  readonly pid: number;
  /** As in a power failure: no handler runs. */
  kill(): Promise<void>;
  /** Asks it to end in order. @returns its exit code */
  stop(): Promise<number | null>;
  /** Resolves when its health check reports ready; it needs a WORKER_PORT. */
  ready(): Promise<void>;
}

/** Starts a crawl worker as a separate process on a database. */
export const startWorker = (env: Record<string, string>): WorkerProcess => startProcess('worker', env);

/** Starts a fetcher of a fleet as a separate process. */
export const startFetcher = (env: Record<string, string>): WorkerProcess => startProcess('fetcher', env);

function startProcess(role: 'worker' | 'fetcher', env: Record<string, string>): WorkerProcess {
  const script = path.resolve(`dist/${role}.js`);
  if (!existsSync(script)) throw new Error(`${script} does not exist: run npm run build`);
  const dataDir = path.resolve('.cache/test');
  mkdirSync(dataDir, { recursive: true });
  const child: ChildProcess = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      ROLE: role,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      CACHE_DIR: dataDir,
      NODE_OPTIONS: '',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const { pid } = child;
  if (pid === undefined) throw new Error('the process did not start');
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
    ready: async () => {
      const { pause } = looks();
      const url = `http://127.0.0.1:${env['WORKER_PORT']}/health/ready`;
      const isReady = (): Promise<boolean> =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the ${role} has ended`);
        await pause();
      }
    },
  };
}

/**
 * Starts a crawl worker in the process that suites share: a separate process takes seconds of CPU. For suites that
 * neither kill it nor check its end.
 */
export async function startSharedWorker(
  env: Record<string, string> & { readonly DATABASE_URL: string },
): Promise<{ stop(): Promise<void> }> {
  const { id } = await inSharedProcess<{ id: number }>('worker', {
    env: serviceEnvironment(env.DATABASE_URL, { ROLE: 'worker', ...env }),
  });
  return { stop: () => inSharedProcess('stop', { id }) };
}
