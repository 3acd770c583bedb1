/**
 * Delays of the event loops of API and worker by large inputs. Starts the service on its own database; each input is
 * measured by `nodejs_eventloop_lag_max_seconds` of /metrics, which restarts with each scrape.
 *
 * usage: npm run build && node bench/event-loop.mjs [--limit 100] [--only sitemap]
 *
 * Exits with 1 when an input delays a loop for longer than the limit (ms) beyond the idle service, whose timers are
 * late too on a busy machine.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from './support/service.mjs';

const { values: args } = parseArgs({
  options: { limit: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
});
const MEGABYTE = 1024 * 1024;
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

/** Pages and files that a worker reads. */
const paragraphs = (bytes) => '<p>the quick brown fox jumps over the lazy dog, and so on and on</p>'.repeat(bytes / 68);
const PAGES = {
  'HTML of 10 MB': paragraphs(10 * MEGABYTE),
  'HTML of 10 MB, links': times(
    140_000,
    (i) => `<a href="/page/${i}">anchor text of page ${i} with some words</a> `,
  ).join(''),
  'HTML of 10 MB, nested': '<div>'.repeat(2 * MEGABYTE),
  '100 000 robots metas': times(100_000, (i) => `<meta name=robots content="max-snippet:${i}">`).join(''),
};
const ROBOTS = {
  '100 000 rules': `User-agent: *\n${times(100_000, (i) => `Disallow: /x${i}`).join('\n')}`,
  '100 000 patterns': `User-agent: *\n${times(100_000, (i) => `Disallow: /x${i}*a*b$`).join('\n')}`,
  '100 000 Crawl-delays': `User-agent: *\n${'Crawl-delay: 0\n'.repeat(100_000)}`,
  '20 000 agents': `${times(20_000, (i) => `User-agent: a${i}`).join('\n')}\nUser-agent: *\n${'Disallow: /x\n'.repeat(10_000)}`,
};
const SITEMAP_URLS = 50_000;
const SITEMAP = (origin) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${times(
    SITEMAP_URLS,
    (i) => `<url><loc>${origin}/a/long/path/of/a/page/with/number/${i}</loc><lastmod>2026-01-01</lastmod></url>`,
  ).join('')}</urlset>`;
let page = '';
let robots = '';
let headers = {};
const sites = [];
/** A separate site for each input, because robots.txt is fetched once per site. */
async function seedUrl() {
  const site = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
    if (request.url === '/sitemap.xml')
      return response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(SITEMAP(`http://${request.headers.host}`));
    return response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);
  });
  sites.push(site);
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${site.address().port}/page`;
}

const workerPort = 20_000 + (process.pid % 20_000);
const service = await startService({ WORKER_PORT: String(workerPort), BODY_LIMIT_BYTES: String(16 * MEGABYTE) });
const lagOf = async (url) => {
  const [, seconds] =
    /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? ([\d.e-]+)/m.exec(await (await fetch(`${url}/metrics`)).text()) ??
    [];
  return Number(seconds ?? Number.NaN) * 1_000;
};
const worker = `http://127.0.0.1:${workerPort}`;
const rows = [];
async function measure(name, work) {
  if (!['warm-up', 'idle'].includes(name) && !name.includes(args.only)) return;
  await Promise.all([lagOf(service.url), lagOf(worker)]);
  const result = await work().catch((error) => error.message.slice(0, 80));
  const [api, crawl] = await Promise.all([lagOf(service.url), lagOf(worker)]);
  rows.push({ input: name, 'API, ms': Math.round(api), 'worker, ms': Math.round(crawl), answer: String(result ?? '') });
  console.log(
    `${name.padEnd(34)} API ${api.toFixed(0).padStart(6)} ms   worker ${crawl.toFixed(0).padStart(6)} ms   ${result ?? ''}`,
  );
}
const sentence = (i) => `Cheese number ${i} is made of milk, rennet and a long time in a cool cave. `;
let newestSession = '';
const crawl = async (name, settings = {}) => {
  const topic = await service.call('POST', '/topics', {
    name: `bench ${name}`,
    keywords: ['cheese'],
    seeds: [await seedUrl()],
  });
  const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: 3 },
    hostDelayMs: 0,
    maxBytes: 12 * MEGABYTE,
    ...settings,
  });
  newestSession = session.id;
  for (;;) {
    const { state, stateReason, fetched } = await service.call('GET', `/sessions/${session.id}`);
    if (['completed', 'failed', 'stopped'].includes(state)) return `${state} ${stateReason}, ${fetched} fetched`;
    await sleep(200);
  }
};
const raw = async (path, body, type = 'application/json') => {
  const response = await fetch(`${service.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
  await response.arrayBuffer();
  return response.status;
};

// The worker is a separate process and is ready later.
for (
  const deadline = Date.now() + 120_000;
  !(await fetch(`${worker}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  ));
) {
  if (Date.now() > deadline) throw new Error('the worker did not become ready');
  await sleep(200);
}

