/**
 * How long the queries of the API take on a large session, with a crawl beside them, and what they cost that crawl. The session is written by SQL: pages of
 * some two thousand characters, a third of them relevant, on twenty thousand domains of which a quarter were visited.
 *
 * usage: npm run build && node bench/queries/run.mjs [--pages 120000] [--times 20] [--crawl 3000]
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
  options: { pages: { type: 'string', default: '120000' }, times: { type: 'string', default: '20' }, crawl: { type: 'string', default: '3000' } },
});
const pages = Number(values.pages);
const times = Number(values.times);
const crawled = Number(values.crawl);

const site = fork('bench/support/site-server.mjs', [String(crawled * 2)]);
const [{ port }] = await once(site, 'message');
const service = await startService();
const database = `postgresql://postgres:${encodeURIComponent(readFileSync(join(service.dataDir, 'pg-password'), 'utf8').trim())}`
  + `@127.0.0.1:${readFileSync(join(service.dataDir, 'pg-port'), 'utf8').trim()}/gleaner`;

/** Starts a crawl of local pages. @returns waits for its end and tells its pages a second */
async function crawl(name) {
  const topic = await service.call('POST', '/topics', { name, keywords: ['cheese', 'butter', 'recipe'], seeds: [`http://127.0.0.1:${port}/p0`] });
  const began = performance.now();
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
    policy: 'breadth-first', budget: { fetches: crawled }, concurrency: 8, hostConcurrency: 8, hostDelayMs: 0, robots: false,
  });
  return async () => {
    for (;;) {
      const { state, fetched } = await service.call('GET', `/sessions/${session.id}`);
      if (!['QUEUED', 'STARTING', 'RUNNING'].includes(state)) return { state, pagesPerSecond: fetched / ((performance.now() - began) / 1_000) };
      await sleep(200);
    }
  };
}

/** Reads an answer to its end. @returns ms and bytes */
async function take(path) {
  const began = performance.now();
  const response = await fetch(`${service.url}/v1${path}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return { status: response.status, ms: performance.now() - began, bytes };
}

try {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const began = performance.now();
  const id = await fillSession(client, pages);
  await client.end();
  console.log(`session of ${pages} pages written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const alone = await (await crawl('bench alone'))();

  const queries = {
    'pages': `/sessions/${id}/pages?first=50`,
    'pages by probability': `/sessions/${id}/pages?first=50&sort=probability`,
    'pages by time': `/sessions/${id}/pages?first=50&sort=fetchedAt`,
    'relevant pages': `/sessions/${id}/pages?first=50&relevant=true`,
    'pages of a domain': `/sessions/${id}/pages?first=50&domain=site7.example`,
    'search, common word': `/sessions/${id}/pages?first=20&search=cheese`,
    'search, common word, relevant': `/sessions/${id}/pages?first=20&search=cheese&relevant=true`,
    'search, either of two words': `/sessions/${id}/pages?first=20&search=word77777%20or%20word66666`,
    'search, rare word': `/sessions/${id}/pages?first=20&search=word77777`,
    'search, rare word, relevant': `/sessions/${id}/pages?first=20&search=word77778&relevant=true`,
    'search, no match': `/sessions/${id}/pages?first=20&search=nowhere`,
    'failures': `/sessions/${id}/failures?first=50`,
    'failure counts': `/sessions/${id}/failures/counts`,
    'domains': `/sessions/${id}/domains?first=50`,
    'relevant domains': `/sessions/${id}/domains?first=50&relevantOnly=true`,
    'domains by harvest rate': `/sessions/${id}/domains?first=50&sort=harvestRate`,
    'links': `/sessions/${id}/links?first=50`,
    'links to a page': `/sessions/${id}/pages/17/in-links?first=50`,
    'series': `/sessions/${id}/series?points=100`,
    'report': `/sessions/${id}/report`,
  };
  const beside = await crawl('bench beside');
  const rows = [];
  for (const [name, path] of Object.entries(queries)) {
    const taken = [];
    for (let i = 0; i < times; i++) taken.push(await take(path));
    const refused = taken.filter(({ status }) => status !== 200).map(({ status }) => status);
    const ms = taken.map((one) => one.ms);
    rows.push({ query: name, p50: Math.round(percentile(ms, 0.5)), p95: Math.round(percentile(ms, 0.95)), refused: refused.length === 0 ? '' : refused.join(' ') });
  }
  for (const [name, path] of Object.entries({ 'export of pages, CSV': 'csv', 'export of pages, JSON lines': 'jsonl' })) {
    const { status, ms, bytes } = await take(`/sessions/${id}/pages/export?format=${path}`);
    rows.push({ query: name, p50: Math.round(ms), p95: Math.round(ms), refused: status === 200 ? '' : status, MB: (bytes / 1e6).toFixed(1), 'MB/s': (bytes / 1e3 / ms).toFixed(1) });
  }
  const besides = await beside();
  console.table(rows);
  console.log(`crawl alone ${alone.pagesPerSecond.toFixed(1)} pages/s (${alone.state}), beside the queries ${besides.pagesPerSecond.toFixed(1)} pages/s (${besides.state})`);
  mkdirSync('bench/out', { recursive: true });
  writeFileSync('bench/out/queries.json', JSON.stringify({ pages, times, rows, crawlAlone: alone, crawlBeside: besides }, null, 2));
} finally {
  await service.stop();
  site.kill();
}
