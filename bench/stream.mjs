/**
 * Cost of listeners to one session's stream: speed of the crawl, CPU of worker, API and PostgreSQL, and whether each
 * listener gets each relevant page once.
 * The same crawl with and without listeners in turn, in one service.
 *
 * usage: npm run build && node bench/stream.mjs [--listeners 1000] [--pages 600] [--delay 15] [--runs 3]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureParts } from './support/processes.mjs';
import { median, report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: {
    listeners: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '600' },
    // Delay between two fetches, ms: a crawl that waits for its site has spare CPU, so its speed shows whether it is
    // slowed.
    delay: { type: 'string', default: '15' },
    runs: { type: 'string', default: '3' },
  },
});
const [listeners, pages, delay, runs] = ['listeners', 'pages', 'delay', 'runs'].map((name) => Number(values[name]));
const ENDED = ['completed', 'stopped', 'failed'];

const site = fork('bench/support/site-server.mjs', [String(pages * 4)]);
const [{ port }] = await once(site, 'message');
const origin = `http://127.0.0.1:${port}`;
const service = await startService({
  STREAMS_MAX: String(Math.max(1, listeners)),
  HTTP_MAX_CONNECTIONS: String(listeners + 200),
});

/** Messages of the listeners' process, each of which is sent once. */
function messagesOf(child) {
  const waits = new Map();
  const promiseOf = (name) =>
    new Promise((resolve, reject) => {
      waits.set(name, resolve);
      child.once('exit', (code) => code !== 0 && reject(new Error('the listeners failed')));
    });
  child.on('message', (message) => waits.get(message.ready ? 'ready' : 'ended')?.(message));
  return { ready: promiseOf('ready'), ended: promiseOf('ended') };
}

async function relevantSeqs(id) {
  const seqs = [];
  for (let after = ''; ;) {
    const { items, pageInfo } = await service.call('GET', `/sessions/${id}/pages?relevant=true&first=200${after}`);
    seqs.push(...items.map(({ seq }) => seq));
    if (!pageInfo.hasNextPage) return seqs.sort((a, b) => a - b);
    after = `&after=${pageInfo.endCursor}`;
  }
}

async function crawl(topicId, count) {
  const session = await service.call('POST', `/topics/${topicId}/sessions`, {
    policy: 'breadth-first',
    budget: { fetches: pages },
    concurrency: 8,
    hostConcurrency: 8,
    hostDelayMs: delay,
    robots: false,
    randomSeed: 1,
  });
  await service.call('POST', `/sessions/${session.id}/pause`);
  let heard = null;
  if (count > 0) {
    const child = fork('bench/support/stream-listeners.mjs', [
      `${service.url}/v1/sessions/${session.id}/stream`,
      String(count),
    ]);
    heard = messagesOf(child);
    heard.ended.catch(() => undefined);
    await heard.ready;
  }
  let status = await service.call('GET', `/sessions/${session.id}`);
  while (status.state !== 'paused') {
    await sleep(50);
    status = await service.call('GET', `/sessions/${session.id}`);
  }
  const before = measureParts(service.pid);
  await service.call('POST', `/sessions/${session.id}/resume`);
  while (!ENDED.includes(status.state)) {
    await sleep(200);
    status = await service.call('GET', `/sessions/${session.id}`);
  }
  const after = measureParts(service.pid);
  if (status.fetched !== pages) throw new Error(`fetched ${status.fetched} of ${pages}: ${status.stateReason}`);
  const cpu = (part) => ((after[part] - before[part]) * 1_000) / pages;
  const result = {
    stepsPerSecond: pages / status.activeSeconds,
    worker: cpu('worker'),
    api: cpu('api'),
    postgres: cpu('postgres'),
    listeners: count,
  };
  if (heard === null) return result;
  const { pages: seqs, wrong, bytes, cpu: listening } = await heard.ended;
  const truth = await relevantSeqs(session.id);
  const isWhole = JSON.stringify(truth) === JSON.stringify(seqs);
  return { ...result, relevant: truth.length, wrong: isWhole ? wrong : count, mb: bytes / 1e6, listening };
}

const results = [];
try {
  const topic = await service.call('POST', '/topics', {
    name: 'bench stream',
    keywords: ['cheese', 'butter', 'recipe'],
    seeds: [`${origin}/p0`],
  });
  // The model is trained, and everything is warm.
  await crawl(topic.id, 0);
  for (let run = 0; run < runs; run++) for (const count of [0, listeners]) results.push(await crawl(topic.id, count));
} finally {
  await service.stop();
  site.disconnect();
}

const rows = [0, listeners].map((count) => {
  const of = (pick) => median(results.filter((result) => result.listeners === count).map(pick));
  const heard = results.filter((result) => result.listeners === count && result.wrong !== undefined);
  return [
    `${count} listeners`,
    of(({ stepsPerSecond }) => stepsPerSecond).toFixed(1),
    ...['worker', 'api', 'postgres'].map((part) => of((result) => result[part]).toFixed(2)),
    heard.length === 0 ? '' : of(({ relevant }) => relevant),
    heard.length === 0 ? '' : of(({ mb }) => mb).toFixed(0),
    heard.length === 0 ? '' : heard.reduce((sum, { wrong }) => sum + wrong, 0),
  ];
});
report(
  'stream',
  [
    '',
    'steps/s',
    'worker ms/step',
    'API ms/step',
    'PostgreSQL ms/step',
    'relevant pages',
    'MB sent',
    'listeners with gaps or repeats',
  ],
  rows,
  { listeners, pages, delay, runs, results },
);
