import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getSurt, WARCParser } from 'warcio';
import type { Entry } from 'yauzl';
import { ArchiveStore, sortedIndex } from '../../src/modules/base/archive/index.js';
import { archivedPage } from '../support/archived-page.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type PageRow, type SessionRows } from '../support/session-rows.js';
import { sql } from './sessions-client.js';
import { unzip } from '../support/unzip.js';

let service: TestService;
let rows: SessionRows;
let brought: PageRow[];
const bodyOf = ({ step }: PageRow): string => `<title>Page ${step}</title><p>${'cheese '.repeat(step % 50)}`;
const urlOf = ({ final_url_no }: PageRow): string => rows.urls[final_url_no].url;

beforeAll(async () => {
  service = await startService();
  rows = await insertSessionRows(service.databaseUrl, { steps: 400, config: { archive: true } });
  brought = rows.pages.filter(({ outcome }) => outcome === 'page').sort((a, b) => a.seq - b.seq);
  // One that would be read in another order.
  await sql(service.databaseUrl, `UPDATE pages SET title = E'\\u202E' || title WHERE session_id = $1 AND step = $2`, [
    ...[rows.sessionId, brought[0].step],
  ]);
  const archive = await new ArchiveStore({ ...service.config, ARCHIVE_FILE_BYTES: 40_000 }).open({
    sessionId: rows.sessionId,
    run: 1,
    userAgent: 'GleanerBot/0.1',
    robots: true,
  });
  for (const page of brought)
    await archive.append(
      archivedPage({
        url: urlOf(page),
        fetchedAt: Date.parse(page.fetched_at),
        body: bodyOf(page),
        ...(page.step % 5 === 0 ? { rendered: `<p>made ${page.step}` } : {}),
      }),
    );
  await archive.close();
});
afterAll(() => service.stop());

const path = (sessionId = rows.sessionId): string => `${service.url}/v1/sessions/${sessionId}/export.wacz`;

const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

interface CdxLine {
  readonly url: string;
  readonly status: string;
  readonly digest: string;
  readonly filename: string;
  readonly offset: string;
  readonly length: string;
}

describe('the WACZ file of a session', () => {
  let files: Map<string, { entry: Entry; content: Buffer }>;
  const content = (name: string): Buffer => files.get(name)?.content ?? Buffer.alloc(0);
  const cdx = (): string[] => gunzipSync(content('indexes/index.cdx.gz')).toString().trimEnd().split('\n');

  beforeAll(async () => {
    const response = await fetch(path());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/wacz']);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=\S+-archive-[\d-]+\.wacz$/);
    files = await unzip(Buffer.from(await response.arrayBuffer()));
  });

  it('describes all its files with their digests, and is sealed', () => {
    const described = JSON.parse(content('datapackage.json').toString()) as {
      profile: string;
      wacz_version: string;
      resources: { name: string; path: string; hash: string; bytes: number }[];
    };
    expect(described).toMatchObject({
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: expect.stringMatching(/^topic \S+: session of \d{4}-\d\d-\d\d$/),
    });
    const others = [...files.keys()].filter((name) => !name.startsWith('datapackage'));
    expect(described.resources.map((resource) => resource.path).sort()).toEqual(others.sort());
    expect(others.filter((name) => /^archive\/.*\.warc\.gz$/.test(name)).length).toBeGreaterThan(2);
    for (const { path: name, hash, bytes } of described.resources)
      expect([name, hash, bytes]).toEqual([name, sha256(content(name)), content(name).length]);
    expect(JSON.parse(content('datapackage-digest.json').toString())).toEqual({
      path: 'datapackage.json',
      hash: sha256(content('datapackage.json')),
    });
  });

  it('holds WARC files and index as they are, so that readers can take single records out of it', () => {
    for (const [name, { entry }] of files)
      if (/\.gz$/.test(name)) expect([name, entry.compressionMethod]).toEqual([name, 0]);
  });

  it('has a sorted index that leads to the record of every page', async () => {
    const lines = cdx();
    expect(lines).toEqual([...lines].sort());
    expect(lines).toHaveLength(brought.length);
    const byUrl = new Map(
      lines.map((line) => {
        const told = JSON.parse(line.slice(line.indexOf('{'))) as CdxLine;
        expect(line.split(' ')[0]).toBe(getSurt(told.url));
        return [told.url, told];
      }),
    );
    for (const page of brought) {
      const { filename, offset, length, digest, status } = byUrl.get(urlOf(page)) as CdxLine;
      const record = content(`archive/${filename}`).subarray(Number(offset), Number(offset) + Number(length));
      const parsed = await new WARCParser([record]).parse();
      expect([parsed?.warcTargetURI, parsed?.warcPayloadDigest, status]).toEqual([urlOf(page), digest, '200']);
      expect(await parsed?.contentText()).toBe(bodyOf(page));
    }
  });

  it('says which block of the index a key is in', () => {
    const [head, ...blocks] = content('indexes/index.idx').toString().trimEnd().split('\n');
    expect(head).toBe('!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}');
    const unpacked = blocks.map((line) => {
      const { offset, length } = JSON.parse(line.slice(line.indexOf('{'))) as { offset: number; length: number };
      const text = gunzipSync(content('indexes/index.cdx.gz').subarray(offset, offset + length)).toString();
      expect(text.startsWith(line.slice(0, line.indexOf(' {')))).toBe(true);
      return text;
    });
    expect(unpacked.join('').trimEnd().split('\n')).toEqual(cdx());
  });

  it('lists the pages', () => {
    const [head, ...pages] = content('pages/pages.jsonl')
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(head).toMatchObject({ format: 'json-pages-1.0', id: 'pages' });
    expect(pages).toEqual(
      brought.map((page) => ({ id: String(page.step), url: urlOf(page), ts: page.fetched_at, title: page.title })),
    );
  });
});

