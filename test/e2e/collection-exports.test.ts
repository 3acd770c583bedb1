import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ArchiveStore } from '../../src/modules/base/archive/index.js';
import { archivedPage } from '../support/archived-page.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { unzip } from '../support/unzip.js';
import { startSharedWorker } from '../support/worker-process.js';
import { sql } from './sessions-client.js';

/*
 * What collections are handed on as: lists as sent and as stored, archived fetches of pages, copied from the archives
 * of several sessions, feeds, and share links.
 */

interface Stored {
  readonly id: string;
  readonly state: string;
  readonly error: string | null;
  readonly leftOut: number;
  readonly query: string | null;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly topicId: string | null;
  readonly sessionId: string | null;
}
interface Row {
  readonly key: string;
  readonly url: string;
  readonly name: string;
  readonly relevant: boolean;
}

let root: string;
let service: TestService;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let first: SessionRows;
let second: SessionRows;
let topicId: string;
const { call, until } = restCalls(() => service.url, 120_000);

const older = (step: number): boolean => step % 4 !== 1;
const newer = (step: number): boolean => step % 3 === 0;

/** Archives pages of a session, each with its own body. @param said text of the body besides the URL */
async function archive({ sessionId, pages, urls }: SessionRows, steps: (step: number) => boolean, said: string) {
  const store = new ArchiveStore({ ...service.config, ARCHIVE_FILE_BYTES: 20_000 });
  const writer = await store.open({ sessionId, run: 1, userAgent: 'GleanerBot/0.1', robots: true });
  for (const page of pages.filter(({ outcome, step }) => outcome === 'page' && steps(step))) {
    const { url } = urls[page.final_url_no];
    await writer.append(archivedPage({ url, fetchedAt: Date.parse(page.fetched_at), body: `<h1>${said} ${url}</h1>` }));
  }
  await writer.close();
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-collection-exports-'));
  service = await startService({ ARCHIVE_DIR: root });
  first = await insertSessionRows(service.databaseUrl, { steps: 120, domains: 15, config: { archive: true } });
  second = await insertSessionRows(service.databaseUrl, {
    ...{ steps: 120, domains: 15, topic: first, config: { archive: true } },
    session: { created_at: '2026-11-02T00:00:00Z' },
  });
  ({ topicId } = first);
  await archive(first, older, 'old');
  // The newer session has archived every third page.
  second = {
    ...second,
    pages: second.pages.map((page) => ({
      ...page,
      fetched_at: new Date(Date.parse(page.fetched_at) + 86_400_000).toISOString(),
    })),
  };
  await sql(service.databaseUrl, `UPDATE pages SET fetched_at = fetched_at + interval '1 day' WHERE session_id = $1`, [
    second.sessionId,
  ]);
  await archive(second, newer, 'new');
  // Some archived pages are visited again, and their servers say that they have not changed.
  const again = second.pages.filter(({ step, outcome }) => outcome === 'page' && !newer(step)).slice(-8);
  for (const [i, { final_url_no: urlNo }] of second.pages
    .filter(({ step, outcome }) => outcome === 'page' && newer(step) && step < again[0].step)
    .slice(-again.length)
    .entries())
    await sql(
      service.databaseUrl,
      `UPDATE pages SET final_url_no = $3, http_status = 304 WHERE session_id = $1 AND step = $2`,
      [second.sessionId, again[i].step, urlNo],
    );
  worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl, ARCHIVE_DIR: root });
  await until<{ behind: number; pages: number }>(
    `/topics/${topicId}/collection`,
    ({ behind, pages }) => behind === 0 && pages > 0,
  );
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

