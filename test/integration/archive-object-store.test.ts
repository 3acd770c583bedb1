import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LeaseLostError } from '../../src/engine/index.js';
import { ArchiveStore, ArchiveUploads } from '../../src/modules/base/archive/index.js';
import { ObjectStore } from '../../src/modules/base/archive/object-store.js';
import { archivedPage } from '../support/archived-page.js';
import { startStore, type TestStore } from '../support/s3-server.js';

const SESSION = '01234567-89ab-4cde-8f01-23456789abcd';
const START = Date.UTC(2026, 0, 1);
const never = new AbortController().signal;

let root: string;
let store: TestStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-store-'));
  store = await startStore(join(root, 'objects'));
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const settingsOf = (folder = 'here') => ({
  ...store.settings,
  ARCHIVE_DIR: join(root, folder),
  ARCHIVE_FILE_BYTES: 3_000,
  ARCHIVE_STORE_KEEP_LOCAL: false,
});
const archives = (folder?: string): ArchiveStore => new ArchiveStore(settingsOf(folder));
const uploads = (changes: object = {}): ArchiveUploads => new ArchiveUploads({ ...settingsOf(), ...changes });
const run = (number: number) => ({ sessionId: SESSION, run: number, userAgent: 'GleanerBot/0.1', robots: true });
const urlOf = (n: number): string => `http://a.example/${n}`;
const page = (n: number) => archivedPage({ url: urlOf(n), body: `<p>sent ${n}`, fetchedAt: START + n });
const keyOf = (n: number) => ({ finalUrl: urlOf(n), fetchedAt: new Date(START + n) });
const contentOf = async (from: ArchiveStore): Promise<Buffer> => {
  const content = await from.contentOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
  return buffer(content.read(0, content.bytes));
};
const filesHere = async (): Promise<string[]> => (await readdir(join(root, 'here', SESSION)).catch(() => [])).sort();
const keysThere = async (): Promise<string[]> =>
  (await new ObjectStore(store.settings.ARCHIVE_STORE, store.settings).list(SESSION)).map(({ key }) =>
    key.slice(SESSION.length + 1),
  );

async function write(number: number, pages: readonly number[]): Promise<void> {
  const archive = await archives().open(run(number));
  for (const n of pages) await archive.append(page(n));
  await archive.close();
}

describe('an archive that is moved to a store', () => {
  it('reads the same from there: whole, in ranges, single pages, and through a catalogue', async () => {
    await write(1, [0, 1, 2, 3]);
    await write(2, [4, 5]);
    const before = await contentOf(archives());
    const files = (await filesHere()).filter((name) => name.endsWith('.gz'));
    expect(files.length).toBeGreaterThan(2);
    await uploads().upload(SESSION, () => true, never);
    expect(await readdir(join(root, 'here'))).toEqual([]);
    expect(await keysThere()).toEqual(files.flatMap((name) => [name, `${name}.cdxj`]));
    for (const folder of ['here', 'elsewhere']) {
      const store = archives(folder);
      expect(await contentOf(store)).toEqual(before);
      const content = await store.contentOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
      for (const [from, to] of [
        [0, 1],
        [700, 5_000],
        [before.length - 1, before.length],
      ])
        expect(await buffer(content.read(from, to))).toEqual(before.subarray(from, to));
      const catalog = await store.catalogOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
      for (const n of [0, 3, 5]) {
        expect(
          (await store.pageOf({ id: SESSION, fetched: 0, state: 'RUNNING' }, keyOf(n)))?.block.toString(),
        ).toContain(`<p>sent ${n}`);
        expect((await catalog.find(keyOf(n)))?.block.toString()).toContain(`<p>sent ${n}`);
      }
      expect(await store.pageOf({ id: SESSION, fetched: 0, state: 'RUNNING' }, keyOf(6))).toBeNull();
    }
    await archives().remove(SESSION);
    expect(await keysThere()).toEqual([]);
  });

  it('continues to be served while it is being read', async () => {
    await write(1, [0, 1, 2, 3]);
    const before = await contentOf(archives());
    const content = await archives().contentOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
    const parts = await archives().partsOf({ id: SESSION, fetched: 0, state: 'RUNNING' });
    await uploads().upload(SESSION, () => true, never);
    expect(await buffer(content.read(0, content.bytes))).toEqual(before);
    for (const part of parts) {
      const index: Buffer[] = [];
      for await (const piece of part.index()) index.push(piece);
      expect(Buffer.concat(index).toString()).toContain(`"filename":"${part.name}"`);
    }
  });

  it('leaves open what a run still writes, and ends what a lost one has left', async () => {
    const writing = await archives().open(run(2));
    await writing.append(page(7));
    const [open] = (await filesHere()).filter((name) => name.endsWith('.open'));
    await writeFile(join(root, 'here', SESSION, `gleaner-${SESSION}-0001-00001.warc.gz.open`), '');
    await uploads().upload(SESSION, (number) => number < 2, never);
    expect(await filesHere()).toEqual([open.replace(/open$/, 'cdxj'), open]);
    expect(
      (await archives().pageOf({ id: SESSION, fetched: 0, state: 'RUNNING' }, keyOf(7)))?.block.toString(),
    ).toContain('<p>sent 7');
    await uploads().upload(SESSION, (number) => number < 3, never);
    expect(await filesHere()).toEqual([]);
    expect(await keysThere()).toHaveLength(2);
    // Its writer was only slow: it learns that another run has closed its file.
    await expect(writing.append(page(8))).rejects.toBeInstanceOf(LeaseLostError);
    await writing.close();
    expect(await filesHere()).toEqual([]);
    expect(await keysThere()).toHaveLength(2);
  });

  it('stays here too where it is to be kept, and is not sent again', async () => {
    await write(1, [0, 1]);
    const files = await filesHere();
    const keeping = uploads({ ARCHIVE_STORE_KEEP_LOCAL: true });
    await keeping.upload(SESSION, () => true, never);
    expect(await filesHere()).toEqual(files);
    const content = await contentOf(archives());
    expect(content).toEqual(await contentOf(archives('elsewhere')));
    const sent = () => store.requests.filter((request) => /^(?:PUT|POST)/.test(request)).length;
    const before = sent();
    await keeping.upload(SESSION, () => true, never);
    await uploads({ ARCHIVE_STORE_KEEP_LOCAL: true }).upload(SESSION, () => true, never);
    expect(sent()).toBe(before);
  });
});

