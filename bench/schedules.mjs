/**
 * A simulated month of schedules while workers are killed at any moment: is every due time processed, and none twice?
 *
 * This program is the clock of all workers. It advances from one due time or end of a session to the next, as soon as
 * nothing is left to do. In some hours there is no worker, and due times are missed. Sessions are not crawled: they end
 * after a time that depends on their schedule.
 *
 * usage: npm run build && node bench/schedules.mjs [--schedules 50] [--days 30] [--workers 3] [--kills 40]
 *     [--outages 4] [--seed 1]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Cron } from 'croner';
import pg from 'pg';
import { createRng } from '../dist/domain/base/rng.js';
import { ScheduleClock, SchedulesService } from '../dist/modules/crawl/schedules/index.js';
import { TopicsService } from '../dist/modules/topics/topics/index.js';
import { allowService, applyMigrations, startEmbedded } from '../dist/platform/database/index.js';
import { IdempotencyService } from '../dist/platform/idempotency/index.js';
import { DEFAULT_PROJECT_ID, inProject } from '../dist/platform/scope/index.js';
import { report } from './support/report.mjs';
import { openContext } from './support/schedule-context.mjs';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '50' },
    days: { type: 'string', default: '30' },
    workers: { type: 'string', default: '3' },
    kills: { type: 'string', default: '40' },
    outages: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const [schedules, days, workers, kills, outages, seed] = [
  'schedules',
  'days',
  'workers',
  'kills',
  'outages',
  'seed',
].map((name) => Number(values[name]));

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Daylight saving time begins in this month, in America on the 8th and in Europe on the 29th. */
const START = Date.parse('2026-03-01T00:00:30Z');
const END = START + days * 24 * HOUR_MS;
const CRONS = [
  '0 */6 * * *',
  '20 6,18 * * *',
  '30 2 * * *',
  '15 7 * * MON-FRI',
  '0 0 * * SUN',
  '45 1 * * *',
  '15 12 1,15 * *',
  '0 8 * * MON-FRI',
  '*/30 2 * * SUN',
  '5 0 L * *',
];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const MISSED = ['skip', 'once', 'all'];
const OVERLAP = ['skip', 'queue'];
/** Duration of a schedule's sessions: shorter or longer than the time to its next run. */
const MINUTES = [5, 130, 400, 900];
/** After a run's due time the process may be killed within this many real ms: before, in and after its transactions. */
const KILL_WITHIN_MS = 40;

const rng = createRng(seed);
const folder = mkdtempSync(join(tmpdir(), 'gleaner-schedules-'));
const database = await startEmbedded({ dataDir: folder, database: 'gleaner' });
await applyMigrations(database.ownerUrl);
await allowService(database.ownerUrl, database.url);
const db = new pg.Client(database.ownerUrl);
await db.connect();
const query = async (text, ...parameters) => (await db.query(text, parameters)).rows;
// Processes are killed here, not the database: nothing has to wait for the disk.
await query('ALTER DATABASE gleaner SET synchronous_commit = off');

let now = START;
const context = await openContext(database.url, folder);
context.get(ScheduleClock).now = () => now;
const made = await inProject(DEFAULT_PROJECT_ID, async () => {
  const topicId = await context.get(IdempotencyService).create(
    undefined,
    'createTopic',
    '',
    (make) =>
      context
        .get(TopicsService)
        .create({ name: 'bench', keywords: ['cheese'], seeds: ['http://cheese.example/'] }, make),
    (id) => Promise.resolve(id),
  );
  const action = { session: { topicId, budget: { fetches: 5 } } };
  const list = [];
  for (let i = 0; i < schedules; i++) {
    const [cron, timeZone] = [CRONS[i % CRONS.length], ZONES[Math.floor(i / CRONS.length) % ZONES.length]];
    const rules = {
      missed: MISSED[i % MISSED.length],
      overlap: OVERLAP[Math.floor(i / MISSED.length) % OVERLAP.length],
    };
    const { id } = await context.get(SchedulesService).create({ name: `${i}`, cron, timeZone, action, ...rules });
    list.push({ id, cron, timeZone, ...rules, minutes: MINUTES[i % MINUTES.length] });
  }
  return list;
});