try {
  const { id } = await service.call('POST', '/topics', { name: 'bench', keywords: ['cheese'] });
  await measure('warm-up', () => crawl('warm-up'));
  await measure('idle', () => sleep(5_000));
  await measure('topic with 2 000 keywords', () =>
    raw('/v1/topics', JSON.stringify({ name: 'many', keywords: times(2_000, (i) => `cheese word ${i}`) })),
  );
  await measure('topic with 10 000 keywords', () =>
    raw('/v1/topics', JSON.stringify({ name: 'more', keywords: times(10_000, (i) => `cheese word ${i}`) })),
  );
  await measure('topic with 1 000 seeds', () =>
    raw('/v1/topics', JSON.stringify({ name: 'seeds', seeds: times(1_000, (i) => `http://site${i}.example/`) })),
  );
  await measure('topic with 10 000 seeds', () =>
    raw('/v1/topics', JSON.stringify({ name: 'seeds', seeds: times(10_000, (i) => `http://site${i}.example/`) })),
  );
  await measure('10 000 examples as JSON lines', () =>
    raw(
      `/v1/topics/${id}/examples/bulk`,
      times(10_000, (i) =>
        JSON.stringify({ relevant: i % 2 === 0, text: sentence(i).repeat(5), url: `http://site${i}.example/` }),
      ).join('\n'),
      'application/x-ndjson',
    ),
  );
  await measure('10 000 lines that are no examples', () =>
    raw(`/v1/topics/${id}/examples/bulk`, 'nonsense\n'.repeat(10_000), 'application/x-ndjson'),
  );
  await measure('10 000 labels', () =>
    raw(
      `/v1/sessions/${newestSession}/labels`,
      JSON.stringify({ labels: times(10_000, (i) => ({ url: `http://site${i}.example/`, relevant: true })) }),
    ),
  );
  await measure('JSON of 10 MB, one string', () =>
    raw('/v1/topics', JSON.stringify({ name: 'x'.repeat(10 * MEGABYTE) })),
  );
  await measure('GraphQL of 1 MB', () =>
    raw('/graphql', JSON.stringify({ query: `{ ${times(30_000, (i) => `a${i}: __typename`).join(' ')} }` })),
  );
  robots = '';
  for (const [name, html] of Object.entries(PAGES)) {
    page = html;
    await measure(name, () => crawl(name));
  }
  page = '<p>cheese</p><a href=/2>more</a>';
  headers = { 'x-robots-tag': times(700, (i) => `max-snippet:${i}`).join(', ') };
  await measure('X-Robots-Tag of 11 KB', () => crawl('robots tag'));
  headers = {};
  await measure(`sitemap of ${SITEMAP_URLS} URLs`, () => crawl('sitemap', { sitemaps: true }));
  for (const [name, text] of Object.entries(ROBOTS)) {
    robots = text;
    await measure(`robots.txt: ${name}`, () => crawl(name));
  }
  const idle = rows.find(({ input }) => input === 'idle');
  const bound = (which) => Number(args.limit) + idle[which];
  const over = rows
    .slice(2)
    .filter((row) => row['API, ms'] > bound('API, ms') || row['worker, ms'] > bound('worker, ms'));
  console.log(
    over.length === 0
      ? `every input holds a loop up for at most ${args.limit} ms`
      : `over ${args.limit} ms: ${over.map(({ input }) => input).join('; ')}`,
  );
  process.exitCode = over.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  for (const site of sites) site.close();
}
