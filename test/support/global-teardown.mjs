import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Time for PostgreSQL's fast shutdown. */
const PATIENCE_MS = 15_000;

async function leftDatabases(folder, port) {
  const password = encodeURIComponent(readFileSync(join(folder, 'pg-password'), 'utf8').trim());
  const client = new pg.Client({ connectionString: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    const { rows } = await client.query("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'");
    return rows.map((row) => row.datname);
  } finally {
    await client.end();
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends the processes of shared services and the run's PostgreSQL. A suite's database that was not dropped fails the
 * run.
 */
export default async function teardown() {
  const folder = process.env.GLEANER_TEST_FOLDER;
  const pidFile = join(folder, 'pg', 'postmaster.pid');
  for (const file of readdirSync(folder).filter((name) => /^services-\d+\.pid$/.test(name))) {
    const pid = Number(readFileSync(join(folder, file), 'utf8'));
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  let left = [];
  if (existsSync(pidFile)) {
    const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
    if (isAlive(pid)) {
      left = await leftDatabases(folder, port);
      process.kill(pid, 'SIGINT');
      const deadline = Date.now() + PATIENCE_MS;
      while (existsSync(pidFile) && Date.now() < deadline) await sleep(20);
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  if (left.length > 0)
    throw new Error(`suites left their databases behind (call drop() or stop() in afterAll): ${left.join(', ')}`);
}