/** Live workers. */
const alive = new Set();
let killed = 0;
let isOut = false;
/** Ctrl-C ends the month early, with figures up to then. */
let isToEnd = false;
process.once('SIGINT', () => (isToEnd = true));
async function spawnWorker() {
  const child = fork('bench/support/schedule-worker.mjs', [folder], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.on('error', () => undefined);
  // Existing workers serve meanwhile.
  if (isOut) return child.kill('SIGKILL');
  alive.add(child);
  child.send({ now });
}
async function kill(child) {
  if (!alive.delete(child)) return;
  child.kill('SIGKILL');
  killed++;
  await once(child, 'exit');
}
const tell = () => alive.forEach((child) => child.connected && child.send({ now }, () => undefined));

const minutesOf = new Map(made.map(({ id, minutes }) => [id, minutes]));
let overlapping = 0;
/** Ends sessions whose time is over. @returns the next end */
async function endSessions() {
  const rows = await query(
    `SELECT s.id, r.schedule_id, r.started_at FROM sessions s JOIN schedule_runs r ON r.session_id = s.id WHERE s.state = 'QUEUED'`,
  );
  overlapping += rows.length - new Set(rows.map((row) => row.schedule_id)).size;
  const ends = rows.map((row) => ({
    id: row.id,
    at: row.started_at.getTime() + minutesOf.get(row.schedule_id) * MINUTE_MS,
  }));
  const over = ends.filter(({ at }) => at <= now).map(({ id }) => id);
  if (over.length > 0) await query(`UPDATE sessions SET state = 'COMPLETED' WHERE id = ANY($1)`, over);
  return Math.min(...ends.filter(({ at }) => at > now).map(({ at }) => at), Infinity);
}
const LEFT = `SELECT EXISTS (SELECT FROM schedules WHERE next_due_at <= $1) OR EXISTS (
  SELECT FROM schedules c JOIN schedule_runs r ON r.schedule_id = c.id AND r.state = 'WAITING' WHERE NOT EXISTS (
    SELECT FROM sessions s WHERE s.id = c.session_id AND s.state = 'QUEUED')) AS is`;
async function settle() {
  while ((await query(LEFT, new Date(now)))[0].is) await sleep(3);
}

/** Moments of the month at which workers are started, stopped or killed, in order. */
const moments = (count) =>
  Array.from({ length: count }, () => START + Math.floor(rng.next() * (END - START))).sort((a, b) => a - b);
const deaths = moments(kills);
const gaps = moments(outages).map((from) => ({ from, to: from + Math.floor((0.2 + rng.next() * 12) * HOUR_MS) }));

const began = performance.now();
await Promise.all(Array.from({ length: workers }, spawnWorker));
const born = [];
try {
  while (now < END && !isToEnd) {
    tell();
    while (deaths[0] <= now) {
      deaths.shift();
      const [victim] = alive;
      // The oldest one, some ms after work became due.
      if (victim === undefined) continue;
      await sleep(rng.next() * KILL_WITHIN_MS);
      await kill(victim);
      born.push(spawnWorker());
    }
    await settle();
    const nextEnd = await endSessions();
    await settle();
    const [{ at }] = await query('SELECT min(next_due_at) AS at FROM schedules');
    const next = Math.min(at.getTime(), nextEnd, END);
    if (gaps[0] && gaps[0].from <= next) {
      const { to } = gaps.shift();
      isOut = true;
      await Promise.all(born.splice(0));
      await Promise.all([...alive].map(kill));
      now = Math.min(Math.max(next, to), END);
      await endSessions();
      isOut = false;
      await Promise.all(Array.from({ length: workers }, spawnWorker));
    } else now = next;
  }
  tell();
  await settle();
} finally {
  isOut = true;
  await Promise.allSettled(born);
  await Promise.all([...alive].map(kill));
}
const simulatedDays = Math.round((now - START) / (24 * HOUR_MS));
const seconds = (performance.now() - began) / 1_000;

/** All due times of a schedule in the month, as listed by croner. */
function dueTimes({ cron, timeZone }) {
  const expression = new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true, fixedTimeRule: 'no-wildcard' });
  return expression
    .nextRuns(days * 24 + 48, new Date(START))
    .map((date) => date.getTime())
    .filter((time) => time <= now);
}

const rows = await query(
  'SELECT schedule_id, due_at, due_until, due_count, state, session_id FROM schedule_runs ORDER BY due_at',
);
const sessions = await query(`SELECT id FROM sessions`);
const started = rows.filter(({ state }) => state === 'STARTED');
const totals = { due: 0, lost: 0, doubled: 0 };
const table = new Map();
for (const schedule of made) {
  const own = rows.filter((row) => row.schedule_id === schedule.id);
  const due = dueTimes(schedule);
  const covers = due.map(
    (time) => own.filter((row) => row.due_at.getTime() <= time && time <= row.due_until.getTime()).length,
  );
  totals.due += due.length;
  totals.lost += covers.filter((count) => count === 0).length;
  totals.doubled += covers.filter((count) => count > 1).length;
  const key = `${schedule.missed}, ${schedule.overlap}`;
  const line = table.get(key) ?? { due: 0 };
  line.due += due.length;
  for (const { state, due_count: count } of own) line[state] = (line[state] ?? 0) + count;
  table.set(key, line);
}
// Each session belongs to one run, and each started run has one.
const ofRuns = new Set(started.map((row) => row.session_id));
totals.doubled += started.length - ofRuns.size + sessions.filter(({ id }) => !ofRuns.has(id)).length;
totals.lost += [...ofRuns].filter((id) => !sessions.some((session) => session.id === id)).length;

const STATES = ['STARTED', 'SKIPPED_MISSED', 'SKIPPED_OVERLAP', 'WAITING', 'FAILED'];
const body = [...table].map(([rule, line]) => [rule, line.due, ...STATES.map((state) => line[state] ?? 0)]);
const sum = (column) => body.reduce((total, row) => total + row[column], 0);
report(
  'schedules',
  ['missed, overlap', 'due', ...STATES.map((state) => state.toLowerCase().replace('_', ' '))],
  [...body, ['all', ...STATES.map((_, i) => sum(i + 1)), sum(STATES.length + 1)]],
  { schedules, days: simulatedDays, workers, killed, outages, ...totals, overlapping, seconds },
);
console.log(
  `${schedules} schedules, ${simulatedDays} days, ${workers} workers, ${killed} killed, ${outages} times none: due ${totals.due}, missed ${totals.lost}, doubled ${totals.doubled}, overlapping ${overlapping}; ${seconds.toFixed(0)} s`,
);
await context.close();
await db.end();
await database.stop();
rmSync(folder, { recursive: true, force: true });
if (totals.lost + totals.doubled + overlapping > 0) process.exitCode = 1;
