import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CDXIndexer, getSurt } from 'warcio';
import { ArchiveStore } from '../../src/modules/base/archive/index.js';
import { surtOf } from '../../src/modules/base/archive/index-lines.js';
import { archivedPage } from '../support/archived-page.js';

const SESSION = '01234567-89ab-4cde-8f01-23456789abcd';
const START = Date.UTC(2026, 0, 1);
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-archive-index-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const storeOf = (maxFileBytes = 1e9): ArchiveStore =>
  new ArchiveStore({ ARCHIVE_DIR: root, ARCHIVE_FILE_BYTES: maxFileBytes });
const run = (number: number) => ({ sessionId: SESSION, run: number, userAgent: 'GleanerBot/0.1', robots: true });
const folder = () => join(root, SESSION);
const urlOf = (n: number): string => `http://www.a.example/Page/${n}?b=2&a=1`;
const page = (n: number, rendered?: string) =>
  archivedPage({
    url: urlOf(n),
    body: `<p>sent ${n}`,
    fetchedAt: START + n,
    ...(rendered === undefined ? {} : { rendered }),
  });
const keyOf = (n: number) => ({ finalUrl: urlOf(n), fetchedAt: new Date(START + n) });
const found = async (n: number, store = storeOf()): Promise<string | undefined> =>
  (await store.pageOf({ id: SESSION, fetched: 0, state: 'RUNNING' }, keyOf(n)))?.block
    .toString()
    .replace(/^HTTP[^]*?\r\n\r\n/, '');

interface Line {
  readonly url: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  readonly offset: string;
  readonly length: string;
  readonly filename: string;
  readonly type: string;
}
const linesIn = async (name: string): Promise<Line[]> =>
  (await readFile(join(folder(), `${name}.cdxj`), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Line);

it('describes each response as another indexer does', async () => {
  const archive = await storeOf().open(run(1));
  for (const n of [1, 2, 3]) await archive.append(page(n, n === 2 ? '<p>made' : undefined));
  await archive.close();
  const [name = ''] = (await readdir(folder())).filter((one) => one.endsWith('.gz'));
  const expected: Record<string, unknown>[] = [];
  const indexer = new CDXIndexer({ format: 'cdxj', noSurt: false });
  const files = [{ filename: name, reader: createReadStream(join(folder(), name)) }];
  for await (const line of indexer.iterIndex(files)) expected.push(line as Record<string, unknown>);
  const lines = await linesIn(name);
  expect(lines.map(({ type }) => type)).toEqual(['response', 'response', 'conversion', 'response']);
  expect(lines.map(({ offset, length, url, mime }) => [Number(offset), Number(length), url, mime])).toEqual(
    expected.map(({ offset, length, url, mime }) => [offset, length, url, String(mime).split(';')[0]]),
  );
  expect(lines.map(({ digest, status }) => [digest.replace('sha1:', ''), Number(status)])).toEqual(
    expected.map(({ digest, status }) => [digest, status ?? 0]),
  );
});

it('finds pages in any file, as rendered where they were, also while it is written', async () => {
  const archive = await storeOf(2_000).open(run(1));
  for (let n = 0; n < 12; n++) await archive.append(page(n, n % 2 === 1 ? `<p>made ${n}` : undefined));
  expect((await readdir(folder())).filter((one) => /\.warc/.test(one)).length).toBeGreaterThan(6);
  for (const isClosed of [false, true]) {
    if (isClosed) await archive.close();
    for (let n = 0; n < 12; n++) expect(await found(n)).toBe(n % 2 === 1 ? `<p>made ${n}` : `<p>sent ${n}`);
    expect(await found(12)).toBeUndefined();
    expect(
      await storeOf().pageOf(
        { id: SESSION, fetched: 0, state: 'RUNNING' },
        { ...keyOf(3), fetchedAt: new Date(START + 4) },
      ),
    ).not.toMatchObject({
      type: 'conversion',
    });
  }
});

it('distinguishes pages fetched in the same millisecond', async () => {
  const archive = await storeOf().open(run(1));
  for (const n of [1, 2]) await archive.append({ ...page(n), fetchedAt: START });
  await archive.close();
  const at = (n: number) =>
    storeOf().pageOf({ id: SESSION, fetched: 0, state: 'RUNNING' }, { finalUrl: urlOf(n), fetchedAt: new Date(START) });
  expect((await at(1))?.block.toString()).toContain('<p>sent 1');
  expect((await at(2))?.block.toString()).toContain('<p>sent 2');
  expect(await at(3)).toBeNull();
});

it('is repaired by the next run if its writer was killed at any point', async () => {
  const first = await storeOf().open(run(1));
  for (const n of [1, 2, 3]) await first.append(page(n));
  await first.close();
  const [name = ''] = (await readdir(folder())).filter((one) => one.endsWith('.gz'));
  const warc = await readFile(join(folder(), name));
  const index = await readFile(join(folder(), `${name}.cdxj`));
  for (let cut = index.length; cut >= 0; cut -= 61) {
    for (const warcCut of [0, 300]) {
      await rm(join(folder(), name), { force: true });
      await writeFile(join(folder(), `${name}.open`), warc.subarray(0, warc.length - warcCut));
      await writeFile(join(folder(), `${name}.cdxj`), index);
      await truncate(join(folder(), `${name}.cdxj`), cut);
      await (await storeOf().open(run(2))).close();
      const made = await readFile(join(folder(), `${name}.cdxj`), 'utf8');
      if (warcCut === 0) expect(made).toBe(index.toString());
      else expect(index.toString().startsWith(made) && made.split('\n').length === 3).toBe(true);
    }
  }
});

it('is not needed: an archive without one is read itself', async () => {
  const archive = await storeOf().open(run(1));
  for (const n of [1, 2, 3]) await archive.append(page(n));
  await archive.close();
  for (const name of await readdir(folder())) if (name.endsWith('.cdxj')) await rm(join(folder(), name));
  expect(await found(2)).toBe('<p>sent 2');
  expect(await found(4)).toBeUndefined();
});

it.each([
  'http://www.a.example/B/c?d=2&b=1',
  'https://a.b.example:8443/',
  'http://127.0.0.1:80/x%20y',
  'http://www2.a.example/?',
  'https://user@a.example/x?y',
  'urn:x',
])('sorts %s as others do', (url) => {
  expect(surtOf(url)).toBe(getSurt(url));
});
