/**
 * Response times of the API's queries on a large session beside a crawl at full speed, and the speed of that crawl. The
 * session is written by SQL: pages of some two thousand characters, a third of them relevant, on twenty thousand
 * domains, a quarter of them visited.
 *
 * usage: npm run build && node bench/queries/run.mjs [--pages 120000] [--times 20] [--seconds 10]
 *   --times    minimum number of repetitions of each query
 *   --seconds  minimum duration of each query's repetitions: the crawl's pages in that time are its speed beside the
 *              query (it commits up to 200 pages at a time, so a short time is imprecise)
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { percentile } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { fillSession } from './session.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '120000' },
    times: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
  },
});
const pages = Number(values.pages);
const times = Number(values.times);
const shortestMs = Number(values.seconds) * 1_000;
/** More than a crawl completes during the queries; it is stopped at the end. */
const SITE_PAGES = 200_000;
const ALONE_MS = 20_000;

const site = fork('bench/support/site-server.mjs', [String(SITE_PAGES)]);
const [{ port }] = await once(site, 'message');
const service = await startService();
const database =
  `postgresql://postgres:${encodeURIComponent(readFileSync(join(service.dataDir, 'pg-password'), 'utf8').trim())}` +
  `@127.0.0.1:${readFileSync(join(service.dataDir, 'pg-port'), 'utf8').trim()}/gleaner`;

/**
 * Starts an endless crawl of local pages and waits until it fetches.
 *
 * @returns a function that reports its fetched pages and their time
 */
async function crawl() {
  const topic = await service.call('POST', '/topics', {
    name: 'beside',
    keywords: ['cheese', 'butter', 'recipe'],
    seeds: [`http://127.0.0.1:${port}/p0`],
  });
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: SITE_PAGES },
    concurrency: 8,
    hostConcurrency: 8,
    hostDelayMs: 0,
    robots: false,
  });
  const look = async () => {
    const { state, fetched } = await service.call('GET', `/sessions/${session.id}`);
    if (!['queued', 'starting', 'running'].includes(state))
      throw new Error(`the crawl beside the queries ended: ${state}`);
    return { fetched, at: performance.now() };
  };
  const deadline = performance.now() + 60_000;
  while ((await look()).fetched < 200) {
    if (performance.now() > deadline) throw new Error('the crawl does not start');
    await sleep(200);
  }
  return look;
}

/** Pages per second of the crawl between two measurements. */
const speed = (from, to) => (to.fetched - from.fetched) / ((to.at - from.at) / 1_000);

