/**
 * A whole-site crawl from local HTTP without politeness, by Gleaner under its default policy and others, and by other
 * crawlers, on the same pages in the same run: pages/s, CPU seconds of the crawler's processes (including PostgreSQL,
 * excluding the web server), pages per CPU second, memory.
 *
 * usage: npm run build && npm ci --prefix bench/fetch/peers && node bench/fetch/run.mjs [--pages 20000] [--runs 3]
 *     [--concurrency 8] [--only gleaner,crawlee]
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureTree, proportionalMb } from '../support/processes.mjs';
import { median, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { sessionSettings, trainedTopic } from './subjects/session.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
});
const [pages, runs, concurrency] = [Number(values.pages), Number(values.runs), Number(values.concurrency)];
const here = dirname(fileURLToPath(import.meta.url));
const POLL_MS = 500;
const ENDED = ['completed', 'stopped', 'failed'];

const site = fork(join(here, 'site.mjs'), [String(pages)]);
const [{ port, bytes, links, paths }] = await once(site, 'message');
const origin = `http://127.0.0.1:${port}`;

/** Highest proportional memory of a process and all below it while `work` runs. */
async function withPeak(pid, work) {
  let mb = 0;
  const timer = setInterval(() => (mb = Math.max(mb, proportionalMb(pid()))), 2 * POLL_MS);
  try {
    const result = await work();
    return { ...result, mb: Math.max(mb, result.mb ?? 0) };
  } finally {
    clearInterval(timer);
  }
}

/** Waits until everything stored is searchable: deferred work is part of a crawl's cost. */
async function indexed({ url }) {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^gleaner_search_unindexed_pages\{[^}]*\} 0$/m.test(metrics)) return;
    await sleep(POLL_MS);
  }
}

/** The service (API, worker, PostgreSQL), from the session's start until everything is committed and indexed. */
async function gleaner(policy, search = 'later') {
  const service = await startService();
  try {
    const { topic, model } = await trainedTopic(service, origin);
    await sleep(1_000);
    const before = measureTree(service.pid);
    const began = performance.now();
    return await withPeak(
      () => service.pid,
      async () => {
        const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
          policy,
          modelId: model.id,
          randomSeed: 1,
          ...sessionSettings(pages, concurrency),
          search,
        });
        for (;;) {
          await sleep(POLL_MS);
          const status = await service.call('GET', `/sessions/${session.id}`);
          if (!ENDED.includes(status.state)) continue;
          if (status.fetched !== pages)
            throw new Error(`fetched ${status.fetched} of ${pages}: ${status.stateReason} ${status.error ?? ''}`);
          const seconds = (performance.now() - began) / 1_000;
          await indexed(service);
          const after = measureTree(service.pid);
          const postgresCpu = after.postgresCpu - before.postgresCpu;
          return {
            pages,
            seconds,
            cpu: after.cpu - before.cpu,
            postgresCpu,
            mb: proportionalMb(service.pid),
            relevant: status.relevant,
          };
        }
      },
    );
  } finally {
    await service.stop();
  }
}