it('is refused for a session without an archive, and empty for one that has fetched nothing', async () => {
  const bare = await insertSessionRows(service.databaseUrl, { steps: 3 });
  expect(await (await fetch(path(bare.sessionId))).json()).toMatchObject({
    status: 409,
    code: 'INVALID_STATE',
    field: 'archive',
  });
  const empty = await insertSessionRows(service.databaseUrl, { steps: 0, config: { archive: true } });
  const files = await unzip(Buffer.from(await (await fetch(path(empty.sessionId))).arrayBuffer()));
  expect([...files.keys()].sort()).toEqual([
    `archive/gleaner-${empty.sessionId}.warc.gz`,
    'datapackage-digest.json',
    'datapackage.json',
    'indexes/index.cdx.gz',
    'indexes/index.idx',
    'pages/pages.jsonl',
  ]);
});

it('sorts an index of any length in runs on disk, which it removes', async () => {
  const parts = await new ArchiveStore(service.config).partsOf({ id: rows.sessionId, fetched: 0, state: 'RUNNING' });
  const all = async (runChars?: number): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of sortedIndex(parts, runChars)) lines.push(line);
    return lines;
  };
  const inMemory = await all();
  // Of this process alone.
  const openFiles = async () => {
    const files = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
    return (await Promise.all(files)).filter((path) => path.includes('gleaner-file-'));
  };
  for (const chars of [1, 1_000, 20_000]) expect(await all(chars)).toEqual(inMemory);
  const broken = sortedIndex(parts, 1_000);
  await broken.next();
  const runs = await openFiles();
  expect(runs.length).toBeGreaterThan(0);
  // A killed process leaves nothing: they have no names.
  expect(runs.filter((path) => !path.endsWith(' (deleted)'))).toEqual([]);
  await broken.return(undefined);
  expect(await openFiles()).toEqual([]);
});

it('gives its place to others when the client leaves', async () => {
  // More than sockets buffer before the client leaves.
  const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 3, config: { archive: true } });
  const folder = join(service.config.ARCHIVE_DIR, sessionId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.warc.gz'), randomBytes(30_000_000));
  for (let i = 0; i < 20; i++)
    await new Promise<void>((resolve, reject) => {
      const request = http.get(path(sessionId), (response) => {
        response.once('data', () => response.destroy());
        response.once('close', resolve);
      });
      request.once('error', reject);
    });
  // The maximum at once: none is refused because of those that left.
  let answers: number[];
  do
    answers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const response = await fetch(path(sessionId));
        await response.arrayBuffer();
        return response.status;
      }),
    );
  while (answers.includes(503));
  expect(answers).toEqual([200, 200, 200, 200]);
});