/** Reads a response to its end. @returns ms and bytes */
async function take(path) {
  const began = performance.now();
  const response = await fetch(`${service.url}/v1${path}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return { status: response.status, ms: performance.now() - began, bytes };
}

const SEARCHES = {
  'search, common word': 'search=cheese',
  'search, common word, relevant': 'search=cheese&relevant=true',
  'search, common word, by time': 'search=cheese&sort=fetchedAt',
  'search, either of two words': 'search=word77777%20or%20word66666',
  'search, rare word': 'search=word77777',
  'search, no match': 'search=nowherehere',
  'search, rare word, relevant': 'search=word77778&relevant=true',
  'search, no match': 'search=nowhere',
  'search, all but a word': 'search=-cheese',
};

/** Waits until the search index has caught up. */
async function followIndex(client, id) {
  const began = performance.now();
  const indexed = async () =>
    Number(
      (await client.query('SELECT max(indexed) AS indexed FROM search_progress WHERE session_id = $1', [id])).rows[0]
        .indexed,
    );
  const rows = [];
  for (const [query, search] of Object.entries(SEARCHES)) {
    const { ms, status } = await take(`/sessions/${id}/pages?first=20&${search}`);
    rows.push({ query, ms: Math.round(ms), status, 'indexed by then': await indexed() });
  }
  console.table(rows);
  while ((await indexed()) < pages) await sleep(200);
  const {
    rows: [{ table, index }],
  } = await client.query(
    `SELECT pg_size_pretty(pg_table_size('page_lexemes')) AS table, pg_size_pretty(pg_relation_size('page_lexemes_lexemes_idx')) AS index`,
  );
  console.log(
    `the search index had caught up ${((performance.now() - began) / 1_000).toFixed(0)} s after the session was written (table ${table}, index ${index})`,
  );
}

try {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const began = performance.now();
  const id = await fillSession(client, pages);
  console.log(`session of ${pages} pages written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await followIndex(client, id);
  await client.end();

  const queries = {
    pages: `/sessions/${id}/pages?first=50`,
    'pages by probability': `/sessions/${id}/pages?first=50&sort=probability`,
    'pages by time': `/sessions/${id}/pages?first=50&sort=fetchedAt`,
    'pages by depth': `/sessions/${id}/pages?first=50&sort=depth`,
    'relevant pages': `/sessions/${id}/pages?first=50&relevant=true`,
    'pages of a domain': `/sessions/${id}/pages?first=50&domain=site7.example`,
    ...Object.fromEntries(
      Object.entries(SEARCHES).map(([name, search]) => [name, `/sessions/${id}/pages?first=20&${search}`]),
    ),
    failures: `/sessions/${id}/failures?first=50`,
    'failure counts': `/sessions/${id}/failures/counts`,
    domains: `/sessions/${id}/domains?first=50`,
    'relevant domains': `/sessions/${id}/domains?first=50&relevant=true`,
    'domains by harvest rate': `/sessions/${id}/domains?first=50&sort=harvestRate`,
    links: `/sessions/${id}/links?first=50`,
    'pages reached from a page': `/sessions/${id}/pages?first=50&sourceStep=17`,
    'link graph around a page': `/sessions/${id}/page-graph?step=17`,
    'link graph of a domain': `/sessions/${id}/page-graph?domain=site8.example`,
    'links to a page': `/sessions/${id}/pages/17/in-links?first=50`,
    series: `/sessions/${id}/series?points=100`,
    report: `/sessions/${id}/report`,
  };
  const look = await crawl();
  const before = await look();
  await sleep(ALONE_MS);
  const alone = speed(before, await look());

  const rows = [];
  const measure = async (query, path, atLeast, leastMs) => {
    const taken = [];
    const from = await look();
    while (taken.length < atLeast || performance.now() - from.at < leastMs) taken.push(await take(path));
    const crawling = speed(from, await look());
    const refused = taken.filter(({ status }) => status !== 200).map(({ status }) => status);
    const ms = taken.map((one) => one.ms);
    const { bytes } = taken.at(-1);
    rows.push({
      query,
      times: taken.length,
      p50: Math.round(percentile(ms, 0.5)),
      p95: Math.round(percentile(ms, 0.95)),
      refused: refused.join(' '),
      MB: (bytes / 1e6).toFixed(1),
      'crawl pages/s': Math.round(crawling),
      'of its speed alone': (crawling / alone).toFixed(2),
    });
  };
  for (const [name, path] of Object.entries(queries)) await measure(name, path, times, shortestMs);
  for (const [name, format] of Object.entries({
    'export of pages, CSV': 'csv',
    'export of pages, JSON lines': 'jsonl',
  })) {
    await measure(name, `/sessions/${id}/pages/export?format=${format}`, 1, 0);
  }
  console.table(rows);
  console.log(
    `crawl alone ${alone.toFixed(1)} pages/s; beside the queries ${percentile(
      rows.map((row) => row['crawl pages/s']),
      0.5,
    )} (median), at least ${Math.min(...rows.map((row) => row['crawl pages/s']))}`,
  );
  mkdirSync('bench/out', { recursive: true });
  writeFileSync('bench/out/queries.json', JSON.stringify({ pages, times, rows, crawlAlone: alone }, null, 2));
} finally {
  await service.stop();
  site.kill();
}
