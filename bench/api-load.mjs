/**
 * Response times of the API at a steady rate of requests, alone and beside running crawls: one service (API, worker and PostgreSQL), the same mix of reads and
 * writes in both parts. Requests leave at their times, whether or not earlier ones were answered, and their times count from when they should have left.
 *
 * usage: npm run build && node bench/api-load.mjs [--rate 200] [--seconds 30] [--crawls 2] [--delay 20] [--runs 1]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { measureParts } from './support/processes.mjs';
import { report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    crawls: { type: 'string', default: '2' },
    // Between two fetches of a crawl, ms.
    delay: { type: 'string', default: '20' },
    runs: { type: 'string', default: '1' },
  },
});
const [rate, seconds, crawls, delay, runs] = ['rate', 'seconds', 'crawls', 'delay', 'runs'].map((name) =>
  Number(values[name]),
);
/** No request waits longer, and no more are under way. */
const TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 256;
/** Pages that the read session has. */
const PAGES = 1_000;

const sites = [];
async function site(pages) {
  const child = fork('bench/support/site-server.mjs', [String(pages)]);
  sites.push(child);
  const [{ port }] = await once(child, 'message');
  return `http://127.0.0.1:${port}`;
}
const service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
const agent = new Agent({ connections: MAX_CONNECTIONS, pipelining: 1 });
const SETTINGS = { policy: 'best-first', concurrency: 8, hostConcurrency: 8, robots: false, randomSeed: 1 };

async function crawl(origin, budget, hostDelayMs) {
  const topic = await service.call('POST', '/topics', {
    name: `bench api load ${origin} ${Math.random()}`,
    keywords: ['cheese', 'butter', 'recipe'],
    seeds: [`${origin}/p0`],
  });
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, { ...SETTINGS, budget, hostDelayMs });
  return { topicId: topic.id, id: session.id };
}
async function until(id, isReached) {
  for (;;) {
    const session = await service.call('GET', `/sessions/${id}`);
    if (isReached(session)) return session;
    if (session.state === 'FAILED') throw new Error(`a crawl failed: ${session.error}`);
    await sleep(200);
  }
}

/** What users ask for, by how often: one in ten writes. */
function mixOf({ id, topicId }) {
  const graphql = (query) => ['POST', '/graphql', { query }];
  const page = (n) => 7 * n + 1;
  return [
    () => ['GET', `/v1/sessions/${id}`],
    () => ['GET', '/v1/sessions?first=20'],
    () => ['GET', `/v1/sessions/${id}/pages?relevant=true&first=50`],
    (n) => ['GET', `/v1/sessions/${id}/pages?first=50&search=${['butter', 'recipe', 'cheese'][n % 3]}`],
    (n) => ['GET', `/v1/sessions/${id}/pages/${page(n) % (PAGES / 2)}`],
    () => ['GET', `/v1/sessions/${id}/domains?first=50`],
    () => ['GET', `/v1/sessions/${id}/events?first=50`],
    () => ['GET', `/v1/topics/${topicId}`],
    () =>
      graphql(`{ session(id: "${id}") { state fetched relevant pages(first: 20) { edges { node { url title } } } } }`),
    (n) => ['POST', `/v1/sessions/${id}/labels`, { labels: [{ step: page(n) % (PAGES / 2), relevant: n % 2 === 0 }] }],
  ];
}

/** Requests at a steady rate. @returns times in ms, and how many were not answered with 2xx */
async function load(mix) {
  const times = [];
  const failures = new Map();
  const begin = performance.now();
  const underWay = [];
  for (let n = 0; n < rate * seconds; n++) {
    const due = begin + (n * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    const [method, path, body] = mix[n % mix.length](Math.floor(n / mix.length));
    underWay.push(
      (async () => {
        try {
          const answer = await agent.request({
            origin: service.url,
            path,
            method,
            headers: body === undefined ? {} : { 'content-type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
            headersTimeout: TIMEOUT_MS,
            bodyTimeout: TIMEOUT_MS,
          });
          await answer.body.dump();
          if (answer.statusCode >= 300)
            throw new Error(`${answer.statusCode} ${method} ${path.replaceAll(/[\da-f-]{36}/g, ':id')}`);
          times.push(performance.now() - due);
        } catch (error) {
          failures.set(error.message, (failures.get(error.message) ?? 0) + 1);
        }
      })(),
    );
  }
  await Promise.all(underWay);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return {
    answered: times.length,
    failures: Object.fromEntries(failures),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: times.at(-1),
  };
}

const results = [];
try {
  const read = await crawl(await site(4 * PAGES), { fetches: PAGES }, 0);
  await until(read.id, ({ state }) => state === 'COMPLETED');
  const mix = mixOf(read);
  for (let run = 0; run < runs; run++)
    for (const beside of [0, crawls]) {
      const running = [];
      for (let i = 0; i < beside; i++) running.push(await crawl(await site(200_000), { minutes: 60 }, delay));
      for (const { id } of running) await until(id, ({ fetched }) => fetched > 20);
      const fetchedBy = async () => {
        let sum = 0;
        for (const { id } of running) sum += (await service.call('GET', `/sessions/${id}`)).fetched;
        return sum;
      };
      const [fetched, before, from] = [await fetchedBy(), measureParts(service.pid), performance.now()];
      const measured = await load(mix);
      const [after, took] = [measureParts(service.pid), (performance.now() - from) / 1_000];
      const pagesPerSecond = ((await fetchedBy()) - fetched) / took;
      for (const { id } of running) await service.call('POST', `/sessions/${id}/stop`);
      for (const { id } of running) await until(id, ({ state }) => state === 'STOPPED');
      const cpu = (part) => (after[part] - before[part]) / took;
      results.push({
        crawls: beside,
        ...measured,
        pagesPerSecond,
        api: cpu('api'),
        worker: cpu('worker'),
        postgres: cpu('postgres'),
      });
    }
} finally {
  await agent.close();
  await service.stop();
  for (const child of sites) child.disconnect();
}

report(
  'api-load',
  [
    'crawls',
    'requests/s',
    'answered',
    'refused or lost',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'max ms',
    'pages/s crawled',
    'API CPU',
    'worker CPU',
    'PostgreSQL CPU',
  ],
  results.map((one) => [
    one.crawls,
    rate,
    one.answered,
    Object.values(one.failures).reduce((sum, count) => sum + count, 0),
    ...[one.p50, one.p95, one.p99, one.max].map((ms) => ms.toFixed(1)),
    one.pagesPerSecond.toFixed(1),
    ...[one.api, one.worker, one.postgres].map((share) => share.toFixed(2)),
  ]),
  { rate, seconds, crawls, delay, runs, results },
);