/** A program that crawls, prints `{pages, seconds, cpu}` and ends. */
async function program(command, args) {
  const child = spawn(command, [...args, origin, String(pages), String(concurrency)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  return withPeak(
    () => child.pid,
    async () => {
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
      return JSON.parse(output.trim().split('\n').at(-1));
    },
  );
}
const node = (...args) => program(process.execPath, args);
const peer = (file, ...args) => node(join(here, 'peers', file), ...args);

/** The server's own bound: `wrk` requests the first thousand pages in turn for ten seconds. */
async function wrk() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-wrk-'));
  const script = join(folder, 'paths.lua');
  writeFileSync(
    script,
    `local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}\nlocal i = 0\n` +
      'request = function() i = i % #paths + 1; return wrk.format("GET", paths[i]) end\n',
  );
  const child = spawn('wrk', ['-t1', `-c${concurrency}`, '-d10s', '-s', script, origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let cpu = 0;
  const timer = setInterval(() => (cpu = measureTree(child.pid).cpu), 100);
  child.stdout.on('data', (data) => (output += data));
  await once(child, 'close');
  clearInterval(timer);
  rmSync(folder, { recursive: true });
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(output);
  return { pages: Number(requests), seconds: Number(seconds), cpu, mb: NaN };
}

const has = (name) => {
  try {
    return execFileSync('which', [name], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false;
  }
};
const noPeers = existsSync(join(here, 'peers/node_modules/@crawlee/http'))
  ? null
  : 'run `npm ci --prefix bench/fetch/peers` first';
const EVERYTHING = 'text, words, links with contexts, step log, scores, restart state: PostgreSQL';
const subjects = [
  { name: 'gleaner prospector', stores: EVERYTHING, run: () => gleaner('prospector') },
  { name: 'gleaner breadth-first', stores: EVERYTHING, run: () => gleaner('breadth-first') },
  ...['now', 'off'].map((search) => ({
    name: `gleaner with search: ${search}`,
    stores: search === 'now' ? `${EVERYTHING}; search index` : 'the same without words to search',
    run: () => gleaner('breadth-first', search),
  })),
  { name: 'gleaner best-first', stores: EVERYTHING, run: () => gleaner('best-first') },
  ...['prospector', 'breadth-first'].map((policy) => ({
    name: `gleaner engine alone, ${policy}`,
    stores: 'nothing',
    run: () => node(join(here, 'subjects/engine.mjs'), policy),
  })),
  { name: 'undici + htmlparser2', stores: 'nothing', run: () => node(join(here, 'subjects/undici.mjs')) },
  {
    name: 'crawlee http (memory)',
    stores: 'nothing',
    missing: noPeers,
    run: () => peer('crawlee.mjs', 'http', 'memory'),
  },
  {
    name: 'crawlee http (disk)',
    stores: 'queue: files',
    missing: noPeers,
    run: () => peer('crawlee.mjs', 'http', 'disk'),
  },
  {
    name: 'crawlee http (dataset)',
    stores: 'queue, text, links: files',
    missing: noPeers,
    run: () => peer('crawlee.mjs', 'http', 'dataset'),
  },
  {
    name: 'crawlee cheerio (disk)',
    stores: 'queue: files',
    missing: noPeers,
    run: () => peer('crawlee.mjs', 'cheerio', 'disk'),
  },
  { name: 'node-crawler', stores: 'nothing', missing: noPeers, run: () => peer('node-crawler.mjs') },
  {
    name: 'scrapy',
    stores: 'text, links: JSON lines',
    missing: existsSync('/usr/lib/python3/dist-packages/scrapy') ? null : "install Debian's python3-scrapy",
    run: () => program('/usr/bin/python3', [join(here, 'peers/scrapy_spider.py')]),
  },
  { name: 'wrk', stores: 'nothing', missing: has('wrk') ? null : 'install wrk', run: wrk },
].filter(({ name }) => values.only === undefined || values.only.split(',').some((part) => name.startsWith(part)));

const present = subjects.filter(({ name, missing }) => {
  if (missing) console.log(`${name} left out: ${missing}`);
  return !missing;
});
const results = new Map(present.map(({ name }) => [name, []]));
const loads = [];
for (let run = 0; run < runs; run++) {
  for (const { name, run: measure } of present) {
    loads.push(loadavg()[0]);
    const result = await measure();
    results.get(name).push(result);
    console.log(`${run + 1}/${runs} ${name}: ${JSON.stringify(result)}`);
  }
}
site.disconnect();

const rows = present.map(({ name, stores }) => {
  const of = (pick) => median(results.get(name).map(pick));
  const mb = of((r) => r.mb);
  return [
    name,
    of((r) => r.pages).toFixed(0),
    of((r) => r.pages / r.seconds).toFixed(0),
    of((r) => r.cpu).toFixed(1),
    results.get(name)[0].postgresCpu === undefined ? '' : of((r) => r.postgresCpu).toFixed(1),
    of((r) => r.pages / r.cpu).toFixed(0),
    Number.isNaN(mb) ? '' : mb.toFixed(0),
    stores,
  ];
});
console.log(
  `\n${pages} pages of ${(bytes / 1_000).toFixed(1)} KB with ${links.toFixed(0)} links, concurrency ${concurrency}, median of ${runs}, load ${median(loads).toFixed(1)}\n`,
);
report('fetch', ['', 'pages', 'pages/s', 'CPU s', 'of it PostgreSQL', 'pages/CPU s', 'MB', 'stores'], rows, {
  pages,
  runs,
  concurrency,
  pageBytes: bytes,
  pageLinks: links,
  loads,
  results: Object.fromEntries(results),
});
