import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from './database.js';

/** The compiled service in its own processes, as with `npm start`. */
export class Service {
  private text = '';
  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  static start(dist: string, env: Record<string, string>, user: { uid?: number; gid?: number } = {}): Service {
    const service = new Service(
      spawn(process.execPath, [path.join(dist, 'main.js')], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          LOG_LEVEL: 'info',
          RATE_LIMIT_PER_MINUTE: '0',
          // The prepared word vectors of the other tests: otherwise each worker would spend seconds of CPU on its own
          // until it is killed.
          CACHE_DIR: path.resolve('.cache/test'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...user,
      }),
    );
    running.add(service.child);
    return service;
  }

  get log(): string {
    return this.text;
  }

  /** Lines of the log with a message. */
  lines(msg: string): Record<string, unknown>[] {
    return this.text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === msg);
  }

  async line(msg: string, count = 1): Promise<Record<string, unknown>> {
    const deadline = Date.now() + 240_000;
    for (;;) {
      const found = this.lines(msg)[count - 1];
      if (found) return found;
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`no "${msg}" (exit ${String(this.child.exitCode)}):\n${this.text}`);
      await sleep(50);
    }
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    const gone = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    const [code] = await gone;
    return code;
  }
}

const running = new Set<ChildProcess>();

/** Kills the remaining processes of a suite at its end. */
export const killRest = (): void => running.forEach((child) => child.kill('SIGKILL'));

/** A folder that PostgreSQL may enter. */
export function newDataFolder(): string {
  const folder = mkdtempSync(path.join(testFolder(), 'data-'));
  chmodSync(folder, 0o711);
  return folder;
}
/** Whether a database server runs on it. */
export const isServed = (folder: string) => existsSync(path.join(folder, 'pg', 'postmaster.pid'));

/** Process id of its database server. */
export const serverOf = (folder: string): number =>
  Number(readFileSync(path.join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** @throws Error if it does not become true within two minutes */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await sleep(50);
  }
}

/** Processes whose parent is the given one. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const stat = readFileSync(`/proc/${candidate}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}
/** Ids of the service's worker processes. */
export const workersOf = (service: Service) =>
  childrenOf(service.child.pid ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js'),
  );
