import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveStore, ObjectStore } from '../../src/modules/base/archive/index.js';
import { ExportFiles } from '../../src/modules/results/stored-exports/export-files.js';
import { archivedPage } from '../support/archived-page.js';
import { looks } from '../support/looks.js';
import { metric } from '../support/metrics.js';
import { type RestCalls, restCalls } from '../support/rest-call.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { unzip } from '../support/unzip.js';
import { startSharedWorker } from '../support/worker-process.js';
import { sql } from './sessions-client.js';

const DEADLINE_MS = 120_000;

interface ExportBody {
  readonly id: string;
  readonly what: string;
  readonly query: string | null;
  readonly state: string;
  readonly progress: number;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly fileName: string;
  readonly mediaType: string;
  readonly error: string | null;
  readonly expiresAt: string | null;
}
interface Downloaded {
  readonly status: number;
  readonly head: Headers;
  readonly bytes: Buffer;
}

const tagOf = (stored: ExportBody): string => `"${String(stored.sha256)}"`;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Downloaded> {
  const response = await fetch(url, { method, headers });
  return { status: response.status, head: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
async function until<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  const { pause } = looks();
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    if (Date.now() > deadline) throw new Error(`stays ${JSON.stringify(value)}`);
    await pause();
  }
}
/** A service with its API calls. */
const callsOf = (
  service: () => TestService,
): RestCalls & { made: (id: string, body: object) => Promise<ExportBody> } => {
  const calls = restCalls(() => service().url, DEADLINE_MS);
  const made = async (sessionId: string, body: object): Promise<ExportBody> => {
    const { id } = await calls.call<ExportBody>('POST', `/sessions/${sessionId}/exports`, body);
    return calls.until<ExportBody>(`/exports/${id}`, ({ state }) => state === 'completed' || state === 'failed');
  };
  return { ...calls, made };
};

