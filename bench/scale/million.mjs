/**
 * One large session from beginning to end: memory of the learner, table sizes, times of result queries during and after
 * it, and the time of its deletion. The web is synthetic, behind a proxy in its own process.
 *
 * usage: npm run build && node bench/scale/million.mjs [--pages 1000000] [--policy prospector] [--looks 10]
 *     [--times 20] [--concurrency 16]
 *   --looks  number of query rounds while it runs, evenly over its pages; five times each
 *   --times  repetitions of each query afterwards
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { measureTree, proportionalMb } from '../support/processes.mjs';
import { percentile, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000000' },
    policy: { type: 'string', default: 'prospector' },
    looks: { type: 'string', default: '10' },
    times: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: '16' },
  },
});
const pages = Number(values.pages);
const looks = Number(values.looks);
const TIMES_DURING = 5;
/** Number of the web's pages that the session fetches. */
const FETCHED_SHARE = 0.8;
const ENDED = ['completed', 'failed', 'stopped'];

const web = fork('bench/scale/web.mjs', [String(Math.ceil(pages / FETCHED_SHARE))]);
const [{ url: proxy, keywords, seeds }] = await once(web, 'message');
const service = await startService({ CRAWL_PROXY_URL: proxy, API_QUERY_SECONDS: '60' });
const database = new pg.Client({ connectionString: await service.databaseUrl() });
await database.connect();
const one = async (sql, parameters = []) => (await database.query(sql, parameters)).rows[0];

/** @returns ms to the first byte and to the end of a response, and its bytes */
async function take(path) {
  const began = performance.now();
  const response = await fetch(`${service.url}/v1${path}`);
  let bytes = 0;
  let first;
  for await (const chunk of response.body) {
    first ??= performance.now() - began;
    bytes += chunk.length;
  }
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return { first, ms: performance.now() - began, bytes };
}

const queriesOf = (id) => ({
  'relevant domains': `/sessions/${id}/domains?first=50&relevant=true`,
  'domains by harvest rate': `/sessions/${id}/domains?first=50&sort=harvestRate`,
  pages: `/sessions/${id}/pages?first=50`,
  'pages by score': `/sessions/${id}/pages?first=50&sort=probability&order=desc`,
  'relevant pages': `/sessions/${id}/pages?first=50&relevant=true`,
  'full text, common word': `/sessions/${id}/pages?first=20&search=${encodeURIComponent(keywords[0])}`,
  'full text, no match': `/sessions/${id}/pages?first=20&search=nowherehere`,
  failures: `/sessions/${id}/failures?first=50`,
  links: `/sessions/${id}/links?first=50`,
  series: `/sessions/${id}/series?points=100`,
  report: `/sessions/${id}/report`,
});

async function makeQueries(queries, times, taken) {
  for (const [name, path] of Object.entries(queries))
    for (let i = 0; i < times; i++) (taken[name] ??= []).push((await take(path)).ms);
}

const SIZES = `SELECT whole.relname AS name, sum(pg_total_relation_size(c.oid))::float8 / 1e6 AS mb, sum(pg_indexes_size(c.oid))::float8 / 1e6 AS "indexMb",
    sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0))::float8 AS rows
  FROM pg_class c JOIN pg_class whole ON whole.oid = coalesce(pg_partition_root(c.oid)::oid, c.oid)
  WHERE c.relkind = 'r' AND whole.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 2 DESC LIMIT 8`;

try {
  const topic = await service.call('POST', '/topics', { name: 'large', keywords, seeds });
  const began = performance.now();
  const { id } = await service.call('POST', `/topics/${topic.id}/sessions`, {
    ...{ policy: values.policy, budget: { fetches: pages }, concurrency: Number(values.concurrency) },
    ...{ hostConcurrency: 8, hostDelayMs: 0, robots: false, render: 'never', domainCap: 'unlimited' },
  });
  const queries = queriesOf(id);
  const during = {};
  const curve = [];
  let session;
  for (let look = 1; ; await sleep(500)) {
    session = await service.call('GET', `/sessions/${id}`);
    const isOver = ENDED.includes(session.state);
    if (!isOver && session.fetched < (pages * look) / (looks + 1)) continue;
    const { workerMb, postgresCpu, cpu } = measureTree(service.pid);
    curve.push({
      fetched: session.fetched,
      seconds: Math.round((performance.now() - began) / 1_000),
      'URLs known': session.found,
      'learner, MB': Math.round(workerMb),
      'all processes, MB': Math.round(proportionalMb(service.pid)),
      'CPU s': Math.round(cpu),
      'of it PostgreSQL': Math.round(postgresCpu),
    });
    console.table(curve.slice(-1));
    if (isOver) break;
    look++;
    await makeQueries(queries, TIMES_DURING, during);
  }
  console.log(`the session ended: ${session.state} ${session.stateReason ?? ''}, ${session.fetched} pages`);
  const indexFrom = performance.now();
  while (
    Number((await one('SELECT max(indexed) AS n FROM search_progress WHERE session_id = $1', [id])).n) <
    session.fetched + session.failed
  )
    await sleep(500);
  const indexSeconds = (performance.now() - indexFrom) / 1_000;

  const after = {};
  await makeQueries(queries, Number(values.times), after);
  const exported = await take(`/sessions/${id}/pages/export?format=csv`);
  const { rows: tables } = await database.query(SIZES);

  const deleteFrom = performance.now();
  await service.call('DELETE', `/sessions/${id}`);
  const deleteMs = performance.now() - deleteFrom;
  const leftIn = (table) => one(`SELECT EXISTS (SELECT FROM ${table} WHERE session_id = $1) AS left`, [id]);
  for (const table of ['page_links', 'pages', 'urls', 'domains']) while ((await leftIn(table)).left) await sleep(200);
  const purgeSeconds = (performance.now() - deleteFrom) / 1_000;
  const vacuumFrom = performance.now();
  for (const table of ['page_links', 'pages', 'urls']) await database.query(`VACUUM ${table}`);
  const vacuumSeconds = (performance.now() - vacuumFrom) / 1_000;

  console.table(curve);
  console.table(
    tables.map(({ name, mb, indexMb, rows }) => ({
      name,
      mb: Math.round(mb),
      'of it indexes': Math.round(indexMb),
      rows: Math.round(rows),
    })),
  );
  const rows = Object.keys(queries).map((name) => [
    name,
    ...[during[name] ?? [0], after[name]].flatMap((ms) => [percentile(ms, 0.5), percentile(ms, 0.95)]).map(Math.round),
  ]);
  const took = {
    indexSeconds: Math.round(indexSeconds),
    exportFirstMs: Math.round(exported.first),
    exportSeconds: Number((exported.ms / 1_000).toFixed(1)),
    exportMb: Math.round(exported.bytes / 1e6),
    deleteMs: Math.round(deleteMs),
    purgeSeconds: Number(purgeSeconds.toFixed(1)),
    vacuumSeconds: Number(vacuumSeconds.toFixed(1)),
  };
  console.table(took);
  report('scale', ['query', 'p50 during, ms', 'p95 during', 'p50 after', 'p95 after'], rows, {
    curve,
    tables,
    took,
    ...values,
  });
} finally {
  await database.end();
  await service.stop();
  web.disconnect();
}
