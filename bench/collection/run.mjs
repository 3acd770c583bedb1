/**
 * The collection of a topic with many sessions that overlap by half: time to build it, time of its queries alone and
 * beside a crawl, cost of upkeep for a crawl, and time until a deleted session has left it.
 *
 * usage: npm run build && node bench/collection/run.mjs [--sessions 30] [--pages 20000] [--times 40] [--rounds 2]
 *     [--crawl 12000] [--policy breadth-first]
 *   --pages   of each session
 *   --times   repetitions of each query, alone and beside a crawl
 *   --rounds  crawls with and without upkeep, in turn; 0 for none
 *   --crawl   pages of each
 *   --policy  of the crawls
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { measureTree } from '../support/processes.mjs';
import { percentile, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { completeSessions, fillTopic } from './topic.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '30' },
    pages: { type: 'string', default: '20000' },
    times: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '2' },
    crawl: { type: 'string', default: '12000' },
    policy: { type: 'string', default: 'breadth-first' },
  },
});
const [sessions, pages, times, rounds, crawlPages] = [
  values.sessions,
  values.pages,
  values.times,
  values.rounds,
  values.crawl,
].map(Number);

const site = fork('bench/support/site-server.mjs', [String(crawlPages * 4)]);
const [{ port }] = await once(site, 'message');
const service = await startService({ API_QUERY_SECONDS: '60' });
const client = new pg.Client({ connectionString: await service.databaseUrl() });
await client.connect();

const seconds = (from) => Number(((performance.now() - from) / 1_000).toFixed(1));
const collectionOf = (topic) => service.call('GET', `/topics/${topic}/collection`);
async function upToDate(topic) {
  for (;;) {
    const collection = await collectionOf(topic);
    if (collection.behind === 0) return collection;
    await sleep(300);
  }
}

/** Queries by name, each with several variants, so that not always the same row is read. */
function queriesOf(topic, ids) {
  const list = (what, query) => `/topics/${topic}/${what}?first=50&${query}`;
  const since = new Date(Date.now() - 15 * 86_400_000).toISOString();
  const numbers = Array.from({ length: 10 }, (_, i) => Math.floor(((i + 0.5) * (sessions + 1) * pages) / 20));
  return {
    'pages, newest first': [list('pages', '')],
    'relevant pages, each text once': [list('pages', 'relevant=true&duplicate=false')],
    'pages by probability': [list('pages', 'sort=probability')],
    'pages of a domain': numbers.map((n) => list('pages', `domain=site${n % 4_000}.example`)),
    "not of the seeds' domains": [list('pages', 'seedDomain=false&relevant=true')],
    'in a rare language, relevant': [list('pages', 'language=fi&relevant=true')],
    'pages new since a time': [list('pages', `foundSince=${since}&sort=probability`)],
    'pages new since a session': ids.slice(-10).map((id) => list('pages', `newSinceSession=${id}`)),
    'search, common word': [list('pages', 'search=cheese')],
    'search, rare word': numbers.map((n) => list('pages', `search=word${n}`)),
    'search, rare word, relevant': numbers.map((n) => list('pages', `search=word${n}&relevant=true`)),
    'search, no match': [list('pages', 'search=nowherehere')],
    'search, 600 matches, relevant': numbers.map((n) =>
      list('pages', `search=page%20${n % 100}&relevant=true&sort=probability`),
    ),
    'relevant domains': [list('domains', 'relevant=true')],
    'domains by share': [list('domains', 'sort=share')],
    'domains new since a session': ids.slice(-10).map((id) => list('domains', `newSinceSession=${id}`)),
    "domains, not the seeds'": [list('domains', 'seedDomain=false')],
    'a total of pages': [list('pages', 'relevant=true&total=true')],
    'in numbers': [`/topics/${topic}/collection`],
  };
}

async function take(path) {
  const began = performance.now();
  const response = await fetch(`${service.url}/v1${path}`);
  await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - began;
}
async function measure(queries) {
  const taken = {};
  for (const [name, paths] of Object.entries(queries)) {
    await take(paths[0]);
    taken[name] = [];
    for (let i = 0; i < times; i++) taken[name].push(await take(paths[i % paths.length]));
  }
  return taken;
}

/** Starts a crawl of local pages. */
async function crawl(name, fetches) {
  const topic = await service.call('POST', '/topics', {
    ...{ name, keywords: ['cheese', 'butter', 'recipe'], seeds: [`http://127.0.0.1:${port}/p0`] },
  });
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
    ...{ policy: values.policy, budget: { fetches }, concurrency: 8, hostConcurrency: 8 },
    ...{ hostDelayMs: 0, robots: false, render: 'never', domainCap: 'unlimited' },
  });
  return { topic: topic.id, id: session.id };
}
const look = (id) => service.call('GET', `/sessions/${id}`);

