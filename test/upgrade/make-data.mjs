import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { passage, serveWeb, siteUrl } from './web.mjs';

/**
 * Creates the data of a past version: builds a commit, starts it, lets it train models and crawl, kills it midway, and
 * keeps the rows of its database with its files in `versions/DATE-COMMIT.gz`.
 *
 * node test/upgrade/make-data.mjs COMMIT [CHECKOUT]     CHECKOUT: a folder in which the commit is built already
 *
 * The data of a version is never recreated: it is what that version wrote.
 */
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const [commit, given] = process.argv.slice(2);
if (commit === undefined) throw new Error('usage: node test/upgrade/make-data.mjs COMMIT [CHECKOUT]');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const short = git('rev-parse', '--short=8', commit);
const day = git('show', '-s', '--format=%cs', commit);
const log = (...words) => process.stdout.write(`upgrade data: ${words.join(' ')}\n`);

function build() {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'gleaner-old-')), short);
  git('worktree', 'add', '--detach', folder, commit);
  const run = (...args) => execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  run('ci', '--no-audit', '--no-fund');
  run('run', 'build');
  return folder;
}

async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const checkout = given ?? build();
const work = mkdtempSync(path.join(tmpdir(), 'gleaner-data-'));
const { ensureServer } = await import(pathToFileURL(path.join(root, 'dist/platform/database/embedded-server.js')).href);
const database = await ensureServer(path.join(work, 'postgres'));
const admin = new pg.Client({ connectionString: database.urlOf('postgres') });
await admin.connect();
await admin.query('CREATE DATABASE gleaner');
await admin.end();
const web = await serveWeb(5);
const port = await freePort();
const service = spawn(process.execPath, ['dist/main.js'], {
  cwd: checkout,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ROLE: 'all',
    PORT: String(port),
    DATA_DIR: path.join(work, 'data'),
    DATABASE_URL: database.urlOf('gleaner'),
    CACHE_DIR: path.join(root, '.cache/upgrade'),
    CRAWL_PROXY_URL: web.url,
    CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
    CRAWL_ALLOWED_PORTS: 'any',
    CRAWL_MAX_SESSIONS: '3',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  },
});

// Nothing keeps running after any end.
process.on('exit', () => {
  for (const end of [() => process.kill(-service.pid, 'SIGKILL'), () => process.kill(database.pid, 'SIGINT')])
    try {
      end();
    } catch {
      // It has ended.
    }
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
});

const ready = { base: '' };
async function call(method, route, body) {
  const response = await fetch(`http://127.0.0.1:${port}${ready.base}${route}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const value = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  if (!response.ok)
    throw Object.assign(new Error(`${method} ${route}: ${response.status} ${text.slice(0, 500)}`), response);
  return value;
}
/** Features that a version may lack. */
async function attempt(words, action) {
  try {
    return await action();
  } catch (error) {
    log(`without ${words}: ${error.message}`);
    return null;
  }
}
async function until(words, check, patienceMs = 240_000) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(25)) {
    const found = await check().catch((error) => {
      if (error.cause?.code !== 'ECONNREFUSED') throw error;
    });
    if (found) return found;
  }
  throw new Error(`${words} took too long`);
}

await until('the start', async () => {
  for (const base of ['/v1', '']) {
    const response = await fetch(`http://127.0.0.1:${port}${base}/policies`);
    if (!response.ok) continue;
    ready.base = base;
    return true;
  }
});
log(`version of ${day} (${short}) serves`);

const kept = { models: {}, sessions: [] };
const topic = await call('POST', '/topics', {
  name: 'cheese',
  keywords: ['cheese', 'cheddar', 'cheese maker', 'ripening'],
  seeds: [siteUrl(0), siteUrl(1), siteUrl(2)],
});
for (let i = 0; i < 12; i++)
  await call('POST', `/topics/${topic.id}/examples`, {
    title: i % 2 === 0 ? `About cheese ${i}` : `About football ${i}`,
    text: `${passage(i % 2 === 0, `example ${i}`)} ${passage(i % 2 === 0, `more ${i}`)}`,
    relevant: i % 2 === 0,
  });
