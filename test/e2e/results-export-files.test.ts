import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { ArchiveStore } from '../../src/modules/base/archive/index.js';
import { parquetBytes } from '../../src/modules/results/results/exports/parquet.js';
import { archivedPage } from '../support/archived-page.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

let service: TestService;
let rows: SessionRows;
beforeAll(async () => {
  service = await startService();
  rows = await insertSessionRows(service.databaseUrl, { steps: 200, domains: 40 });
});
afterAll(() => service.stop());

const urlOf = (path: string, { sessionId }: SessionRows = rows) => `${service.url}/v1/sessions/${sessionId}/${path}`;
async function bytesOf(path: string, of: SessionRows = rows): Promise<{ head: Headers; bytes: Buffer }> {
  const response = await fetch(urlOf(path, of));
  expect(response.status).toBe(200);
  return { head: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const arrayBufferOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

describe('a Parquet export', () => {
  it.each([
    ['pages/export?texts=true', 28],
    ['pages/export?relevant=true', 25],
    ['domains/export?', 8],
    ['links/export?', 13],
  ])('of %s has the rows of the other formats, as another library reads them', async (path, leastColumns) => {
    const expected = linesOf((await bytesOf(`${path}&format=jsonl`)).bytes.toString());
    const { head, bytes } = await bytesOf(`${path}&format=parquet`);
    expect(head.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(head.get('content-disposition')).toMatch(/\.parquet"?$/);
    const found = await parquetReadObjects({ file: arrayBufferOf(bytes) });
    expect(Object.keys(found[0]).length).toBeGreaterThanOrEqual(leastColumns);
    expect(found).toHaveLength(expected.length);
    const names = Object.keys(found[0]);
    // As JSON writes dates.
    expect(JSON.parse(JSON.stringify(found))).toEqual(
      expected.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
    );
  });

  it('of an empty session is a file without rows', async () => {
    const empty = await insertSessionRows(service.databaseUrl, { steps: 0 });
    const file = arrayBufferOf((await bytesOf('pages/export?format=parquet', empty)).bytes);
    expect((await parquetMetadataAsync(file)).num_rows).toBe(0n);
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  it('holds a row group in memory, by rows and by texts, and reads no further than it is taken', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<object> {
      for (;;) yield { n: pulled++, text: pulled > 3_000 ? 'x'.repeat(100_000) : 'x' };
    }
    const pieces = parquetBytes(endless(), [
      { name: 'n', type: 'integer' },
      { name: 'text', type: 'text' },
    ]);
    const pulls: number[] = [];
    for (let i = 0; i < 5; i++) {
      await pieces.next();
      pulls.push(pulled);
    }
    expect(pulls).toEqual([1_000, 2_000, 3_000, 3_020, 3_040]);
    await pieces.return(undefined);
  });

  it('is never gzip on top of it', async () => {
    const response = await fetch(urlOf('pages/export?format=parquet&gzip=true'));
    expect(await response.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field: 'gzip' });
  });
});

describe('an export as CSV', () => {
  it.each(['pages', 'domains', 'links'])('of %s has a byte order mark where one is asked for', async (what) => {
    const plain = (await bytesOf(`${what}/export?format=csv`)).bytes;
    const expected = Buffer.concat([Buffer.from('efbbbf', 'hex'), plain]);
    expect((await bytesOf(`${what}/export?format=csv&bom=true`)).bytes.equals(expected)).toBe(true);
    const { bytes } = await bytesOf(`${what}/export?format=csv&bom=true&gzip=true`);
    expect(gunzipSync(bytes).equals(expected)).toBe(true);
  });

  it.each(['jsonl', 'parquet'])('has one, and not as %s', async (format) => {
    const response = await fetch(urlOf(`pages/export?format=${format}&bom=true`));
    expect(await response.json()).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', field: 'bom' });
  });
});

describe('a compressed export', () => {
  it.each(['pages', 'domains', 'links'])('of %s is a gzip file where one is asked for', async (what) => {
    const plain = (await bytesOf(`${what}/export?format=csv`)).bytes;
    const { head, bytes } = await bytesOf(`${what}/export?format=csv&gzip=true`);
    expect([head.get('content-type'), head.get('content-encoding')]).toEqual(['application/gzip', null]);
    expect(head.get('content-disposition')).toMatch(/\.csv\.gz"?$/);
    expect(bytes.length).toBeLessThan(plain.length / 2);
    expect(gunzipSync(bytes).equals(plain)).toBe(true);
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('is compressed on its way for clients that accept %s', async (coding, unpack) => {
    const plain = (await bytesOf('pages/export?format=jsonl')).bytes;
    const packed = await new Promise<{ coding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const request = http.get(
        urlOf('pages/export?format=jsonl'),
        { headers: { 'accept-encoding': coding } },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('end', () =>
            resolve({ coding: response.headers['content-encoding'], bytes: Buffer.concat(pieces) }),
          );
        },
      );
      request.once('error', reject);
    });
    expect(packed.coding).toBe(coding);
    expect(packed.bytes.length).toBeLessThan(plain.length / 2);
    expect(unpack(packed.bytes).equals(plain)).toBe(true);
  });
});

describe('an export with Markdown', () => {
  it('has it of stored texts, and none of what brought no page', async () => {
    const pages = linesOf((await bytesOf('pages/export?format=jsonl&markdown=true&depthMax=2')).bytes.toString());
    expect(pages.length).toBeGreaterThan(20);
    for (const { step, outcome, title, markdown, markdownSource, text } of pages) {
      expect([step, markdownSource, text]).toEqual([step, outcome === 'page' ? 'stored' : null, undefined]);
      if (outcome === 'page') expect(String(markdown)).toContain(`# ${String(title)}`);
      else expect(markdown).toBeNull();
    }
  });

  it('has it of the archive where there is one, as single pages do, in all formats', async () => {
    const kept = await insertSessionRows(service.databaseUrl, { steps: 120, config: { archive: true } });
    const archive = await new ArchiveStore({ ...service.config, ARCHIVE_FILE_BYTES: 5_000 }).open({
      sessionId: kept.sessionId,
      run: 1,
      userAgent: 'GleanerBot/0.1',
      robots: true,
    });
    const brought = kept.pages.filter(({ outcome }) => outcome === 'page');
    // Roughly in log order, as fetches end; the last ones are missing.
    for (const [i] of brought.slice(5).entries()) {
      const page = brought[i % 2 === 0 ? i : Math.max(0, i - 2)];
      await archive.append(
        archivedPage({
          url: kept.urls[page.final_url_no].url,
          fetchedAt: Date.parse(page.fetched_at),
          body: `<h1>Page ${page.step}</h1>`,
          ...(page.step % 7 === 0 ? { rendered: `<h1>Made ${page.step}</h1>` } : {}),
        }),
      );
    }
    await archive.close();
    const query = 'pages/export?markdown=true&outcome=page&texts=true';
    const pages = linesOf((await bytesOf(`${query}&format=jsonl`, kept)).bytes.toString());
    expect(new Set(pages.map(({ markdownSource }) => markdownSource))).toEqual(
      new Set(['response', 'rendered', 'stored']),
    );
    for (const { step, markdown, markdownSource, text } of pages) {
      const single = await fetch(urlOf(`pages/${String(step)}/content`, kept));
      expect([step, markdown]).toEqual([step, await single.text()]);
      expect(single.headers.get('gleaner-content')).toBe(`source=${String(markdownSource)}, truncated=false`);
      expect(typeof text).toBe('string');
    }
    const parquet = await parquetReadObjects({
      file: arrayBufferOf((await bytesOf(`${query}&format=parquet`, kept)).bytes),
      columns: ['step', 'markdown'],
    });
    expect(parquet).toEqual(pages.map(({ step, markdown }) => ({ step, markdown })));
  });
});
