import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledProduct } from '../support/build.js';
import { testFolder } from '../support/database.js';

/** The compiled service in processes of its own, as `npm start` runs it. */
class Service {
  private text = '';
  private constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.text += chunk.toString()));
  }

  static start(dist: string, env: Record<string, string>): Service {
    const service = new Service(
      spawn(process.execPath, [path.join(dist, 'main.js')], {
        env: {
          PATH: process.env['PATH'],
          PORT: '0',
          LOG_LEVEL: 'info',
          RATE_LIMIT_PER_MINUTE: '0',
          // The prepared word vectors of the other tests: each worker would begin to make its own, seconds of computing, until it is killed.
          CACHE_DIR: path.resolve('.cache/test'),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
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
let dist: string;
/** Of all services that start: each finds it as the one before left it, however that ended. */
let folder: string;
beforeAll(async () => {
  dist = compiledProduct();
  folder = newDataFolder();
}, 300_000);
afterAll(() => running.forEach((child) => child.kill('SIGKILL')));

function newDataFolder(): string {
  const folder = mkdtempSync(path.join(testFolder(), 'data-'));
  chmodSync(folder, 0o711);
  return folder;
}
const isServed = (folder: string) => existsSync(path.join(folder, 'pg', 'postmaster.pid'));

async function until(condition: () => boolean, what: string): Promise<void> {
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
const workersOf = (service: Service) =>
  childrenOf(service.child.pid ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js'),
  );

describe('ROLE=all', () => {
  test('serves, keeps a worker, and takes everything along when it ends', async () => {
    const service = Service.start(dist, { DATA_DIR: folder });
    const { url } = await service.line('listening');
    await service.line('working');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);

    const [first] = workersOf(service);
    process.kill(first ?? 0, 'SIGKILL');
    await service.line('worker process died');
    await service.line('working', 2);
    expect(workersOf(service)).toHaveLength(1);
    expect(workersOf(service)).not.toContain(first);
    expect(await (await fetch(`${String(url)}/metrics`)).text()).toMatch(/gleaner_worker_restarts_total\{[^}]*\} 1/);

    // As when its terminal is closed.
    expect(await service.end('SIGHUP')).toBe(0);
    expect(service.lines('stopped')).toHaveLength(2);
    expect(isServed(folder)).toBe(false);
  }, 400_000);

  test('killed, it leaves no worker and no database server behind', async () => {
    const service = Service.start(dist, { DATA_DIR: folder });
    await service.line('working');
    const [worker] = workersOf(service);
    await service.end('SIGKILL');
    await until(() => !existsSync(`/proc/${worker ?? 0}`), 'the end of the worker');
    await until(() => !isServed(folder), 'the end of the server');
  }, 400_000);
});

describe('ROLE=api and ROLE=worker', () => {
  test('share the embedded database; the API keeps working when server and worker are killed', async () => {
    const api = Service.start(dist, { DATA_DIR: folder, ROLE: 'api' });
    const { url } = await api.line('listening');
    const worker = Service.start(dist, { DATA_DIR: folder, ROLE: 'worker' });
    await worker.line('working');
    expect(worker.lines('database running')).toEqual([expect.objectContaining({ attached: true })]);
    expect(workersOf(api)).toEqual([]);

    process.kill(Number(readFileSync(path.join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await api.line('embedded database was lost and is running again');
    await worker.line('embedded database was lost and is running again');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);

    await worker.end('SIGKILL');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);
    expect(await api.end('SIGTERM')).toBe(0);
    expect(isServed(folder)).toBe(false);
  }, 400_000);
});

describe('a start that is refused', () => {
  test.each([
    [{ PORT: 'x' }, /^Configuration refused:\n {2}PORT: "x" is not allowed; expected an integer from 0 to 65535/],
    [{ HOST: '0.0.0.0' }, /HOST: "0\.0\.0\.0" can be reached from other machines/],
  ])(
    '%j says why and exits with 78',
    async (env, message) => {
      const service = Service.start(dist, { DATA_DIR: folder, ...env });
      const [code] = (await once(service.child, 'exit')) as [number];
      expect([code, service.log]).toEqual([78, expect.stringMatching(message)]);
    },
    180_000,
  );

  test('a port in use ends the process, and the database server with it', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const service = Service.start(dist, {
      DATA_DIR: folder,
      ROLE: 'api',
      PORT: String((occupant.address() as AddressInfo).port),
    });
    const [code] = (await once(service.child, 'exit')) as [number];
    expect([code, service.log]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
    expect(isServed(folder)).toBe(false);
    occupant.close();
  }, 400_000);
});