const MODELS = [
  ['keyword-vectors', undefined],
  ['keyword-vectors', { measure: 'band' }],
  ['naive-bayes', undefined],
  ['linear-svm', undefined],
  ['logistic', undefined],
  ['kw-bilstm', { rounds: 1, units: 8, folds: 2 }],
  [
    'rules',
    {
      rule: {
        any: [
          { field: 'title', pattern: 'cheese' },
          { field: 'text', pattern: 'cheddar' },
        ],
      },
    },
  ],
  ['ensemble', undefined],
];
/** Commits up to 0.2.0 call it `status`, and write it in capitals. */
const statedBy = ({ state, status }) => (state ?? status).toUpperCase();
for (const [kind, config] of MODELS) {
  const name = config?.measure === undefined ? kind : `${kind} (${config.measure})`;
  await attempt(`model ${name}`, async () => {
    const { id } = await call('POST', `/topics/${topic.id}/models`, { kind, ...(config && { config }) });
    await until(`training of ${name}`, async () => {
      const model = await call('GET', `/models/${id}`);
      if (statedBy(model) === 'FAILED') throw new Error(`training failed: ${model.error}`);
      return statedBy(model) === 'READY';
    });
    kept.models[name] = id;
  });
}
log(`models: ${Object.keys(kept.models).join(', ')}`);

const models = Object.values(kept.models);
const listed = await call('GET', '/policies');
const policies = (listed.items ?? listed).map(({ name }) => name).filter((name) => name !== 'optimal');
const start = (policy, at, extra = {}) =>
  call('POST', `/topics/${topic.id}/sessions`, {
    policy,
    modelId: models[at % models.length],
    budget: { fetches: 60 },
    concurrency: 4,
    hostDelayMs: 0,
    retries: 0,
    ...extra,
  });
const stateOf = async (id) => statedBy(await call('GET', `/sessions/${id}`));
const isOver = async (id) => {
  const session = await call('GET', `/sessions/${id}`);
  if (statedBy(session) === 'FAILED') throw new Error(session.error);
  return statedBy(session) === 'COMPLETED';
};

async function completed(policy, at, extra) {
  const { id } = await start(policy, at, extra);
  await until(`session under ${policy}`, () => isOver(id));
  kept.sessions.push({ id, policy, state: 'COMPLETED' });
  return id;
}
async function paused(policy, at, extra) {
  const { id } = await start(policy, at, extra);
  await until(`session under ${policy}`, async () => (await call('GET', `/sessions/${id}`)).fetched >= 20);
  await call('POST', `/sessions/${id}/pause`);
  await until(`pause under ${policy}`, async () => ['PAUSED', 'COMPLETED'].includes(await stateOf(id)));
  kept.sessions.push({ id, policy, state: await stateOf(id) });
  return id;
}

const main = policies.includes('prospector') ? 'prospector' : 'tres';
const firstId = await completed(main, models.length - 1, {
  archive: true,
  trackChanges: true,
});
await attempt('labels of pages', async () => {
  const { items } = await call('GET', `/sessions/${firstId}/pages?first=4`);
  await call('POST', `/sessions/${firstId}/labels`, {
    labels: items.slice(0, 2).map(({ step }, i) => ({ step, relevant: i === 0 })),
  });
});
// Some kinds of spiders learn from many pages, and from links to other pages besides relevant ones.
const wideId = await completed(main, 0, { budget: { fetches: 220 } });
const spiders = {};
for (const kind of ['links', 'page-classes', 'link-values'])
  await attempt(`spider of ${kind}`, async () => {
    const { id } = await call('POST', '/spiders', {
      name: `cheese ${kind}`,
      sessions: kind === 'links' ? [firstId] : [firstId, wideId],
      ...(kind !== 'links' && { kind }),
    });
    await until(`training of a spider of ${kind}`, async () => {
      const spider = await call('GET', `/spiders/${id}`);
      if (statedBy(spider) === 'FAILED') throw new Error(spider.error);
      return statedBy(spider) === 'READY';
    });
    spiders[kind] = id;
  });
kept.spiders = spiders;
for (const [at, policy] of policies.entries())
  await attempt(`a session under ${policy}`, async () => {
    web.delayMs = 15;
    const spider = spiders.links && policy === 'nb-future' ? { policyConfig: { spider: spiders.links } } : {};
    await paused(policy, at, { budget: { fetches: 200 }, ...spider });
  });
