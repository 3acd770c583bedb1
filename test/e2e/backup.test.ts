import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { WARCParser } from 'warcio';
import { compiledProduct } from '../support/build.js';
import { looks } from '../support/looks.js';
import { isServed, killRest, newDataFolder, Service } from '../support/service-processes.js';
import { type PastWeb, serveWeb, siteUrl } from '../upgrade/web.mjs';

const OPERATOR = 'operator-key-of-the-test';
const DEADLINE_MS = 240_000;

interface Session {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly fetched: number;
  readonly failed: number;
}
interface Answer<T> {
  readonly status: number;
  readonly body: T;
}
interface Command {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let dist: string;
let web: PastWeb;
/** Data of the service that is backed up, and of the restored one. */
let folder: string;
let other: string;
let file: string;
let service: Service;
let url: string;
/** A key of a project, as users have them. */
let key: string;
let ended: Session;
let running: Session;
let exported: { readonly id: string; readonly sha256: string };

const settings = (dataDir: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  API_KEYS: OPERATOR,
  CRAWL_PROXY_URL: web.url,
  CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
  CRAWL_ALLOWED_PORTS: 'any',
  LEASE_SECONDS: '4',
});
async function start(env: Record<string, string>): Promise<void> {
  service = Service.start(dist, env);
  url = String((await service.line('listening'))['url']);
}
async function call<T>(method: string, where: string, body?: unknown, by = key): Promise<Answer<T>> {
  const response = await fetch(`${url}/v1${where}`, {
    method,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
}
async function given<T>(method: string, where: string, body?: unknown, by = key): Promise<T> {
  const answer = await call<T>(method, where, body, by);
  if (answer.status >= 400) throw new Error(`${method} ${where}: ${JSON.stringify(answer)}`);
  return answer.body;
}
async function until<T>(where: string, isReached: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  const { pause } = looks();
  for (;;) {
    const answer = await given<T>('GET', where);
    if (isReached(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${where} stays ${JSON.stringify(answer)}`);
    await pause();
  }
}
const gleaner = (args: readonly string[], env: Record<string, string> = {}): Promise<Command> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [path.join(dist, 'cli', 'index.js'), ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, out, err) => done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
const sessionOf = (id: string): Promise<Session> => given('GET', `/sessions/${id}`);
const pagesOf = async (id: string): Promise<readonly { step: number; outcome: string }[]> => {
  const lines = await given<string>('GET', `/sessions/${id}/pages/export?format=jsonl`);
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { step: number; outcome: string });
};
/** URLs of the responses in an archive, as another library reads it. */
async function archivedUrls(id: string): Promise<string[]> {
  const response = await fetch(`${url}/v1/sessions/${id}/export.warc.gz`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  const urls: string[] = [];
  for await (const record of new WARCParser([new Uint8Array(await response.arrayBuffer())])) {
    if (record.warcType === 'response') urls.push(String(record.warcTargetURI));
    await record.skipFully();
  }
  return urls;
}

beforeAll(async () => {
  dist = compiledProduct();
  web = await serveWeb(20);
  [folder, other] = [newDataFolder(), newDataFolder()];
  file = path.join(newDataFolder(), 'gleaner.zip');
  await start(settings(folder));
  const { id: project } = await given<{ id: string }>('POST', '/projects', { name: 'dairy' }, OPERATOR);
  const made = await given<{ secret: string }>(
    'POST',
    `/projects/${project}/keys`,
    { name: 'a user', scopes: ['write'] },
    OPERATOR,
  );
  key = made.secret;
  const topic = await given<{ id: string }>('POST', '/topics', {
    name: 'cheese',
    keywords: ['cheese', 'cheddar', 'cheese maker', 'ripening'],
    seeds: [siteUrl(0), siteUrl(1), siteUrl(2)],
  });
  const model = await given<{ id: string }>('POST', `/topics/${topic.id}/models`, {
    kind: 'rules',
    config: { rule: { field: 'title', pattern: 'cheese' } },
  });
  await until<{ state: string }>(`/models/${model.id}`, ({ state }) => state === 'ready');
  const crawl = (fetches: number): Promise<Session> =>
    given('POST', `/topics/${topic.id}/sessions`, {
      ...{ policy: 'breadth-first', modelId: model.id, budget: { fetches }, archive: true },
      ...{ concurrency: 2, hostDelayMs: 0, retries: 0 },
    });
  ended = await crawl(20);
  ended = await until(`/sessions/${ended.id}`, ({ state }) => state === 'completed');
  exported = await given('POST', `/sessions/${ended.id}/exports`, { what: 'pages', format: 'csv' });
  exported = await until<typeof exported & { state: string }>(
    `/exports/${exported.id}`,
    ({ state }) => state === 'completed',
  );
  web.delayMs = 200;
  running = await crawl(300);
  await until<Session>(`/sessions/${running.id}`, ({ fetched }) => fetched >= 10);
}, 600_000);
afterAll(async () => {
  killRest();
  await web.close();
});

test('a crawling service is backed up, restored elsewhere and continues there', async () => {
  const made = await gleaner(['backup', file, '--data', folder]);
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(`${file}: `) as unknown });
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(path.dirname(file))).toEqual(['gleaner.zip']);
  const here = await sessionOf(running.id);
  expect(here.state).toBe('running');

  // Nothing is restored while a service runs.
  const beside = { ARCHIVE_DIR: path.join(folder, 'beside') };
  expect(await gleaner(['restore', file, '--data', folder], beside)).toMatchObject({
    code: 6,
    err: expect.stringMatching(/a service is running on it\. A restore replaces nothing: stop the service/) as unknown,
  });
  expect(await sessionOf(ended.id)).toEqual(ended);
  expect(await service.end('SIGTERM')).toBe(0);

  const restored = await gleaner(['restore', file, '--data', other]);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('restored') as unknown });
  expect(isServed(other)).toBe(false);

  web.delayMs = 0;
  await start(settings(other));
  expect(await sessionOf(ended.id)).toEqual(ended);
  expect((await pagesOf(ended.id)).length).toBe(ended.fetched + ended.failed);
  expect((await archivedUrls(ended.id)).length).toBeGreaterThanOrEqual(ended.fetched);
  const stored = await call<string>('GET', `/exports/${exported.id}/file`);
  expect([stored.status, stored.body.split('\n').length > 20]).toEqual([200, true]);

  // The archive has everything that the database had at that moment.
  const done = await until<Session>(`/sessions/${running.id}`, ({ state }) => ['completed', 'failed'].includes(state));
  expect(done).toMatchObject({ state: 'completed', error: null });
  const pages = (await pagesOf(running.id)).filter(({ outcome }) => outcome === 'page');
  expect(pages.length).toBe(done.fetched);
  for (const { step } of pages.filter((_, i) => i % 10 === 0))
    expect((await call('GET', `/sessions/${running.id}/pages/${step}/content?format=html`)).status).toBe(200);
  expect((await archivedUrls(running.id)).length).toBeGreaterThanOrEqual(done.fetched);
  expect(await service.end('SIGTERM')).toBe(0);
}, 600_000);

test('archives and exports that were not restored answer 410, and why', async () => {
  await start({ ...settings(other), ARCHIVE_DIR: path.join(other, 'none'), ROLE: 'api' });
  const gone = { status: 410, code: 'GONE', type: 'urn:gleaner:problem:gone' };
  const missing = { status: 410, body: expect.objectContaining(gone) as unknown };
  for (const where of ['export.warc.gz', 'export.wacz', 'pages/0/content?format=html'])
    expect(await call('GET', `/sessions/${ended.id}/${where}`)).toEqual(missing);
  expect(await call('GET', `/exports/${exported.id}/file`)).toEqual(missing);
  for (const where of [
    `sessions/${ended.id}/export.warc.gz`,
    `sessions/${ended.id}/export.wacz`,
    `exports/${exported.id}/file`,
  ]) {
    const head = await fetch(`${url}/v1/${where}`, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } });
    expect([where, head.status]).toEqual([where, 410]);
  }
  for (const what of ['warc', 'wacz'])
    expect(await call('POST', `/sessions/${ended.id}/exports`, { what })).toEqual(missing);
  expect((await call<{ detail: string }>('GET', `/sessions/${ended.id}/export.wacz`)).body.detail).toMatch(
    /the archive of session .* is missing: it has fetched \d+ pages.*restored without the archives/,
  );
  // Texts are in the database.
  expect((await call('GET', `/sessions/${ended.id}/pages/0/content`)).status).toBe(200);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query($id: ID!) { page(sessionId: $id, step: 0) { content(format: HTML) { content } } }`,
      variables: { id: ended.id },
    }),
  });
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'GONE' } }] });
  expect(await service.end('SIGTERM')).toBe(0);
}, 300_000);

