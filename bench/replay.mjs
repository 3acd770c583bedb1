/**
 * Restart without a checkpoint: speed of replaying the log of a stored crawl, relative to that crawl in the same run on
 * the same machine; and restart from a checkpoint. Exits with 1 when a replay takes more than a third of the worker's
 * CPU time of its crawl.
 *
 * usage: npm run build && node bench/replay.mjs [--steps 20000] [--policies best-first,tres]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { measureTree } from './support/processes.mjs';
import { report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '20000' }, policies: { type: 'string', default: 'best-first,tres' } },
});
const steps = Number(values.steps);
const LEAST_RATIO = 3;
const POLL_MS = 20;
/** More budget, so that a finished session is restored. */
const MORE = 20;

const site = fork('bench/support/site-server.mjs', [String(steps * 2)]);
const [{ port }] = await once(site, 'message');
const origin = `http://127.0.0.1:${port}`;

async function measure(policy) {
  const service = await startService();
  const client = new pg.Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  const sessionOf = async (id) =>
    (await client.query('SELECT state, error, completed, policy_stats FROM sessions WHERE id = $1', [id])).rows[0];
  const until = async (id, reached) => {
    for (;;) {
      const session = await sessionOf(id);
      if (session.state === 'FAILED') throw new Error(session.error);
      if (reached(session)) return session;
      await sleep(POLL_MS);
    }
  };
  const cpuOf = (tree) => tree.cpu - tree.postgresCpu;
  /** Seconds, and CPU seconds of the service and of PostgreSQL, until a session has reached a point. */
  const timed = async (start, reached) => {
    const before = measureTree(service.pid);
    const began = performance.now();
    const id = await start();
    await until(id, reached);
    const after = measureTree(service.pid);
    const [cpu, postgresCpu] = [cpuOf(after) - cpuOf(before), after.postgresCpu - before.postgresCpu];
    return { id, seconds: (performance.now() - began) / 1_000, cpu, postgresCpu, mb: after.workerMb };
  };
  try {
    const topic = await service.call('POST', '/topics', {
      name: `bench ${policy}`,
      keywords: ['cheese', 'butter', 'recipe'],
      seeds: [`${origin}/p0`],
    });
    await sleep(2_000); // the worker has started and claims at once
    const crawl = await timed(
      async () =>
        (
          await service.call('POST', `/topics/${topic.id}/sessions`, {
            policy,
            budget: { fetches: steps },
            concurrency: 8,
            hostConcurrency: 8,
            hostDelayMs: 0,
            robots: false,
          })
        ).id,
      ({ state }) => state === 'COMPLETED',
    );
    const { id } = crawl;
    const extended = (total) =>
      timed(
        async () => {
          await service.call('POST', `/sessions/${id}/extend`, { fetches: MORE });
          return id;
        },
        ({ state }) => state === 'RUNNING' || state === 'COMPLETED',
      ).then(async (taken) => {
        await until(id, ({ state, completed }) => state === 'COMPLETED' && completed >= total);
        return taken;
      });
    const checkpoint = await extended(steps + MORE);
    const {
      rows: [{ bytes }],
    } = await client.query(
      'SELECT coalesce(sum(length(data)), 0)::int AS bytes FROM checkpoints WHERE session_id = $1',
      [id],
    );
    await client.query('DELETE FROM checkpoints WHERE session_id = $1', [id]);
    const replay = await extended(steps + 2 * MORE);
    return { crawl, checkpoint, replay, checkpointBytes: bytes };
  } finally {
    await client.end();
    await service.stop();
  }
}

const results = {};
for (const policy of values.policies.split(',')) results[policy] = await measure(policy);
site.disconnect();

const rows = Object.entries(results).flatMap(([policy, { crawl, replay, checkpoint }]) =>
  [
    ['crawl', crawl],
    ['replay of its log', replay],
    ['from its checkpoint', checkpoint],
  ].map(([what, { seconds, cpu, postgresCpu, mb }]) => [
    policy,
    what,
    seconds.toFixed(1),
    (steps / seconds).toFixed(0),
    cpu.toFixed(1),
    postgresCpu.toFixed(1),
    (crawl.seconds / seconds).toFixed(1),
    (crawl.cpu / cpu).toFixed(1),
    mb.toFixed(0),
  ]),
);
report(
  'replay',
  ['policy', '', 'seconds', 'steps/s', 'CPU s', 'PostgreSQL CPU s', 'times faster', 'times less CPU', 'MB'],
  rows,
  { steps, results },
);
if (Object.values(results).some(({ crawl, replay }) => crawl.cpu / replay.cpu < LEAST_RATIO)) process.exitCode = 1;