/** Crawls from the first hundred pages to the end. @param isKept whether the collection is kept up to date meanwhile */
async function crawlOnce(name, isKept) {
  const holder = new pg.Client({ connectionString: await service.databaseUrl() });
  await holder.connect();
  const { topic, id } = await crawl(name, crawlPages);
  if (!isKept) {
    // The holder of a collection's row is the process that updates it.
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO collections (topic_id) VALUES ($1) ON CONFLICT (topic_id) DO UPDATE SET clearing = FALSE`,
      [topic],
    );
  }
  while ((await look(id)).fetched < 100) await sleep(50);
  const [began, before, from] = [performance.now(), measureTree(service.pid), (await look(id)).fetched];
  let session;
  do {
    await sleep(200);
    session = await look(id);
  } while (session.state === 'running');
  const took = (performance.now() - began) / 1_000;
  // Upkeep lags behind the crawl: all that it does for the session counts.
  if (isKept) await upToDate(topic);
  const after = measureTree(service.pid);
  // Otherwise the next crawl would pay for this one's collection.
  if (!isKept) await service.call('DELETE', `/topics/${topic}`);
  await holder.query('ROLLBACK').catch(() => undefined);
  await holder.end();
  const fetched = session.fetched - from;
  const ms = (cpu) => Number(((1_000 * cpu) / fetched).toFixed(2));
  return {
    'pages/s': Math.round(fetched / took),
    'CPU, ms/page': ms(after.cpu - before.cpu),
    'of it PostgreSQL': ms(after.postgresCpu - before.postgresCpu),
  };
}

try {
  const { topic, sessions: ids } = await fillTopic(client, sessions, pages);
  let began = performance.now();
  await completeSessions(client, topic);
  const collection = await upToDate(topic);
  const madeSeconds = seconds(began);
  console.log(`made in ${madeSeconds} s:`, collection);
  await client.query('ANALYZE');

  const queries = queriesOf(topic, ids);
  const alone = await measure(queries);
  const beside = await crawl('beside', crawlPages * 3);
  while ((await look(beside.id)).fetched < 200) await sleep(100);
  const busy = await measure(queries);
  const { state } = await look(beside.id);
  if (state !== 'running') console.warn(`the crawl beside the queries had ended: ${state}`);
  else await service.call('POST', `/sessions/${beside.id}/stop`);
  const rows = Object.keys(queries).map((name) => [
    name,
    ...[alone[name], busy[name]].flatMap((ms) => [percentile(ms, 0.5), percentile(ms, 0.95)]).map(Math.round),
  ]);

  while (!['stopped', 'completed'].includes((await look(beside.id)).state)) await sleep(200);
  await upToDate(beside.topic);
  const crawls = [];
  for (let i = 0; i < rounds; i++)
    for (const isKept of i % 2 === 0 ? [true, false] : [false, true])
      crawls.push({ 'kept up to date': isKept, ...(await crawlOnce(`crawl ${i} ${isKept}`, isKept)) });
  if (rounds > 0) console.table(crawls);

  began = performance.now();
  await service.call('DELETE', `/sessions/${ids[Math.floor(sessions / 2)]}`);
  const deleteMs = performance.now() - began;
  const after = await upToDate(topic);
  const deletedSeconds = seconds(began);
  began = performance.now();
  const job = await service.call('POST', `/topics/${topic}/collection/rebuild`);
  while (!['completed', 'failed'].includes((await service.call('GET', `/jobs/${job.id}`)).state)) await sleep(200);
  const rebuiltSeconds = seconds(began);
  const { rows: tables } = await client.query(
    `SELECT relname AS name, round(pg_total_relation_size(oid) / 1e6) AS mb, round(pg_indexes_size(oid) / 1e6) AS indexes FROM pg_class WHERE relname LIKE 'collection%' AND relkind = 'r' ORDER BY 2 DESC`,
  );
  console.table(tables);
  const took = { madeSeconds, deleteMs: Math.round(deleteMs), deletedSeconds, rebuiltSeconds };
  console.log(took);
  report('collection', ['query', 'p50 alone, ms', 'p95 alone', 'p50 beside a crawl', 'p95 beside'], rows, {
    ...{ sessions, pages, collection, afterDeletion: after, crawls, tables, ...took },
  });
} finally {
  await client.end();
  await service.stop();
  site.kill();
}