web.delayMs = 5;
await attempt('a session that starts from another', async () => {
  kept.warmStarted = await paused(main, 0, { budget: { fetches: 200 }, startFrom: firstId });
});
await attempt('a stored export', async () => {
  const { id } = await call('POST', `/sessions/${firstId}/exports`, { what: 'pages', format: 'csv' });
  await until('the export', async () => statedBy(await call('GET', `/exports/${id}`)) === 'COMPLETED');
  kept.export = id;
});
await attempt('an experiment', async () => {
  const { id } = await call('POST', `/sessions/${firstId}/what-if`, {
    name: 'what if',
    policies: [{ policy: 'best-first' }, { policy: 'breadth-first' }],
    budgets: [20],
    runs: 2,
  });
  kept.experiment = id;
  await until(
    'the experiment',
    async () => ['COMPLETED', 'FAILED'].includes(statedBy(await call('GET', `/experiments/${id}`))),
    60_000,
  );
});
await attempt('a monitor', async () => {
  const { id } = await call('POST', '/monitors', {
    topicId: topic.id,
    sessionId: firstId,
    name: 'cheese again',
    policy: 'poisson',
    fetches: 10,
  });
  kept.monitor = id;
});
await attempt('a schedule', async () => {
  const session = { policy: 'best-first', budget: { fetches: 10 } };
  const { id } = await call('POST', '/schedules', {
    name: 'yearly',
    cron: '0 3 1 1 *',
    timeZone: 'UTC',
    action: { session: { topicId: topic.id, ...session } },
  });
  kept.schedule = id;
});
await attempt('a session template', async () => {
  const { id } = await call('POST', '/session-templates', {
    name: 'slow and deep',
    settings: { policy: 'best-first', budget: { fetches: 10 }, domainCap: '5->2', grouping: 'path-prefix' },
  });
  kept.template = id;
});
await attempt('a webhook', async () => {
  const { id } = await call('POST', '/webhooks', {
    url: 'http://127.0.0.1:9/',
    types: ['session.ended'],
    enabled: false,
  });
  kept.webhook = id;
});
await attempt('a project', async () => {
  const { id } = await call('POST', '/projects', { name: 'other' });
  kept.project = id;
});
// Three that run when the service is killed, one that waits.
web.delayMs = 400;
for (const policy of ['breadth-first', 'best-first', 'tres']) {
  const { id } = await start(policy, models.length - 1, { budget: { fetches: 40 } });
  await until(`session under ${policy}`, async () => (await call('GET', `/sessions/${id}`)).fetched >= 5);
  kept.sessions.push({ id, policy, state: 'RUNNING' });
}
const { id: queued } = await start('breadth-first', 0, { budget: { fetches: 20 } });
kept.sessions.push({ id: queued, policy: 'breadth-first', state: 'QUEUED' });
await sleep(1_000);
process.kill(-service.pid, 'SIGKILL');
await web.close();
log(`${kept.sessions.length} sessions`);

const client = new pg.Client({ connectionString: database.urlOf('gleaner') });
await client.connect();
const { rows: tables } = await client.query(
  "SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1",
);
const data = { commit: short, day, kept: { topic: topic.id, ...kept }, tables: [], sequences: [], files: [] };
const { rows: migrations } = await client.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
data.migration = migrations.at(-1).name;
for (const { name } of tables) {
  const { rows: columns } = await client.query(
    "SELECT quote_ident(attname) AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum",
    [name],
  );
  const list = columns.map((column) => column.name).join(', ');
  // Each row as one text, with PostgreSQL's notation of NULLs, bytes and arrays.
  const { rows } = await client.query({
    text: `SELECT ARRAY[${columns.map((column) => `${column.name}::text`).join(', ')}] AS row FROM ${name}`,
  });
  if (rows.length > 0) data.tables.push({ name, columns: list, rows: rows.map(({ row }) => row) });
}
const { rows: sequences } = await client.query(
  "SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'",
);
data.sequences = sequences;
await client.end();
const dataFolder = path.join(work, 'data');
if (existsSync(dataFolder))
  for (const file of readdirSync(dataFolder, { recursive: true })) {
    const whole = path.join(dataFolder, file);
    if (statSync(whole).isFile() && !/^(cache|postgres|database)\//.test(file))
      data.files.push({ name: file, base64: readFileSync(whole).toString('base64') });
  }
const target = path.join(here, 'versions', `${day}-${short}.gz`);
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, gzipSync(JSON.stringify(data), { level: 9 }));
log(
  `${target}: ${statSync(target).size} bytes, tables ${data.tables.length}, files ${data.files.map(({ name }) => name).join(', ')}`,
);
if (given === undefined) git('worktree', 'remove', '--force', checkout);
process.exit();