let root: string;
let service: TestService;
let rows: SessionRows;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-exports-'));
  service = await startService({ ARCHIVE_DIR: join(root, 'shared'), EXPORTS_PER_PROJECT: '25' });
  rows = await insertSessionRows(service.databaseUrl, { steps: 300, domains: 40, config: { archive: true } });
  const archive = await new ArchiveStore({ ...service.config, ARCHIVE_FILE_BYTES: 20_000 }).open({
    sessionId: rows.sessionId,
    run: 1,
    userAgent: 'GleanerBot/0.1',
    robots: true,
  });
  for (const page of rows.pages.filter(({ outcome }) => outcome === 'page').slice(0, 100))
    await archive.append(
      archivedPage({
        url: rows.urls[page.final_url_no].url,
        fetchedAt: Date.parse(page.fetched_at),
        body: `<h1>Page ${page.step}</h1>`,
      }),
    );
  await archive.close();
});
afterAll(async () => {
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

const { call, made } = callsOf(() => service);
const streamed = (path: string): Promise<Downloaded> => get(`${service.url}/v1/sessions/${rows.sessionId}/${path}`);
const fileUrl = ({ id }: { id: string }, of = service): string => `${of.url}/v1/exports/${id}/file`;
const refusal = (method: string, path: string, body?: object): Promise<unknown> =>
  fetch(`${service.url}/v1${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).then((response) => response.json());
const wake = (): Promise<unknown> => sql(service.databaseUrl, `SELECT pg_notify('gleaner_exports', '')`);
const folders = async (disk = 'shared'): Promise<string[]> =>
  (await readdir(join(root, disk, 'exports')).catch(() => [])).sort();

describe('before a worker comes', () => {
  const create = (body: object): Promise<unknown> => refusal('POST', `/sessions/${rows.sessionId}/exports`, body);

  it('requests are refused whose fields do not go together', async () => {
    for (const [body, field] of [
      [{ what: 'pages' }, 'format'],
      [{ what: 'pages', format: 'parquet', gzip: true }, 'gzip'],
      [{ what: 'pages', format: 'jsonl', bom: true }, 'bom'],
      [{ what: 'warc', bom: true }, 'bom'],
      [{ what: 'links', format: 'csv', texts: true }, 'texts'],
      [{ what: 'links', format: 'csv', pageFilter: {} }, 'pageFilter'],
      [{ what: 'warc', format: 'csv' }, 'format'],
      [{ what: 'wacz', gzip: true }, 'gzip'],
      [{ what: 'pages', format: 'csv', pageFilter: { relevant: 'true' } }, 'pageFilter.relevant'],
      [{ what: 'pages', format: 'csv', pageFilter: { kind: 'x' } }, 'pageFilter.kind'],
      [{ what: 'texts', format: 'csv' }, 'what'],
    ] as const)
      expect([body, await create(body)]).toEqual([body, expect.objectContaining({ code: 'VALIDATION_FAILED', field })]);
    const plain = await insertSessionRows(service.databaseUrl, { steps: 3 });
    expect(await refusal('POST', `/sessions/${plain.sessionId}/exports`, { what: 'wacz' })).toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await refusal('POST', `/sessions/${randomUUID()}/exports`, { what: 'warc' })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('exports wait, one for each idempotency key, and not more of them than there may be', async () => {
    const post = (key: string, body: object) =>
      fetch(`${service.url}/v1/sessions/${rows.sessionId}/exports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
    const from = (day: number) => ({
      what: 'pages',
      format: 'csv',
      pageFilter: { fetchedFrom: `2026-11-0${day}T00:00:00Z` },
    });
    const first = await post('k', from(1));
    const waiting = (await first.json()) as ExportBody;
    expect([first.status, first.headers.get('location')]).toEqual([202, `/v1/exports/${waiting.id}`]);
    expect(waiting).toMatchObject({ state: 'queued', sha256: null, expiresAt: null, progress: 0 });
    expect(((await (await post('k', from(1))).json()) as ExportBody).id).toBe(waiting.id);
    // Dates count.
    expect((await post('k', from(2))).status).toBe(422);
    expect(await refusal('GET', `/exports/${waiting.id}/file`)).toMatchObject({
      code: 'INVALID_STATE',
      details: { state: 'queued' },
    });
    for (let i = 1; i < 10; i++) expect(await create({ what: 'warc' })).toMatchObject({ state: 'queued' });
    expect(await create({ what: 'warc' })).toMatchObject({ code: 'CONFLICT' });
    const { items } = await call<{ items: ExportBody[] }>('GET', `/sessions/${rows.sessionId}/exports?first=200`);
    expect(items).toHaveLength(10);
    for (const { id } of items) await fetch(`${service.url}/v1/exports/${id}`, { method: 'DELETE' });
    expect(await refusal('GET', `/exports/${waiting.id}`)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('with a worker that shares the folder', () => {
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;
  beforeAll(async () => {
    worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl, ARCHIVE_DIR: join(root, 'shared') });
  });
  afterAll(() => worker.stop());

  it.each([
    [{ what: 'pages', format: 'jsonl' }, 'pages/export?format=jsonl'],
    [
      { what: 'pages', format: 'csv', gzip: true, texts: true, markdown: true, pageFilter: { relevant: true } },
      'pages/export?format=csv&gzip=true&markdown=true&relevant=true&texts=true',
    ],
    [
      {
        what: 'pages',
        format: 'parquet',
        pageFilter: { depthMax: 3, fetchedFrom: '2001-01-01T00:00:00Z', outcome: 'page' },
      },
      'pages/export?depthMax=3&fetchedFrom=2001-01-01T00%3A00%3A00.000Z&format=parquet&outcome=page',
    ],
    [
      { what: 'domains', format: 'jsonl', domainFilter: { relevant: true } },
      'domains/export?format=jsonl&relevant=true',
    ],
    [
      { what: 'domains', format: 'csv', domainSort: 'fetched', order: 'asc' },
      'domains/export?format=csv&order=asc&sort=fetched',
    ],
    [{ what: 'pages', format: 'csv', pageSort: 'publishedAt' }, 'pages/export?format=csv&sort=publishedAt'],
    [{ what: 'links', format: 'csv' }, 'links/export?format=csv'],
    [{ what: 'links', format: 'csv', bom: true }, 'links/export?bom=true&format=csv'],
    [{ what: 'warc' }, 'export.warc.gz'],
  ])('%j is what is sent while it is made', async (body, path) => {
    const expected = await streamed(path);
    expect(expected.status).toBe(200);
    const stored = await made(rows.sessionId, body);
    expect(stored).toMatchObject({
      state: 'completed',
      error: null,
      progress: 1,
      bytes: expected.bytes.length,
      sha256: sha256(expected.bytes),
      mediaType: expected.head.get('content-type'),
      query: path.includes('?') ? path.split('?')[1] : null,
    });
    const { status, head, bytes } = await get(fileUrl(stored));
    expect([status, bytes.equals(expected.bytes), head.get('content-length')]).toEqual([
      200,
      true,
      String(bytes.length),
    ]);
    for (const name of ['content-type', 'content-disposition'])
      expect([name, head.get(name)]).toEqual([name, expected.head.get(name)]);
  });

  it('a WACZ file has the files of that which is sent while it is made', async () => {
    const contents = async (bytes: Buffer) =>
      [...(await unzip(bytes))]
        // The metadata has the time of creation.
        .filter(([name]) => !name.startsWith('datapackage'))
        .map(([name, { content }]) => [name, sha256(content)]);
    const stored = await made(rows.sessionId, { what: 'wacz' });
    const expected = await contents((await streamed('export.wacz')).bytes);
    expect(expected.length).toBeGreaterThan(4);
    expect(await contents((await get(fileUrl(stored))).bytes)).toEqual(expected);
  });

  it('an interrupted download resumes under the same tag', async () => {
    const stored = await made(rows.sessionId, { what: 'pages', format: 'jsonl', texts: true });
    const had: Buffer[] = [];
    const cut = http.get(fileUrl(stored));
    const [response] = (await once(cut, 'response')) as [http.IncomingMessage];
    for await (const piece of response) {
      had.push(piece as Buffer);
      break;
    }
    cut.destroy();
    const begun = Buffer.concat(had);
    expect(begun.length).toBeLessThan(stored.bytes);
    const tag = String(response.headers.etag);
    expect(tag).toBe(tagOf(stored));
    const rest = await get(fileUrl(stored), { range: `bytes=${begun.length}-`, 'if-range': tag });
    expect([rest.status, rest.head.get('content-range')]).toEqual([
      206,
      `bytes ${begun.length}-${stored.bytes - 1}/${stored.bytes}`,
    ]);
    expect(sha256(Buffer.concat([begun, rest.bytes]))).toBe(stored.sha256);

    const other = await get(fileUrl(stored), { range: 'bytes=5-', 'if-range': '"other"' });
    expect([other.status, other.bytes.length]).toEqual([200, stored.bytes]);
    const known = await get(fileUrl(stored), { 'if-none-match': tag });
    expect([known.status, known.bytes.length, known.head.get('etag')]).toEqual([304, 0, tag]);
    const outside = await get(fileUrl(stored), { range: `bytes=${stored.bytes}-` });
    expect([outside.status, outside.head.get('content-range')]).toEqual([416, `bytes */${stored.bytes}`]);
    const head = await get(fileUrl(stored), { range: 'bytes=5-' }, 'HEAD');
    expect([head.status, head.bytes.length, head.head.get('content-length'), head.head.get('etag')]).toEqual([
      200,
      0,
      String(stored.bytes),
      tag,
    ]);
    // Text, but never compressed in transit: bytes are counted in the file.
    const packed = await get(fileUrl(stored), { 'accept-encoding': 'gzip, br', range: 'bytes=10-5000' });
    expect([packed.status, packed.head.get('content-encoding'), packed.bytes.length]).toEqual([206, null, 4_991]);
  });

  it('GraphQL makes, lists and deletes them too', async () => {
    const ask = async <T>(query: string): Promise<T> => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    };
    const { createExport: made } = await ask<{ createExport: ExportBody }>(
      `mutation { createExport(sessionId: "${rows.sessionId}", input: {what: PAGES, format: JSONL, pageFilter: {relevant: true, fetchedFrom: "2001-01-01T00:00:00Z"}}) { id state query } }`,
    );
    expect(made.query).toBe('fetchedFrom=2001-01-01T00%3A00%3A00.000Z&format=jsonl&relevant=true');
    const { export: done } = await until(
      () => ask<{ export: ExportBody }>(`{ export(id: "${made.id}") { id what state sha256 bytes } }`),
      ({ export: { state } }) => state === 'COMPLETED',
    );
    const file = await get(fileUrl(done));
    expect(done).toMatchObject({ what: 'PAGES', sha256: sha256(file.bytes), bytes: file.bytes.length });
    const { session } = await ask<{ session: { exports: { nodes: ExportBody[] } } }>(
      `{ session(id: "${rows.sessionId}") { exports(first: 1) { nodes { id } } } }`,
    );
    expect(session.exports.nodes).toEqual([{ id: made.id }]);
    // Operators see all projects together.
    expect((await metric(service.url, 'gleaner_stored_exports'))['state=completed']).toBeGreaterThanOrEqual(1);
    expect((await metric(service.url, 'gleaner_stored_export_bytes'))['']).toBeGreaterThanOrEqual(file.bytes.length);
    expect(await ask(`mutation { deleteExport(id: "${made.id}") }`)).toEqual({ deleteExport: made.id });
    expect((await get(fileUrl(made))).status).toBe(404);
  });

  it('files go with their exports: deleted, over time, or with their session', async () => {
    const own = await insertSessionRows(service.databaseUrl, { steps: 20 });
    const form = { what: 'domains', format: 'jsonl' };
    const [deleted, old, kept] = [
      await made(own.sessionId, form),
      await made(own.sessionId, form),
      await made(own.sessionId, form),
    ];
    const days = (Date.parse(old.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(8);
    const gone = (id: string) =>
      until(folders, (names) => !names.includes(id)).then((names) => names.includes(kept.id));
    expect((await folders()).filter((id) => [deleted.id, old.id, kept.id].includes(id))).toHaveLength(3);

    expect((await fetch(`${service.url}/v1/exports/${deleted.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await gone(deleted.id)).toBe(true);
    await sql(service.databaseUrl, `UPDATE exports SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      old.id,
    ]);
    await wake();
    expect(await gone(old.id)).toBe(true);
    expect((await get(`${service.url}/v1/exports/${old.id}`)).status).toBe(404);
    await fetch(`${service.url}/v1/sessions/${own.sessionId}`, { method: 'DELETE' });
    expect(await gone(kept.id)).toBe(false);
    const [{ left }] = await sql<{ left: number }>(
      service.databaseUrl,
      `SELECT count(*)::int AS left FROM exports WHERE session_id = $1`,
      [own.sessionId],
    );
    expect(left).toBe(0);
  });

  it('what lost workers have left is cleared away, and nothing else', async () => {
    const stored = await made(rows.sessionId, { what: 'domains', format: 'csv' });
    const failed = randomUUID();
    const strange = randomUUID();
    await sql(
      service.databaseUrl,
      `INSERT INTO exports (id, session_id, form, state, run, expires_at) VALUES ($1, $2, '{"what": "warc"}', 'FAILED', 2, now() + interval '1 day')`,
      [failed, rows.sessionId],
    );
    const here = join(root, 'shared', 'exports');
    const put = async (id: string, names: readonly string[]) => {
      await mkdir(join(here, id), { recursive: true });
      for (const name of names) await writeFile(join(here, id, name), 'x');
    };
    await put(stored.id, ['0', '0.part', '1.part', '2.part']);
    await put(failed, ['1', '2.part', '2']);
    await put(strange, ['1', '1.part']);
    await wake();
    const left = (id: string) => readdir(join(here, id)).then((names) => names.sort());
    await until(
      () => left(failed),
      (names) => names.length === 0,
    );
    // A newer attempt has begun since.
    expect(
      await until(
        () => left(stored.id),
        (names) => names.length === 2,
      ),
    ).toEqual(['1', '2.part']);
    expect(await left(strange)).toEqual(['1', '1.part']);
    expect(sha256((await get(fileUrl(stored))).bytes)).toBe(stored.sha256);
  });

  it('a project has so many of them at most', async () => {
    const { items } = await call<{ items: ExportBody[] }>('GET', `/sessions/${rows.sessionId}/exports?first=200`);
    await sql(
      service.databaseUrl,
      `INSERT INTO exports (id, session_id, form, state) SELECT gen_random_uuid(), $1, '{"what": "warc"}', 'FAILED' FROM generate_series(1, $2)`,
      [rows.sessionId, 25 - items.length],
    );
    expect(await refusal('POST', `/sessions/${rows.sessionId}/exports`, { what: 'warc' })).toMatchObject({
      code: 'CONFLICT',
      detail: 'the project has 25 exports',
    });
    await sql(service.databaseUrl, `DELETE FROM exports WHERE session_id = $1 AND run = 0`, [rows.sessionId]);
  });
});

describe('with a store, and disks of their own', () => {
  let store: TestStore;
  let served: TestService;
  let worker: Awaited<ReturnType<typeof startSharedWorker>>;
  beforeAll(async () => {
    store = await startStore(join(root, 'objects'));
    served = await startService({
      DATABASE_URL: service.databaseUrl,
      ARCHIVE_DIR: join(root, 'api'),
      ...store.settings,
    });
    worker = await startSharedWorker({
      DATABASE_URL: service.databaseUrl,
      ARCHIVE_DIR: join(root, 'worker'),
      ...store.settings,
    });
  });
  afterAll(async () => {
    await worker.stop();
    await served.stop();
    await store.close();
  });
  const objects = (id: string) => new ObjectStore(store.settings.ARCHIVE_STORE, store.settings).list(`exports/${id}`);

  it('files are moved to the store, read from there in ranges, and removed from there', async () => {
    const { made: make } = callsOf(() => served);
    const stored = await make(rows.sessionId, { what: 'pages', format: 'jsonl', texts: true });
    expect(stored.state).toBe('completed');
    expect(await objects(stored.id)).toEqual([{ key: `exports/${stored.id}/1`, bytes: stored.bytes }]);
    expect(await readdir(join(root, 'worker', 'exports', stored.id))).toEqual([]);
    const expected = await streamed('pages/export?format=jsonl&texts=true');
    const whole = await get(fileUrl(stored, served));
    expect([whole.bytes.equals(expected.bytes), whole.head.get('etag')]).toEqual([true, tagOf(stored)]);
    const part = await get(fileUrl(stored, served), { range: 'bytes=1000-200000' });
    expect([part.status, part.bytes.equals(expected.bytes.subarray(1_000, 200_001))]).toEqual([206, true]);

    expect((await get(fileUrl(stored, served), {}, 'HEAD')).head.get('content-length')).toBe(String(stored.bytes));
    const before = store.requests.length;
    expect((await get(fileUrl(stored, served), { 'if-none-match': tagOf(stored) })).status).toBe(304);
    expect(store.requests.length).toBe(before);

    store.fault = (_, response) => Boolean(response.writeHead(503).end());
    expect((await get(fileUrl(stored, served), {}, 'HEAD')).status).toBe(503);
    const away = await get(fileUrl(stored, served));
    expect([away.status, (JSON.parse(away.bytes.toString()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    store.fault = null;
    // One without the folder and the store.
    for (const method of ['GET', 'HEAD']) expect((await get(fileUrl(stored), {}, method)).status).toBe(410);

    await fetch(`${served.url}/v1/exports/${stored.id}`, { method: 'DELETE' });
    await until(
      () => objects(stored.id),
      (list) => list.length === 0,
    );
    await until(
      () => folders('worker'),
      (names) => !names.includes(stored.id),
    );
  });

  it('a store that is away for a moment is waited for', async () => {
    let refused = 0;
    store.fault = ({ method, url = '' }, response) =>
      method === 'PUT' && url.includes('/exports/') && refused++ < 4 && Boolean(response.writeHead(503).end());
    const { made: make } = callsOf(() => served);
    const stored = await make(rows.sessionId, { what: 'domains', format: 'csv' });
    store.fault = null;
    expect(stored).toMatchObject({ state: 'completed', error: null });
    expect(refused).toBeGreaterThan(4);
    expect(sha256((await get(fileUrl(stored, served))).bytes)).toBe(stored.sha256);
  });
});

describe('the file of an attempt', () => {
  const files = (changes: object = {}) =>
    new ExportFiles({ ARCHIVE_DIR: join(root, 'files'), EXPORT_MAX_BYTES: 1_000, ...changes });
  const run = { id: '01234567-89ab-4cde-8f01-23456789abcd', run: 3 };
  const pieces = (count: number, end?: Error) => () =>
    Promise.resolve(
      Readable.from(
        (function* () {
          for (let i = 0; i < count; i++) yield Buffer.alloc(100, i);
          if (end) throw end;
        })(),
        { objectMode: false },
      ),
    );
  const never = new AbortController().signal;
  const told = () => Promise.resolve();

  it('is there only when it is whole', async () => {
    const stopped = new AbortController();
    const attempts: [string, () => Promise<unknown>][] = [
      ['it would be larger than', () => files().write(run, pieces(11), told, never)],
      ['broken', () => files().write(run, pieces(3, new Error('broken')), told, never)],
      ['not wanted', () => files().write(run, pieces(3), () => Promise.reject(new Error('not wanted')), never)],
      ['aborted', () => files().write(run, pieces(3), () => Promise.resolve(stopped.abort()), stopped.signal)],
    ];
    for (const [text, attempt] of attempts) {
      await expect(attempt()).rejects.toThrow(text === 'it would be larger than' ? 'larger than 1000 bytes' : text);
      expect(await files().filesOf(run.id)).toEqual([]);
    }
    await expect(files().read(run, 0, 10)).rejects.toMatchObject({ code: 'GONE' });
    const { bytes, sha256: hash } = await files().write(run, pieces(10), told, never);
    expect(await files().filesOf(run.id)).toEqual([{ ...run, isPart: false }]);
    const read: Buffer[] = [];
    for await (const piece of await files().read(run, 0, bytes)) read.push(piece as Buffer);
    expect([bytes, hash]).toEqual([1_000, sha256(Buffer.concat(read))]);
  });
});
