/**
 * Crawl throughput of the whole service from local HTTP, everything stored, against a bare undici + htmlparser2 loop on
 * the same pages in the same run; and the latency of the API while the crawl runs.
 *
 * usage: npm run build && node bench/crawl.mjs [--pages 5000] [--runs 3] [--policies breadth-first,tres]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureTree } from './support/processes.mjs';
import { median, percentile, report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '3' },
    policies: { type: 'string', default: 'breadth-first,tres' },
  },
});
const pages = Number(values.pages);
const runs = Number(values.runs);
const POLL_MS = 100;

const site = fork('bench/support/site-server.mjs', [String(pages * 2)]);
const [{ port }] = await once(site, 'message');
const origin = `http://127.0.0.1:${port}`;

async function bare() {
  const crawler = fork('bench/support/bare-crawler.mjs', [origin, String(pages)]);
  const [result] = await once(crawler, 'message');
  await once(crawler, 'exit');
  return { seconds: result.seconds, cpu: result.cpu, mb: result.mb, pages: result.pages };
}

async function gleaner(policy) {
  const service = await startService();
  try {
    const topic = await service.call('POST', '/topics', {
      name: `bench ${policy}`,
      keywords: ['cheese', 'butter', 'recipe'],
      seeds: [`${origin}/p0`],
    });
    await sleep(2_000); // the worker has started and claims at once
    const before = measureTree(service.pid);
    const began = performance.now();
    const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
      policy,
      budget: { fetches: pages },
      concurrency: 8,
      hostConcurrency: 8,
      hostDelayMs: 0,
      robots: false,
      randomSeed: 1,
    });
    const latencies = [];
    let peak = before;
    for (;;) {
      const asked = performance.now();
      const status = await service.call('GET', `/sessions/${session.id}`);
      latencies.push(performance.now() - asked);
      const listed = performance.now();
      await service.call('GET', `/sessions/${session.id}/pages?first=20`);
      latencies.push(performance.now() - listed);
      const now = measureTree(service.pid);
      if (now.workerMb > peak.workerMb) peak = now;
      if (['completed', 'stopped', 'failed'].includes(status.state)) {
        if (status.fetched !== pages)
          throw new Error(`fetched ${status.fetched} of ${pages}: ${status.stateReason} ${status.error ?? ''}`);
        const after = measureTree(service.pid);
        return {
          seconds: (performance.now() - began) / 1_000,
          cpu: after.cpu - before.cpu,
          postgresCpu: after.postgresCpu - before.postgresCpu,
          mb: peak.workerMb,
          pages,
          p50: percentile(latencies, 0.5),
          p95: percentile(latencies, 0.95),
        };
      }
      await sleep(POLL_MS);
    }
  } finally {
    await service.stop();
  }
}

const subjects = [
  ['bare undici + htmlparser2', bare],
  ...values.policies.split(',').map((policy) => [`gleaner ${policy}`, () => gleaner(policy)]),
];
const results = new Map(subjects.map(([name]) => [name, []]));
for (let run = 0; run < runs; run++) for (const [name, measure] of subjects) results.get(name).push(await measure());
site.disconnect();

const rows = subjects.map(([name]) => {
  const of = (pick) => median(results.get(name).map(pick));
  const optional = (pick, digits) => (results.get(name)[0].p95 === undefined ? '' : of(pick).toFixed(digits));
  return [
    name,
    of((r) => r.pages / r.seconds).toFixed(0),
    of((r) => r.cpu).toFixed(1),
    optional((r) => r.postgresCpu, 1),
    of((r) => r.pages / r.cpu).toFixed(0),
    of((r) => r.mb).toFixed(0),
    optional((r) => r.p50, 1),
    optional((r) => r.p95, 1),
  ];
});
report('crawl', ['', 'pages/s', 'CPU s', 'of it PostgreSQL', 'pages/CPU s', 'MB', 'API p50 ms', 'API p95 ms'], rows, {
  pages,
  runs,
  results: Object.fromEntries(results),
});
