import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { warcRecord } from '../../../../test/support/warc.js';
import { openRecordedWeb } from './index.js';
import { readWarc } from './warc-reader.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-warc-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each<[string, (first: Buffer, second: Buffer) => Buffer]>([
  ['packed twice', (first, second) => gzipSync(gzipSync(Buffer.concat([first, second])))],
  ['with records packed twice', (...both) => Buffer.concat(both.map((record) => gzipSync(gzipSync(record))))],
  ['packed before plain', (first, second) => Buffer.concat([gzipSync(first), second])],
])('reads a file %s', async (_, written) => {
  const [first, second] = [1, 2].map((n) => warcRecord({ url: `http://a.example/${n}`, body: 'x'.repeat(n * 9_000) }));
  const path = join(folder, 'odd.warc.gz');
  await writeFile(path, written(first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)));
  const read: [string, number][] = [];
  for await (const { targetUri, block } of readWarc(path, 1_000_000))
    read.push([targetUri, Math.trunc(block.length / 9_000)]);
  expect(read).toEqual([
    ['http://a.example/1', 1],
    ['http://a.example/2', 2],
  ]);
});

it('takes a later response in place of a page that only loads itself again', async () => {
  const url = 'http://a.example/';
  const bodies = ['<meta http-equiv="refresh" content="0; url=/">', 'the content', 'a later one'];
  const path = join(folder, 'wall.warc');
  await writeFile(path, Buffer.concat(bodies.map((body) => warcRecord({ url, body }))));
  expect((await openRecordedWeb(path)).lookup(url)?.body.toString()).toBe('the content');
});
