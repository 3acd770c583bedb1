/**
 * Cost of counting for quotas in commits: sessions commit as fast as they can, with and without it, all in one project
 * and each in its own.
 *
 * Only the last statements of a commit run, those that lock rows: a real commit takes longer and waits less for others.
 *
 * usage: npm run build && node bench/quotas.mjs [--sessions 8] [--seconds 10]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { allowService, applyMigrations, startEmbedded } from '../dist/platform/database/index.js';
import { percentile, report } from './support/report.mjs';

const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '8' }, seconds: { type: 'string', default: '10' } },
});
const [sessions, seconds] = [Number(values.sessions), Number(values.seconds)];
const STEPS = 20;

const folder = mkdtempSync(join(tmpdir(), 'gleaner-quotas-'));
const database = await startEmbedded({ dataDir: folder, database: 'gleaner' });
await applyMigrations(database.ownerUrl);
await allowService(database.ownerUrl, database.url);
const admin = new pg.Client({ connectionString: database.ownerUrl });
await admin.connect();

/** Sessions with nothing to crawl. @returns their ids */
async function makeSessions(projects) {
  const ids = [];
  for (let i = 0; i < sessions; i++) {
    const one = async (text, given = []) => (await admin.query(`${text} RETURNING id`, given)).rows[0].id;
    const name = `${projects} ${i} ${Math.random()}`;
    const project =
      projects === 'own' || i === 0
        ? await one('INSERT INTO projects (id, name) VALUES (gen_random_uuid(), $1)', [name])
        : ids[0].project;
    const topic = await one(
      'INSERT INTO topics (id, project_id, name, updated_at) VALUES (gen_random_uuid(), $1, $2, now())',
      [project, name],
    );
    const words = await one('INSERT INTO keyword_sets (id, topic_id, version) VALUES (gen_random_uuid(), $1, 1)', [
      topic,
    ]);
    const model = await one(
      `INSERT INTO models (id, project_id, topic_id, version, kind, status, config, keyword_set_version) VALUES (gen_random_uuid(), $1, $2, 1, 'naive-bayes', 'READY', '{}', 1)`,
      [project, topic],
    );
    const id = await one(
      `INSERT INTO sessions (id, project_id, topic_id, keyword_set_id, model_id, policy, policy_version, policy_config, config, random_seed, seeds)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, 'breadth-first', 1, '{}', '{}', 1, '{}')`,
      [project, topic, words, model],
    );
    ids.push({ id, project });
  }
  return ids;
}

/** @returns the times of all commits, ms */
async function commitAll(ids, counts) {
  const until = performance.now() + 1_000 * seconds;
  const times = [];
  await Promise.all(
    ids.map(async ({ id }) => {
      const client = new pg.Client({ connectionString: database.url, options: '-c role=gleaner_worker' });
      await client.connect();
      const usage = counts
        ? `SET CONSTRAINTS stored_pages_counted IMMEDIATE; SELECT note_usage('${id}', ${STEPS}, 0) AS reached;`
        : '';
      while (performance.now() < until) {
        const from = performance.now();
        await client.query('BEGIN');
        await client.query(
          `UPDATE sessions SET ${counts ? `fetched = fetched + ${STEPS},` : ''} completed = completed + ${STEPS}, updated_at = now() WHERE id = '${id}'; ${usage} COMMIT`,
        );
        times.push(performance.now() - from);
      }
      await client.end();
    }),
  );
  return times;
}

const rows = [];
for (const [name, projects, counts, quotas] of [
  ['not counted', 'one', false, false],
  ['counted, one project', 'one', true, false],
  ['counted, one project with quotas', 'one', true, true],
  ['counted, a project each', 'own', true, true],
]) {
  const ids = await makeSessions(projects);
  if (quotas)
    await admin.query(
      'UPDATE projects SET max_sessions_running = 100, max_fetches_per_day = 2000000000, max_stored_pages = 2000000000, max_renders_per_day = 2000000000',
    );
  const times = await commitAll(ids, counts);
  rows.push([
    name,
    Math.round(times.length / seconds),
    percentile(times, 0.5).toFixed(2),
    percentile(times, 0.95).toFixed(2),
    percentile(times, 0.99).toFixed(2),
  ]);
}
report('quotas', ['commits', 'a second', 'p50 ms', 'p95 ms', 'p99 ms'], rows, { sessions, seconds, steps: STEPS });
await admin.end();
await database.stop();
rmSync(folder, { recursive: true, force: true });
