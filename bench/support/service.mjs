/**
 * Starts the built service (ROLE=all, embedded PostgreSQL) for a benchmark, on a data folder of its own under the
 * system's temporary folder.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'node:net';

const START_DEADLINE_MS = 300_000;
/**
 * Functions that stop each running service. An interrupted benchmark runs them, newest first, and removes their data.
 */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    // The benchmark's current work fails now.
    process.on('uncaughtException', () => undefined);
    for (const stop of [...running].reverse()) await stop();
    process.exit(130);
  });

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

export async function startService(env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/main.js'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ROLE: 'all',
      PORT: String(port),
      DATA_DIR: dataDir,
      CACHE_DIR: resolve('data/cache'),
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      CRAWL_ALLOWED_PORTS: 'any',
      ...env,
    },
  });
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    running.delete(stop);
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  running.add(stop);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('the service did not become ready');
    await sleep(100);
  }
  return {
    url,
    dataDir,
    pid: child.pid,
    call: async (method, path, body) => {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const answer = response.status === 204 ? null : await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
    /** Of the embedded server, for measurements and faults. */
    databaseUrl: async () => {
      const { ensureServer } = await import('../../dist/platform/database/embedded-server.js');
      return (await ensureServer(dataDir)).urlOf('gleaner');
    },
    stop,
  };
}