describe('a file', () => {
  it('of many parts is uploaded and recognised', async () => {
    const path = join(root, 'large');
    const bytes = randomBytes(20_000_000);
    await writeFile(path, bytes);
    const objects = new ObjectStore(store.settings.ARCHIVE_STORE, store.settings);
    await objects.put(path, 'x/large', never);
    expect(await objects.list('x')).toEqual([{ key: 'x/large', bytes: bytes.length }]);
    expect(Buffer.concat(await all(objects.read('x/large', 8_388_600, 8_388_700)))).toEqual(
      bytes.subarray(8_388_600, 8_388_700),
    );
    const before = store.requests.length;
    await objects.put(path, 'x/large', never);
    expect(store.requests.slice(before).filter((request) => !/^(?:HEAD|GET)/.test(request))).toEqual([]);
  });

  it('is not gone from here before the store has it', async () => {
    await write(1, [0, 1, 2]);
    const before = await contentOf(archives());
    // A store that confirms and keeps nothing, one that breaks off, one that is out of order.
    const faults: TestStore['fault'][] = [
      ({ method }, response) => method === 'PUT' && Boolean(response.writeHead(200, { etag: '"0"' }).end()),
      (request) => request.method === 'PUT' && Boolean(request.once('data', () => request.socket.destroy())),
      (_, response) => Boolean(response.writeHead(503).end()),
    ];
    for (const fault of faults) {
      store.fault = fault;
      await expect(uploads().upload(SESSION, () => true, never)).rejects.toThrow();
      store.fault = null;
      expect((await filesHere()).length).toBeGreaterThan(0);
      expect(await contentOf(archives())).toEqual(before);
    }
    await uploads().upload(SESSION, () => true, never);
    expect(await filesHere()).toEqual([]);
    expect(await contentOf(archives('elsewhere'))).toEqual(before);
  });

  it('replaces another object under its name', async () => {
    const objects = new ObjectStore(store.settings.ARCHIVE_STORE, store.settings);
    await mkdir(join(root, 'x'));
    for (const content of ['abc', 'xyz']) {
      await writeFile(join(root, 'x', content), content);
      await objects.put(join(root, 'x', content), 'x/same', never);
      expect(Buffer.concat(await all(objects.read('x/same', 0))).toString()).toBe(content);
    }
    expect((await stat(join(root, 'x', 'abc'))).size).toBe(3);
  });

  it('that is not there reads as nothing', async () => {
    const objects = new ObjectStore(store.settings.ARCHIVE_STORE, store.settings);
    expect(await all(objects.read('x/none', 0, 10))).toEqual([]);
    expect(await objects.list('x')).toEqual([]);
  });
});

it('a store that is away is a refusal that clients can understand', async () => {
  await write(1, [0]);
  store.fault = (_, response) => Boolean(response.writeHead(503).end());
  await expect(archives('elsewhere').contentOf({ id: SESSION, fetched: 0, state: 'RUNNING' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

async function all(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const list: Buffer[] = [];
  for await (const piece of pieces) list.push(piece);
  return list;
}
