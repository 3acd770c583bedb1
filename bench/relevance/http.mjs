/**
 * Speed of a model of kind `http`: documents of 3 000 characters, judged by a classifier in its own process that
 * answers after 0, 20 or 200 ms, with 16 pages waiting at a time, as in a crawl of concurrency 16, and with 80, as at a
 * change of model. Verdicts are cached in the embedded PostgreSQL. The baseline posts the same batches by bare undici
 * with the same concurrency, which shows the cost of batching, guard, checks and caching.
 *
 * usage: npm run build && node bench/relevance/http.mjs [--documents 2000] [--delays 0,20,200] [--rounds 3]
 *     [--out bench/out/relevance-http.json]
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000' },
    delays: { type: 'string', default: '0,20,200' },
    rounds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'bench/out/relevance-http.json' },
    serve: { type: 'boolean', default: false },
  },
});
const BATCH = 16;
const REQUESTS = 4;
const TEXT_CHARS = 3_000;
/** Concurrent documents: a crawl's concurrency, and the window of a change of model. */
const WINDOWS = [16, BATCH * (REQUESTS + 1)];

/** The classifier: the first part of the path is the delay. */
function serve() {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { documents } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const body = JSON.stringify({ probabilities: documents.map(({ text }) => (text.length % 100) / 100) });
      const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      const delay = Number(request.url.split('/')[1]);
      if (delay === 0) answer();
      else setTimeout(answer, delay);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Judges all documents with limited concurrency, one call each as in a crawl. @returns the batches that were sent */
async function byModel(classifier, documents, window, batches) {
  batches.length = 0;
  const signal = new AbortController().signal;
  let next = 0;
  await Promise.all(
    Array.from({ length: window }, async () => {
      while (next < documents.length) await classifier.scoreMany([documents[next++]], { signal, patienceMs: 0 });
    }),
  );
  return batches.map((batch) => batch);
}

/** Posts batches in order, as soon as the window has room. */
async function byUndici(pool, path, batches, window) {
  let free = window;
  let wake = () => undefined;
  const sent = [];
  for (const batch of batches) {
    while (free < batch.length) await new Promise((resolve) => (wake = resolve));
    free -= batch.length;
    sent.push(
      (async () => {
        const { body } = await pool.request({
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ documents: batch }),
        });
        await body.json();
        free += batch.length;
        wake();
      })(),
    );
  }
  await Promise.all(sent);
}

async function timed(work, documents) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const made = await work();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { made, rate: documents / seconds, cpuMs: (user + system) / 1_000 / documents };
}

async function main() {
  const [
    { ensureServer, stopServer },
    { applyMigrations },
    { PrismaService },
    { ClassifierVerdictsRepository },
    { CachedClassifier },
    { postBatch },
    fetching,
    { findRemoteModel },
    { loadConfig },
    { DEFAULT_PROJECT_ID, setFallbackScope },
  ] = await Promise.all([
    import('../../dist/platform/database/embedded-server.js'),
    import('../../dist/platform/database/migrate.js'),
    import('../../dist/platform/database/prisma.service.js'),
    import('../../dist/modules/topics/models/classifier/classifier-verdicts.repository.js'),
    import('../../dist/modules/topics/models/classifier/cached-classifier.js'),
    import('../../dist/modules/topics/models/classifier/classifier-client.js'),
    import('../../dist/modules/fetch/fetching/index.js'),
    import('../../dist/domain/relevance/index.js'),
    import('../../dist/platform/config/index.js'),
    import('../../dist/platform/scope/index.js'),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-'));
  const child = fork(fileURLToPath(import.meta.url), ['--serve']);
  const port = await new Promise((resolve) => child.once('message', resolve));
  const server = await ensureServer(folder);
  await applyMigrations(server.urlOf('postgres'));
  setFallbackScope({ kind: 'project', projectId: DEFAULT_PROJECT_ID, actor: null });
  const prisma = new PrismaService(server.urlOf('postgres'), loadConfig({ ROLE: 'worker', DATABASE_POOL_SIZE: '4' }));
  const topic = await prisma.topic.create({ data: { name: 'bench' } });
  const verdicts = new ClassifierVerdictsRepository(prisma);
  const origin = `http://127.0.0.1:${port}`;
  const client = fetching.createGuardedClient({
    allowPrivateNetworks: false,
    trustedOrigins: [origin],
    userAgent: 'bench',
  });
  const pool = new Pool(origin, { connections: REQUESTS });
  const count = Number(values.documents);
  const texts = Array.from({ length: count }, (_, i) =>
    `${i} ${'plain words of some page '.repeat(200)}`.slice(0, TEXT_CHARS - (i % 100)),
  );
  const documents = texts.map((text, i) => ({
    url: `http://site${i % 50}.example/p${i}`,
    title: `Page ${i}`,
    description: '',
    text,
  }));

  const rows = [];
  let version = 0;
  for (const delay of values.delays.split(',').map(Number)) {
    for (const window of WINDOWS) {
      const runs = [];
      for (let round = 0; round < Number(values.rounds); round++) {
        const id = randomUUID();
        await prisma.model.create({
          data: { id, topicId: topic.id, version: ++version, kind: 'http', state: 'READY', config: {} },
        });
        const config = findRemoteModel('http').configSchema.parse({
          url: `${origin}/${delay}`,
          batchSize: BATCH,
          concurrency: REQUESTS,
        });
        const batches = [];
        const classifier = new CachedClassifier({
          modelId: id,
          config,
          address: origin,
          maxChars: config.maxChars,
          verdicts,
          clock: { now: () => Date.now(), monotonic: () => performance.now() },
          random: () => 0.5,
          notice: console.error,
          send: (batch, signal) => {
            batches.push(batch);
            return postBatch(client, config, {}, batch, signal);
          },
        });
        const model = await timed(() => byModel(classifier, documents, window, batches), count);
        const bare = await timed(() => byUndici(pool, `/${delay}`, model.made, window), count);
        const kept = await timed(() => byModel(classifier, documents, window, []), count);
        runs.push({ model, bare, kept, batches: model.made.length });
      }
      const of = (pick) => median(runs.map(pick));
      const row = {
        'answers after ms': delay,
        'pages waiting': window,
        'pages/s': Math.round(of(({ model }) => model.rate)),
        'undici pages/s': Math.round(of(({ bare }) => bare.rate)),
        'CPU ms a page': Math.round(of(({ model }) => model.cpuMs) * 100) / 100,
        'undici CPU ms': Math.round(of(({ bare }) => bare.cpuMs) * 100) / 100,
        'mean batch': Math.round((count / of(({ batches }) => batches)) * 10) / 10,
        'kept verdicts/s': Math.round(of(({ kept }) => kept.rate)),
      };
      rows.push(row);
      console.log(JSON.stringify(row));
    }
  }
  console.table(rows);
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString().slice(0, 10), documents: count, rows }, null, 2)}\n`,
  );

  await pool.close();
  await client.close();
  await prisma.onApplicationShutdown();
  await stopServer(server.pid);
  child.kill();
  rmSync(folder, { recursive: true, force: true });
}

if (values.serve) serve();
else await main();