describe('a folder that was copied as root', () => {
  const refusal = async (child: Service): Promise<[number, string]> => {
    const [code] = (await once(child.child, 'exit')) as [number];
    return [code, child.log];
  };
  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  asRoot(
    'is refused with whose it is, who runs, and what mends it',
    async () => {
      const pg = path.join(other, 'pg');
      const { uid, gid } = statSync(pg);
      chownSync(pg, 0, 0);
      const [code, log] = await refusal(Service.start(dist, settings(other)));
      expect([code, existsSync(path.join(other, 'pg', 'postmaster.pid'))]).toEqual([78, false]);
      expect(log).toContain(`${pg} belongs to root (uid 0), but PostgreSQL runs as `);
      expect(log).toContain(`As root, run: chown -R ${uid}:${gid} ${pg}`);
      expect(log).not.toContain('    at ');
      chownSync(pg, uid, gid);
    },
    120_000,
  );

  asRoot(
    'names the folder to a user who may not read it',
    async () => {
      const own = path.join(other, 'own');
      mkdirSync(own, { mode: 0o700 });
      const [code, log] = await refusal(Service.start(dist, settings(own), { uid: 65_534, gid: 65_534 }));
      expect(code).toBe(78);
      expect(log).toMatch(/own belongs to root \(uid 0\), but this process runs as \S+ \(uid 65534\)/);
      expect(log).toContain(`chown -R 65534:65534 ${own}`);
    },
    120_000,
  );
});
