/**
 * Webhook messages to a receiver that fails, is slow, cuts connections and is killed, by workers that are killed: does
 * each message of a committed transaction arrive, none of a rolled-back one, and each session's in order? Exits with 1
 * when one does not.
 *
 * usage: npm run build && node bench/webhooks.mjs [--events 4000] [--sessions 40] [--webhooks 3] [--kills 6]
 *     [--seconds 1800]
 */
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '4000' },
    sessions: { type: 'string', default: '40' },
    webhooks: { type: 'string', default: '3' },
    // Kills of workers, and as many of the receiver.
    kills: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '1800' },
  },
});
const [events, sessions, webhooks, kills, seconds] = ['events', 'sessions', 'webhooks', 'kills', 'seconds'].map(
  (name) => Number(values[name]),
);
const WORKERS = 2;
/** One of this many transactions is rolled back. */
const ROLLED_BACK = 10;
/** Downtime of a killed receiver, ms. */
const AWAY_MS = 2_000;
/** Many short waits: this measures losses, not real waits of three days. */
const RETRIES = Array.from({ length: 20 }, (_, i) => Math.min(i, 5)).join(',');

const folder = mkdtempSync(join(tmpdir(), 'gleaner-webhooks-'));
const log = join(folder, 'taken.log');
writeFileSync(log, '');
const service = await startService({ ROLE: 'api' });
const databaseUrl = await service.databaseUrl();
const database = new pg.Client(databaseUrl);
await database.connect();

const secrets = {};
let port = 0;
let receiver = null;
async function startReceiver() {
  receiver = fork('bench/support/flaky-receiver.mjs', [log], {
    env: { ...process.env, SECRETS: JSON.stringify(secrets), PORT: String(port) },
  });
  [{ port }] = await once(receiver, 'message');
}
async function kill(child) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
const startWorker = () =>
  spawn(process.execPath, ['dist/worker.js'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ROLE: 'worker',
      DATABASE_URL: databaseUrl,
      DATA_DIR: service.dataDir,
      CACHE_DIR: resolve('data/cache'),
      LOG_LEVEL: 'error',
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      WEBHOOK_RETRY_SECONDS: RETRIES,
    },
  });

// The receiver starts first, for its port, and restarts when it can know the secrets.
await startReceiver();
await kill(receiver);
const topic = await service.call('POST', '/topics', {
  name: 'soak',
  keywords: ['cheese'],
  seeds: ['https://a.example/'],
});
for (let i = 0; i < webhooks; i++) {
  const path = `/hook/${i}`;
  const made = await service.call('POST', '/webhooks', {
    url: `http://127.0.0.1:${port}${path}`,
    types: ['session.state_changed'],
  });
  secrets[path] = made.secret;
}
await startReceiver();
const workers = Array.from({ length: WORKERS }, startWorker);

/** Committed events: numbers from 0 by session. */
const told = new Map(Array.from({ length: sessions }, () => [randomUUID(), 0]));
const ids = [...told.keys()];
let rolledBack = 0;
async function announceAll() {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (let i = 0; i < events; i++) {
    const session = ids[Math.floor(Math.random() * ids.length)];
    const isKept = Math.random() >= 1 / ROLLED_BACK;
    const no = told.get(session);
    await client.query('BEGIN');
    await client.query(`SELECT announce('session.state_changed', $1, $2, $3)`, [
      topic.id,
      session,
      { session, no: isKept ? no : 'rolled back' },
    ]);
    await client.query(isKept ? 'COMMIT' : 'ROLLBACK');
    if (isKept) told.set(session, no + 1);
    else rolledBack++;
  }
  await client.end();
}

const began = performance.now();
const elapsed = () => (performance.now() - began) / 1_000;
let isWritten = false;
const writing = announceAll().then(() => (isWritten = true));
const killed = { workers: 0, receiver: 0 };
for (;;) {
  await sleep(250);
  const { rows } = await database.query(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE status = 'PENDING')::int AS pending FROM webhook_messages`,
  );
  const [{ all, pending }] = rows;
  if (isWritten && pending === 0) break;
  if (elapsed() > seconds) break;
  // Kills are spread over the messages.
  const due = Math.floor(((all - pending) / (0.9 * events * webhooks)) * (kills + 1));
  if (killed.workers < Math.min(due, kills)) {
    const which = killed.workers++ % WORKERS;
    await kill(workers[which]);
    workers[which] = startWorker();
    killed.receiver++;
    await kill(receiver);
    await sleep(AWAY_MS);
    await startReceiver();
  }
}
await writing;
const took = elapsed();
const { rows: statuses } = await database.query(
  `SELECT status, count(*)::int AS count, sum(attempts)::int AS attempts FROM webhook_messages GROUP BY 1`,
);
const { rows: hooks } = await database.query('SELECT url, enabled, disabled_reason FROM webhooks WHERE NOT enabled');
await Promise.all([...workers, receiver].map(kill));
await database.end();
await service.stop();

const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
const faults = {};
const firsts = new Map();
const heard = new Map();
let taken = 0;
for (const line of lines) {
  if (line.startsWith('!')) {
    faults[line.slice(2)] = (faults[line.slice(2)] ?? 0) + 1;
    continue;
  }
  taken++;
  const [path, id, session, no] = line.split(' ');
  if (firsts.has(`${path} ${id}`)) continue;
  firsts.set(`${path} ${id}`, true);
  const lane = `${path} ${session}`;
  heard.set(lane, [...(heard.get(lane) ?? []), no]);
}
const committed = [...told.values()].reduce((sum, count) => sum + count, 0);
const sent = committed * webhooks;
let [lost, outOfOrder, uncommitted] = [0, 0, 0];
for (const path of Object.keys(secrets)) {
  for (const [session, count] of told) {
    const numbers = heard.get(`${path} ${session}`) ?? [];
    const known = new Set(numbers);
    for (let no = 0; no < count; no++) if (!known.has(String(no))) lost++;
    uncommitted += numbers.filter((no) => no === 'rolled').length;
    outOfOrder += numbers.filter((no, i) => i > 0 && Number(no) < Number(numbers[i - 1])).length;
  }
}
rmSync(folder, { recursive: true, force: true });

const attempts = statuses.reduce((sum, row) => sum + row.attempts, 0);
const result = {
  sent,
  receivedOnceOrMore: firsts.size,
  lost,
  outOfOrder,
  repetitions: taken - firsts.size,
  rolledBack,
  uncommitted,
  attempts,
  workersKilled: killed.workers,
  receiverKilled: killed.receiver,
  seconds: Math.round(took),
};
report(
  'webhooks',
  ['messages', 'count'],
  [
    [`sent (${committed} events of ${sessions} sessions, ${webhooks} webhooks)`, sent],
    ['received once or more', firsts.size],
    ['lost', lost],
    ['out of order within a session', outOfOrder],
    ['repetitions', result.repetitions],
    [`told of ${rolledBack} transactions that were rolled back`, uncommitted],
    ['attempts noted', attempts],
    ['workers killed', killed.workers],
    ['receiver killed', killed.receiver],
    ['seconds', result.seconds],
    ...Object.entries(faults).map(([name, count]) => [`receiver: ${name}`, count]),
  ],
  { ...result, faults, statuses, switchedOff: hooks },
);
const isWrong = lost + outOfOrder + uncommitted > 0 || firsts.size !== sent || hooks.length > 0;
process.exit(isWrong || Object.keys(faults).some((name) => name.startsWith('not verified')) ? 1 : 0);
