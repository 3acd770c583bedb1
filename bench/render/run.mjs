/**
 * Rendering: pages/s against Crawlee's PlaywrightCrawler on the same pages with the same Chromium in the same run;
 * `auto` against `always` and `never` on a site of static, script-filled and mixed hosts; and the cost of `auto` on a
 * static host.
 *
 * usage: npm run build && npm ci --prefix bench/render --ignore-scripts && node bench/render/run.mjs [--pages 60]
 *     [--runs 3] [--static 2000] [--parts pages,mixed,static]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { locateChromium } from '../../dist/modules/fetch/fetching/chromium/locate-chromium.js';
import { watchTree } from '../support/processes.mjs';
import { median, report } from '../support/report.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '60' },
    runs: { type: 'string', default: '3' },
    static: { type: 'string', default: '2000' },
    parts: { type: 'string', default: 'pages,mixed,static' },
  },
});
const pages = Number(values.pages);
const runs = Number(values.runs);
const staticPages = Number(values.static);
const has = (part) => values.parts.split(',').includes(part);

const program = await locateChromium(
  process.env.CHROMIUM_PATH,
  chromium.executablePath(),
  join(tmpdir(), `gleaner-bench-${process.getuid?.() ?? 0}`),
);

async function startSite(count) {
  const site = fork('bench/render/site.mjs', [String(count)]);
  const [{ port, hosts }] = await once(site, 'message');
  return { site, hosts, url: (host, number) => `http://${host}:${port}/item/${number}` };
}

/** One task in its own process, with CPU seconds and highest memory of it and its browser. */
async function measure(file, task) {
  const child = fork(`bench/render/${file}`, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const watched = watchTree(child.pid);
  child.send(task);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  const [result] = await Promise.race([once(child, 'message'), failed]).finally(
    () => void failed.catch(() => undefined),
  );
  if (child.exitCode === null) await once(child, 'exit');
  const { cpu, mb } = watched();
  process.stderr.write(
    `${file} ${task.render ?? task.until}: ${result.pages} pages in ${result.seconds.toFixed(1)} s\n`,
  );
  return { ...result, cpu, mb };
}

async function medianOf(file, task) {
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await measure(file, task));
  const middle = (key) => median(results.map((result) => result[key]));
  return { ...results.at(-1), seconds: middle('seconds'), cpu: middle('cpu'), mb: middle('mb') };
}

const rate = (result) => (result.pages / result.seconds).toFixed(1);
const rows = [];

if (has('pages')) {
  const { site, url } = await startSite(pages);
  const seeds = ['spa-1.test', 'static-1.test'].flatMap((host) =>
    Array.from({ length: pages }, (_, i) => url(host, i)),
  );
  const common = { seeds, follow: false, limit: seeds.length };
  const subjects = [
    ['Gleaner, idle (default)', 'gleaner.mjs', { ...common, render: 'always', concurrency: 8 }],
    ['Gleaner, DOM ready', 'gleaner.mjs', { ...common, render: 'always', wait: 'dom', concurrency: 8 }],
    ['Crawlee, load (default), 2 tabs', 'crawlee.mjs', { seeds, until: 'load', concurrency: 2, program }],
    ['Crawlee, load, 4 tabs', 'crawlee.mjs', { seeds, until: 'load', concurrency: 4, program }],
    ['Crawlee, networkidle, 4 tabs', 'crawlee.mjs', { seeds, until: 'networkidle', concurrency: 4, program }],
  ];
  for (const [name, file, task] of subjects) {
    const result = await medianOf(file, task);
    rows.push([
      'pages/s',
      name,
      result.pages,
      result.links,
      result.seconds.toFixed(2),
      rate(result),
      result.cpu.toFixed(1),
      result.mb.toFixed(0),
      '',
    ]);
  }
  site.kill();
}
if (has('mixed')) {
  const { site, hosts, url } = await startSite(pages);
  for (const render of ['never', 'auto', 'always']) {
    const result = await medianOf('gleaner.mjs', {
      seeds: hosts.map((host) => url(host, 0)),
      follow: true,
      limit: 1e6,
      render,
      concurrency: 8,
    });
    rows.push([
      'mixed site',
      render,
      result.pages,
      result.links,
      result.seconds.toFixed(2),
      rate(result),
      result.cpu.toFixed(1),
      result.mb.toFixed(0),
      `${((result.rendered / result.pages) * 100).toFixed(0)}%`,
    ]);
    rows.push(
      ...Object.entries(result.reasons).map(([reason, count]) => ['', `  ${reason}`, count, '', '', '', '', '', '']),
    );
  }
  site.kill();
}
if (has('static')) {
  const { site, url } = await startSite(staticPages);
  for (const render of ['never', 'auto']) {
    const result = await medianOf('gleaner.mjs', {
      seeds: [url('alone.test', 0)],
      follow: true,
      limit: staticPages,
      render,
      concurrency: 8,
    });
    rows.push([
      'static host',
      render,
      result.pages,
      result.links,
      result.seconds.toFixed(2),
      rate(result),
      result.cpu.toFixed(1),
      result.mb.toFixed(0),
      `${((result.rendered / result.pages) * 100).toFixed(1)}%`,
    ]);
    rows.push(
      ...Object.entries(result.reasons).map(([reason, count]) => ['', `  ${reason}`, count, '', '', '', '', '', '']),
    );
  }
  site.kill();
}
report('render', ['task', 'what', 'pages', 'links', 'seconds', 'pages/s', 'CPU s', 'MB', 'rendered'], rows, {
  runs,
  chromium: program.origin,
});