const bytesOf = async (path: string): Promise<{ bytes: Buffer; head: Headers; status: number }> => {
  const response = await fetch(`${service.url}/v1${path}`);
  return { status: response.status, head: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
async function made(body: object): Promise<Stored & { readonly bytes: Buffer }> {
  const { id } = await call<Stored>('POST', `/topics/${topicId}/exports`, body);
  const stored = await until<Stored>(`/exports/${id}`, ({ state }) => state === 'completed' || state === 'failed');
  expect(stored).toMatchObject({ state: 'completed', error: null, topicId, sessionId: null });
  const { bytes, head } = await bytesOf(`/exports/${id}/file`);
  expect(head.get('content-type')).toBe(stored.mediaType);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(stored.sha256);
  return { ...stored, bytes };
}
const rowsOf = async (what: 'pages' | 'domains', query = ''): Promise<Row[]> =>
  (await bytesOf(`/topics/${topicId}/${what}/export?format=jsonl${query}`)).bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

it.each([
  [
    { what: 'pages', format: 'csv', bom: true, pageFilter: { relevant: true } },
    'pages',
    'bom=true&format=csv&relevant=true',
  ],
  [
    { what: 'pages', format: 'urls', gzip: true, pageFilter: { foundSince: '2026-01-01T00:00:00Z' } },
    'pages',
    'format=urls&foundSince=2026-01-01T00%3A00%3A00.000Z&gzip=true',
  ],
  [{ what: 'pages', format: 'parquet' }, 'pages', 'format=parquet'],
  [
    { what: 'pages', format: 'csv', pageSort: 'probability', order: 'asc' },
    'pages',
    'format=csv&order=asc&sort=probability',
  ],
  [{ what: 'domains', format: 'csv', domainSort: 'relevant' }, 'domains', 'format=csv&sort=relevant'],
  [{ what: 'domains', format: 'opml', domainFilter: { relevant: true } }, 'domains', 'format=opml&relevant=true'],
])('%j is stored as it is sent', async (body, what, query) => {
  const sent = await bytesOf(`/topics/${topicId}/${what}/export?${query}`);
  expect(sent.status).toBe(200);
  const stored = await made(body);
  expect(stored).toMatchObject({ query, leftOut: 0, bytes: sent.bytes });
  expect(sent.head.get('content-disposition')).toBe(`attachment; filename=${stored.fileName}`);
  expect(sent.head.get('content-type')).toBe(stored.mediaType);
});

it('lists URLs of pages and home pages of domains, one in each line, and these as OPML', async () => {
  const lines = async (path: string) => (await bytesOf(path)).bytes.toString().trimEnd().split('\n');
  const pages = await rowsOf('pages', '&relevant=true');
  expect(await lines(`/topics/${topicId}/pages/export?format=urls&relevant=true`)).toEqual(pages.map(({ url }) => url));
  const [tagged, ...others] = await rowsOf('domains');
  await call('POST', `/topics/${topicId}/verdicts`, {
    domains: [{ name: tagged.name, tags: ['fromage & <co>'], note: 'line\u0007 "two"' }],
  });
  const homes = await lines(`/topics/${topicId}/domains/export?format=urls`);
  expect(homes).toEqual([tagged, ...others].map(({ name }) => `http://www.${name}/`));
  const { bytes, head } = await bytesOf(`/topics/${topicId}/domains/export?format=opml`);
  expect(head.get('content-type')).toBe('text/x-opml; charset=utf-8');
  const opml = bytes.toString();
  expect(opml.match(/<outline /g)).toHaveLength(homes.length);
  expect(opml).toContain(`<outline text="${tagged.name}" type="link" url="http://www.${tagged.name}/"`);
  expect(opml).toContain('category="fromage &#38; &#60;co&#62;"');
  expect(opml).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<opml version="2\.0"><head>.*<\/head><body>\n/);
  const { name } = await call<{ name: string }>('GET', `/topics/${topicId}`);
  expect(opml).toContain(`<title>${name}</title>`);
  expect(opml).toMatch(/<\/body><\/opml>\n$/);
});

/** Records of a WARC file by their URLs. */
function bodiesOf(warc: Buffer): Map<string, string> {
  const records = gunzipSync(warc)
    .toString()
    .split(/(?=WARC\/1\.1\r\n)/);
  expect(records.every((record) => record.startsWith('WARC/1.1'))).toBe(true);
  const bodies = new Map<string, string>();
  for (const record of records) {
    if (!record.includes('WARC-Type: response')) continue;
    const info = /WARC-Warcinfo-ID: (\S+)/.exec(record)?.[1] ?? '';
    // Each record refers to a description that is in the file.
    expect(records.some((one) => one.includes('WARC-Type: warcinfo') && one.includes(`WARC-Record-ID: ${info}`))).toBe(
      true,
    );
    bodies.set(/WARC-Target-URI: (\S+)/.exec(record)?.[1] ?? '', record.slice(record.indexOf('<h1>')).trim());
  }
  return bodies;
}
const expectedBodies = (pages: readonly Row[]): Map<string, string> => {
  const archived = ({ pages: all, urls }: SessionRows, steps: (step: number) => boolean): Set<string> =>
    new Set(
      all.filter(({ step, outcome }) => outcome === 'page' && steps(step)).map((page) => urls[page.final_url_no].url),
    );
  const [old, fresh] = [archived(first, older), archived(second, newer)];
  const said = (url: string): string | null => (fresh.has(url) ? 'new' : old.has(url) ? 'old' : null);
  return new Map(
    pages.filter(({ url }) => said(url) !== null).map(({ url }) => [url, `<h1>${String(said(url))} ${url}</h1>`]),
  );
};

it('copies the newest archived fetch of each page as WARC, and counts pages without one', async () => {
  const pages = await rowsOf('pages', '&relevant=true');
  const stored = await made({ what: 'warc', pageFilter: { relevant: true } });
  expect(stored).toMatchObject({
    query: 'relevant=true',
    fileName: expect.stringMatching(/^topic-.*-archive-[\d-]+\.warc\.gz$/) as unknown,
  });
  const bodies = bodiesOf(stored.bytes);
  const expected = expectedBodies(pages);
  expect([...bodies].sort()).toEqual([...expected].sort());
  expect(stored.leftOut).toBe(pages.length - expected.size);
  expect(stored.leftOut).toBeGreaterThan(0);
  for (const said of ['new', 'old'])
    expect([...bodies.values()].filter((body) => body.startsWith(`<h1>${said}`)).length).toBeGreaterThan(5);
});

it('packs them as WACZ, whose index and pages find them', async () => {
  const pages = await rowsOf('pages');
  const stored = await made({ what: 'wacz' });
  const files = await unzip(stored.bytes);
  const { name } = await call<{ name: string }>('GET', `/topics/${topicId}`);
  expect(JSON.parse(files.get('datapackage.json')!.content.toString())).toMatchObject({ title: name });
  const warc = files.get('archive/data.warc.gz')!.content;
  const expected = expectedBodies(pages);
  const shown = files.get('pages/pages.jsonl')!.content.toString().trimEnd().split('\n').slice(1);
  const listed = shown.map((line) => JSON.parse(line) as { id: string; url: string; ts: string });
  expect(listed.length + stored.leftOut).toBe(pages.length);
  const index = gunzipSync(files.get('indexes/index.cdx.gz')!.content).toString().trimEnd().split('\n');
  expect(index).toEqual([...index].sort());
  const lines = new Map(
    index.map((line) => {
      const found = JSON.parse(line.slice(line.indexOf(' {'))) as Record<
        'url' | 'offset' | 'length' | 'filename',
        string
      >;
      return [found.url, found];
    }),
  );
  for (const { url, id } of listed) {
    const { offset, length, filename } = lines.get(url)!;
    expect(filename).toBe('data.warc.gz');
    const record = gunzipSync(warc.subarray(Number(offset), Number(offset) + Number(length))).toString();
    expect(record).toContain(`WARC-Target-URI: ${url}\r\n`);
    expect(record.slice(record.indexOf('<h1>')).trim()).toBe(expected.get(url));
    expect(pages.find(({ key }) => key === id)?.url).toBe(url);
  }
  const described = JSON.parse(files.get('datapackage.json')!.content.toString()) as {
    resources: { path: string; hash: string; bytes: number }[];
  };
  const { hash, bytes } = described.resources.find(({ path }) => path === 'archive/data.warc.gz')!;
  expect([hash, bytes]).toEqual([`sha256:${createHash('sha256').update(warc).digest('hex')}`, warc.length]);
});

describe('feeds', () => {
  interface Item {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly date_modified: string;
  }
  const itemsOf = async (query: string): Promise<Item[]> =>
    (await call<{ items: Item[] }>('GET', `/topics/${topicId}/feed.json${query}`)).items;

  it.each([
    ['', 'pages?relevant=true&duplicate=false'],
    ['?relevantOnly=false&seedDomain=false', 'pages?duplicate=false&seedDomain=false'],
    ['?search=page', 'pages?search=page&relevant=true&duplicate=false'],
  ])('have the newest pages: %j', async (query, list) => {
    const { items } = await call<{ items: Row[] }>('GET', `/topics/${topicId}/${list}&first=100&sort=firstFoundAt`);
    const found = await itemsOf(query);
    expect(found.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
    expect(found.map(({ id }) => id)).toEqual(items.map(({ key }) => `urn:gleaner:page:${topicId}:${key}`));
    expect(found.length).toBeGreaterThan(5);
  });

  it('have the newest domains, with their home pages', async () => {
    const { items } = await call<{ items: Row[] }>(
      'GET',
      `/topics/${topicId}/domains?relevant=true&first=100&sort=firstFoundAt`,
    );
    const found = await itemsOf('?what=domains');
    expect(found.map(({ title, url }) => [title, url])).toEqual(items.map(({ name }) => [name, `http://www.${name}/`]));
  });

  it.each([
    ['rss', 'application/rss+xml; charset=utf-8', '<item>'],
    ['atom', 'application/atom+xml; charset=utf-8', '<entry>'],
  ])('are the same document as %s, as long as nothing is new', async (format, type, item) => {
    const { bytes, head } = await bytesOf(`/topics/${topicId}/feed.${format}`);
    expect(head.get('content-type')).toBe(type);
    const document = bytes.toString();
    expect(document.split(item)).toHaveLength((await itemsOf('')).length + 1);
    const again = await fetch(`${service.url}/v1/topics/${topicId}/feed.${format}`, {
      headers: { 'if-none-match': String(head.get('etag')) },
    });
    expect(again.status).toBe(304);
  });
});

describe('share links', () => {
  interface Made {
    readonly id: string;
    readonly token: string;
    readonly expiresAt: string;
  }
  let locked: TestService;
  beforeAll(async () => {
    locked = await startService({
      DATABASE_URL: service.databaseUrl,
      ARCHIVE_DIR: root,
      API_KEYS: 'operators-key-0123456789',
    });
  });
  afterAll(() => locked.stop());

  const get = async (path: string, token?: string): Promise<{ status: number; head: Headers; text: string }> => {
    const url = `${locked.url}/v1/${path}`;
    const at = token === undefined ? url : `${url}${path.includes('?') ? '&' : '?'}token=${token}`;
    const response = await fetch(at);
    return { status: response.status, head: response.headers, text: await response.text() };
  };
  const read = async <T>(path: string, token: string): Promise<T> => {
    const { status, text } = await get(path, token);
    expect([path, status]).toEqual([path, 200]);
    return JSON.parse(text) as T;
  };
  const share = (body: object = {}): Promise<Made> =>
    call<Made>('POST', `/topics/${topicId}/shares`, { name: 'museum', ...body });
  const names = (rows: readonly object[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();

  it('show the relevant part of one collection, without notes and ids', async () => {
    const made = await share();
    const { token } = made;
    const page = (await rowsOf('pages', '&relevant=true'))[0];
    await call('POST', `/topics/${topicId}/verdicts`, {
      pages: [{ key: page.key, note: 'a secret note', tags: ['told'] }],
    });
    const pages = await rowsOf('pages', '&relevant=true');
    const domains = await rowsOf('domains', '&relevant=true');
    expect(await read('shared', token)).toEqual({
      ...{ name: expect.any(String) as string, relevantOnly: true, expiresAt: made.expiresAt },
      ...{ pages: (await rowsOf('pages', '&relevant=true&duplicate=false')).length, domains: domains.length },
    });
    const listed = await read<{ items: Row[]; total: number }>('shared/pages?first=200&order=asc&total=true', token);
    expect(listed.items.map(({ key }) => key)).toEqual(pages.map(({ key }) => key));
    expect(names(listed.items)).toEqual(
      [
        ...['domain', 'excerpt', 'excerptMarks', 'firstFoundAt', 'goneAt', 'key', 'language', 'lastSeenAt'],
        ...['probability', 'publishedAt', 'relevant', 'tags', 'title', 'url'],
      ].sort(),
    );
    const sites = await read<{ items: Row[] }>('shared/domains?first=200&sort=firstFoundAt&order=asc', token);
    expect(sites.items.map(({ name }) => name)).toEqual(domains.map(({ name }) => name));
    const lines = (await get('shared/pages/export?format=jsonl', token)).text.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Row).key)).toEqual(pages.map(({ key }) => key));
    const csv = (await get('shared/pages/export?format=csv', token)).text;
    expect(csv.split('\r\n')[0]).toBe(
      'key,url,domain,title,publishedAt,language,excerpt,probability,relevant,firstFoundAt,lastSeenAt,goneAt,tags',
    );
    const opml = (await get('shared/domains/export?format=opml', token)).text;
    expect(opml.match(/<outline /g)).toHaveLength(domains.length);
    const feed = await get('shared/feed.atom', token);
    expect(feed.text.match(/<entry>/g)).toHaveLength(Math.min(100, pages.length));
    for (const text of [lines.join(), csv, opml, feed.text, JSON.stringify([listed, sites])]) {
      expect(text).not.toContain('a secret note');
      expect(text).not.toContain(token);
      for (const id of [first.sessionId, second.sessionId, first.modelId]) expect(text).not.toContain(id);
    }
    expect((await get('shared/pages?relevant=false', token)).status).toBe(400);
    expect((await get('shared', token)).head.get('x-robots-tag')).toBe('noindex');
  });

  it('show all of it if they are made so', async () => {
    const { token } = await share({ relevantOnly: false });
    const { items } = await read<{ items: Row[] }>('shared/pages?first=200&relevant=false', token);
    expect(items.map(({ key }) => key).sort()).toEqual(
      (await rowsOf('pages', '&relevant=false')).map(({ key }) => key).sort(),
    );
  });

  it('open nothing else, as tokens or as keys', async () => {
    const { token } = await share();
    const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
    const paths = Object.entries(document.paths)
      .filter(([path, methods]) => path.startsWith('/v1/') && !path.startsWith('/v1/shared') && 'get' in methods)
      .map(([path]) => path.slice('/v1/'.length).replaceAll(/\{(\w+)\}/g, () => topicId));
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const status = [(await get(path, token)).status];
      const asKey = await fetch(`${locked.url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, ...status, asKey.status]).toEqual([path, 401, 401]);
    }
    for (const path of [
      'shared',
      'shared/pages',
      'shared/domains',
      'shared/pages/export?format=csv',
      'shared/feed.rss',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 401]);
  });

  it('end when they are revoked or expire, and only tokens of theirs open them', async () => {
    const [one, other] = [await share(), await share({ days: 1 })];
    const [id, secret] = [one.token.slice(0, 36), other.token.slice(36)];
    for (const token of [`${one.token.slice(0, -1)}_`, id + secret, one.token.replace('gs_', 'gl_'), 'x', '\u0000'])
      expect([token, [400, 401].includes((await get('shared/pages', token)).status)]).toEqual([token, true]);
    expect(Date.parse(other.expiresAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
    const { items } = await call<{ items: Made[] }>('GET', `/topics/${topicId}/shares`);
    expect(items.map((made) => made.id)).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(JSON.stringify(items)).not.toContain(one.token.slice(36));
    const stored = await sql<object>(service.databaseUrl, 'SELECT * FROM collection_shares', []);
    expect(JSON.stringify(stored)).not.toContain(one.token.slice(36));

    expect((await get('shared', one.token)).status).toBe(200);
    expect((await fetch(`${service.url}/v1/shares/${one.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await get('shared', one.token)).status).toBe(401);
    await sql(service.databaseUrl, `UPDATE collection_shares SET expires_at = now() WHERE id = $1`, [other.id]);
    expect((await get('shared', other.token)).status).toBe(401);
    const { id: project } = await call<{ id: string }>('GET', '/project');
    const { items: entries } = await call<{ items: { change: string; call: string; ids: string[] }[] }>(
      'GET',
      `/projects/${project}/audit-log?object=share&objectId=${one.id}`,
    );
    expect(entries.map(({ change, call: made }) => [change, made])).toEqual([
      ['delete', 'DELETE /v1/shares/:id'],
      ['insert', 'POST /v1/topics/:id/shares'],
    ]);
  });
});

it('is listed by topic in REST and GraphQL, and goes when it is deleted, with its topic too', async () => {
  const graphql = async <T>(query: string): Promise<T> => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  const own = await insertSessionRows(service.databaseUrl, { steps: 5 });
  const { createCollectionExport: begun } = await graphql<{ createCollectionExport: { id: string } }>(
    `mutation { createCollectionExport(topicId: "${own.topicId}", input: {what: DOMAINS, format: OPML, domainFilter: {foundSince: "2026-01-01T00:00:00Z"}}) { id } }`,
  );
  const { items } = await call<{ items: Stored[] }>('GET', `/topics/${own.topicId}/exports`);
  expect(items).toMatchObject([{ id: begun.id, query: 'format=opml&foundSince=2026-01-01T00%3A00%3A00.000Z' }]);
  const { topic } = await graphql<{ topic: { exports: { nodes: Stored[] } } }>(
    `{ topic(id: "${own.topicId}") { exports(first: 5) { nodes { id sessionId topicId } } } }`,
  );
  expect(topic.exports.nodes).toEqual([{ id: begun.id, sessionId: null, topicId: own.topicId }]);
  expect((await call<{ items: Stored[] }>('GET', `/sessions/${own.sessionId}/exports`)).items).toEqual([]);
  await sql(service.databaseUrl, 'DELETE FROM topics WHERE id = $1', [own.topicId]);
  expect((await bytesOf(`/exports/${begun.id}`)).status).toBe(404);
});

it('refuses what does not go together', async () => {
  const refused = async (body: object, of = topicId) => {
    const response = await fetch(`${service.url}/v1/topics/${of}/exports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { code, field } = (await response.json()) as { code: string; field?: string };
    return [code, field];
  };
  for (const [body, field] of [
    [{ what: 'pages' }, 'format'],
    [{ what: 'pages', format: 'opml' }, 'format'],
    [{ what: 'links', format: 'csv' }, 'what'],
    [{ what: 'domains', format: 'urls', bom: true }, 'bom'],
    [{ what: 'domains', format: 'csv', pageFilter: {} }, 'pageFilter'],
    [{ what: 'warc', gzip: true }, 'gzip'],
    [{ what: 'wacz', pageFilter: { newSinceSession: topicId } }, 'newSinceSession'],
    [{ what: 'wacz', pageFilter: { search: 5 } }, 'pageFilter.search'],
    [{ what: 'wacz', pageFilter: { probabilityMin: 0.9, probabilityMax: 0.2 } }, 'pageFilter.probabilityMax'],
  ] as const)
    expect([body, ...(await refused(body))]).toEqual([body, 'VALIDATION_FAILED', field]);
  expect((await bytesOf(`/topics/${topicId}/pages/export?format=opml`)).status).toBe(400);
  const plain = await insertSessionRows(service.databaseUrl, { steps: 3 });
  expect(await refused({ what: 'wacz' }, plain.topicId)).toEqual(['INVALID_STATE', 'what']);
});
