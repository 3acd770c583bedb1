/**
 * Response times of the API at a steady rate of requests, alone and beside running crawls: one service (API, worker and
 * PostgreSQL), the same mix of reads and writes. Requests are sent on schedule, whether or not earlier ones were
 * answered, and are timed from their scheduled moment.
 *
 * usage: npm run build && node bench/api-load.mjs [--rates 100,200] [--seconds 30] [--crawls 2] [--delay 20] [--runs 1]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { measureParts } from './support/processes.mjs';
import { median, report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '100,200' },
    seconds: { type: 'string', default: '30' },
    crawls: { type: 'string', default: '2' },
    // Between two fetches of a crawl, ms.
    delay: { type: 'string', default: '20' },
    runs: { type: 'string', default: '1' },
  },
});
const rates = values.rates.split(',').map(Number);
const [seconds, crawls, delay, runs] = ['seconds', 'crawls', 'delay', 'runs'].map((name) => Number(values[name]));
/** Longest wait for a response, and most requests in flight. */
const TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 256;
/** Pages of the session that is read. */
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
    if (session.state === 'failed') throw new Error(`a crawl failed: ${session.error}`);
    await sleep(200);
  }
}

/** The search index follows a crawl; wait for it, so that it is not measured. */
async function settled() {
  for (let quiet = 0; quiet < 3;) {
    const before = measureParts(service.pid).postgres;
    await sleep(1_000);
    quiet = measureParts(service.pid).postgres - before < 0.1 ? quiet + 1 : 0;
  }
}

/** Typical requests of users: mostly the session, lists of the usual length, now and then a label. */
function mixOf({ id, topicId }) {
  const query = `{ session(id: "${id}") { state fetched relevant pages { edges { node { url title } } } } }`;
  const page = (n) => (7 * n + 1) % (PAGES / 2);
  const session = () => ['GET', `/v1/sessions/${id}`];
  const label = (n) => ['POST', `/v1/sessions/${id}/labels`, { labels: [{ step: page(n), relevant: n % 2 === 0 }] }];
  return [
    session,
    () => ['GET', `/v1/sessions/${id}/pages?relevant=true`],
    () => ['GET', '/v1/sessions'],
    session,
    (n) => ['GET', `/v1/sessions/${id}/pages?search=${['butter', 'recipe', 'cheese'][n % 3]}`],
    (n) => ['GET', `/v1/sessions/${id}/pages/${page(n)}`],
    session,
    () => ['GET', `/v1/sessions/${id}/domains`],
    () => ['GET', `/v1/sessions/${id}/events`],
    (n) => (n % 2 === 0 ? label(n) : n % 4 === 1 ? ['POST', '/graphql', { query }] : ['GET', `/v1/topics/${topicId}`]),
  ];
}

/** Sends requests at a steady rate. @returns times in ms, and the number of responses that were not 2xx */
async function load(mix, rate) {
  const times = [];
  const byCall = mix.map(() => []);
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
          const took = performance.now() - due;
          times.push(took);
          byCall[n % mix.length].push(took);
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
    calls: mix.map((make, i) => [
      make(0)
        .slice(0, 2)
        .join(' ')
        .replaceAll(/[\da-f-]{36}/g, ':id'),
      median(byCall[i]),
    ]),
  };
}

const results = [];
try {
  const read = await crawl(await site(4 * PAGES), { fetches: PAGES }, 0);
  await until(read.id, ({ state }) => state === 'completed');
  await settled();
  const mix = mixOf(read);
  for (let run = 0; run < runs; run++)
    for (const [rate, beside] of rates.flatMap((one) => [0, crawls].map((count) => [one, count]))) {
      const running = [];
      for (let i = 0; i < beside; i++) running.push(await crawl(await site(200_000), { minutes: 60 }, delay));
      for (const { id } of running) await until(id, ({ fetched }) => fetched > 20);
      const fetchedBy = async () => {
        let sum = 0;
        for (const { id } of running) sum += (await service.call('GET', `/sessions/${id}`)).fetched;
        return sum;
      };
      const [fetched, before, from] = [await fetchedBy(), measureParts(service.pid), performance.now()];
      const measured = await load(mix, rate);
      const [after, took] = [measureParts(service.pid), (performance.now() - from) / 1_000];
      const pagesPerSecond = ((await fetchedBy()) - fetched) / took;
      for (const { id } of running) await service.call('POST', `/sessions/${id}/stop`);
      for (const { id } of running) await until(id, ({ state }) => state === 'stopped');
      const cpu = (part) => (after[part] - before[part]) / took;
      results.push({
        rate,
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
    one.rate,
    one.answered,
    Object.values(one.failures).reduce((sum, count) => sum + count, 0),
    ...[one.p50, one.p95, one.p99, one.max].map((ms) => ms.toFixed(1)),
    one.pagesPerSecond.toFixed(1),
    ...[one.api, one.worker, one.postgres].map((share) => share.toFixed(2)),
  ]),
  { rates, seconds, crawls, delay, runs, results },
);
