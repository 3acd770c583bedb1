import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openRecordedWeb, type RecordedWeb } from './index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-arc-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = (n: number | string): string => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>${n}</title>\n`;
const arcRecord = (url: string, content: string, fields = '', by = 0): string =>
  `${url} 192.0.2.1 20010121183500 text/html ${fields}${content.length + by}\n${content}\n`;
const head = (version: number): string =>
  arcRecord('filedesc://x.arc', `${version} 0 InternetArchive\nURL IP-address Archive-date Content-type\n`);
const numbers = [1, 2, 3, 4].map((n) => `http://a.example/${n}`);
const openArc = async (records: readonly string[], pack: (bytes: Buffer) => Buffer): Promise<RecordedWeb> => {
  const path = join(folder, 'x.arc.gz');
  await writeFile(path, Buffer.concat(records.map((one) => pack(Buffer.from(one, 'latin1')))));
  return openRecordedWeb(path, { warn: () => undefined });
};

it.each([
  [1, ''],
  [2, '200 - - 0 x.arc '],
])('ARC files of version %i are read, packed or not', async (version, fields) => {
  for (const pack of [(bytes: Buffer) => bytes, gzipSync]) {
    const records = [
      ...numbers.map((url) => arcRecord(url, page(url), fields)),
      arcRecord('dns:a.example', 'x', fields),
    ];
    const arc = await openArc([head(version), ...records], pack);
    expect([...arc.urls()]).toEqual(numbers);
    expect(arc.lookup(numbers[1] ?? '')).toMatchObject({
      status: 200,
      contentType: 'text/html',
      recordedAt: Date.UTC(2001, 0, 21, 18, 35),
      body: Buffer.from(`<title>${numbers[1]}</title>\n`),
    });
  }
});

it.each([
  ['too short', -9, [1, 2, 3, 4]],
  ['too long', 30, [1, 2, 4]],
  ['longer than the file', 9_000, [1, 3, 4]],
])('ARC files lose nothing else by a record whose length is %s', async (_, by, found) => {
  const records = numbers.map((url, i) => arcRecord(url, page(url), '', i === 1 ? by : 0));
  const arc = await openArc([head(1), ...records], (bytes) => bytes);
  expect([...arc.urls()]).toEqual(found.map((n) => `http://a.example/${n}`));
});
