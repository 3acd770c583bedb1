import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { PLAIN_FETCH, type FetchOutcome, type FetchSettings } from '../../src/engine/ports.js';
import {
  createRecordedFetcher,
  openRecordedWeb,
  runWebCommand,
  serveRecordedWeb,
  WarcFormatError,
  type RecordedWeb,
} from '../../src/modules/research/recorded-web/index.js';
import { readWarc } from '../../src/modules/research/recorded-web/warc-reader.js';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import { warcBytes, warcOf, warcRecord, writeWarc, type WarcEntry } from '../support/warc.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  render: 'never',
  hostDelayMs: 0,
  timeoutMs: 2_000,
  maxBytes: 10_000,
  maxRedirects: 3,
};
const longText = 'semantic network '.repeat(400);
const entries: WarcEntry[] = [
  { url: 'http://a.example/', body: '<html><title>Home</title><a href="/old">x</a></html>' },
  { url: 'http://a.example/old', status: 301, headers: { Location: '/new' } },
  { url: 'http://a.example/new', status: 302, headers: { Location: 'https://b.example/end?q=1' } },
  { url: 'https://b.example/end?q=1', body: `<html>${longText}</html>` },
  { url: 'http://a.example/loop', status: 302, headers: { Location: '/loop' } },
  { url: 'http://a.example/nowhere', status: 302, headers: { Location: 'mailto:x@example.org' } },
  { url: 'http://a.example/paper.ps', headers: { 'Content-Type': 'application/postscript' } },
  { url: 'http://a.example/gone', status: 410, body: 'gone' },
  { url: 'http://a.example/closed', status: 403, body: 'closed' },
  { url: 'http://a.example/often', status: 429, headers: { 'Retry-After': '7' } },
  { url: 'http://a.example/wall', body: '<script>window._cf_chl_opt = {}</script>Just a moment' },
  { url: 'http://a.example/told-wall', headers: { 'cf-mitigated': 'challenge' }, body: '<p>Just a moment' },
  { url: 'http://a.example/busy', status: 503, headers: { 'Retry-After': '7' } },
  {
    url: 'http://a.example/latin',
    headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
    body: Buffer.from('<p>caf\xe9 \x92', 'latin1'),
  },
  { url: 'http://a.example/gzip', headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('<html>zipped</html>') },
  { url: 'http://a.example/not-gzip', headers: { 'Content-Encoding': 'gzip' }, body: '<html>already unpacked</html>' },
  {
    url: 'http://a.example/chunked',
    headers: { 'Transfer-Encoding': 'chunked' },
    body: '6\r\n<html>\r\n5;x=y\r\nhello\r\n0\r\n\r\n',
  },
  { url: 'http://a.example/not-chunked', headers: { 'Transfer-Encoding': 'chunked' }, body: '<html>joined</html>' },
  { url: 'http://a.example/cut', body: '<html>half', recordHeaders: { 'WARC-Truncated': 'length' } },
  { url: 'http://a.example/large', body: `<html>${'x'.repeat(20_000)}` },
  { url: 'http://a.example/meta', type: 'metadata', body: 'via: x' },
  { url: 'http://a.example/asked', type: 'request', body: 'GET /' },
  { url: 'http://a.example/same', type: 'revisit' },
  { url: 'HTTP://A.example:80/twice', status: 301, headers: { Location: 'http://a.example/twice' } },
  { url: '<http://a.example/twice>', body: '<html>first page wins</html>' },
  { url: 'http://a.example/twice', body: '<html>second</html>' },
];

function zipOf(files: Readonly<Record<string, Buffer>>, compress = false): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** Hard to compress, and the same in every run: it depends on the bytes if damaged ones can be unpacked. */
const noiseOf = (bytes: number): string => createHash('shake256', { outputLength: bytes }).update('').digest('hex');

let folder: string;
let file: string;
let web: RecordedWeb;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-web-'));
  file = join(folder, 'web.warc.gz');
  await writeWarc(file, entries);
  web = await openRecordedWeb(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fetchRecorded = (url: string, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
  createRecordedFetcher(web, { now: () => 1_000 }).fetch(
    { url, settings: { ...settings, ...changes } },
    new AbortController().signal,
  );

describe('openRecordedWeb', () => {
  it('keeps responses under canonical URLs and passes over other records', () => {
    expect(web.size).toBe(21);
    expect([...web.urls()].slice(0, 2)).toEqual(['http://a.example/', 'http://a.example/old']);
    expect(web.has('http://A.EXAMPLE:80/?utm_source=x#top')).toBe(true);
    for (const path of ['meta', 'asked', 'same']) expect(web.lookup(`http://a.example/${path}`)).toBeNull();
  });

  it('reads the WARC files of a WACZ file, by their names, packed once more or not', async () => {
    const [first, second] = [entries.slice(0, 6), entries.slice(6)];
    const other: WarcEntry[] = [{ url: 'http://a.example/', body: '<html>later</html>' }];
    for (const compress of [false, true]) {
      const path = join(folder, 'web.wacz');
      const parts = {
        'datapackage.json': Buffer.from('{}'),
        'archive/c.warc.gz': warcBytes(other),
        'archive/b.warc.gz': warcBytes(second),
        'archive/a.warc': warcBytes(first, 'none'),
        'pages/x.warc': Buffer.from('no WARC file'),
      };
      await writeFile(path, await zipOf(parts, compress));
      const read = await openRecordedWeb(path);
      expect([...read.responses()]).toEqual([...web.responses()]);
      const names = await mkdtemp(join(folder, 'waczs-'));
      await writeFile(join(names, 'web.wacz'), await zipOf(parts, compress));
      expect((await openRecordedWeb(names)).size).toBe(web.size);
    }
  });

  it('reads the undamaged part of a WACZ file', async () => {
    const path = join(folder, 'damaged.wacz');
    const noise = { url: 'http://a.example/noise', body: noiseOf(60_000) };
    const damaged = warcBytes([entries[0], noise, ...entries.slice(1)]);
    damaged.fill(0, 2_000, 3_000);
    const next = warcBytes([{ url: 'http://b.example/next', body: '<html>next</html>' }]);
    for (const compress of [false, true]) {
      await writeFile(path, await zipOf({ 'archive/a.warc.gz': damaged, 'archive/b.warc.gz': next }, compress));
      const warnings: string[] = [];
      const read = await openRecordedWeb(path, { warn: (message) => warnings.push(message) });
      expect(warnings).toContainEqual(expect.stringContaining('cannot be unpacked'));
      expect(read.has('http://b.example/next')).toBe(true);
      if (!compress) expect(read.size).toBe(web.size + 1);
    }
  });

  it('knows revisited pages by record and digest, before and after them', async () => {
    const path = join(folder, 'revisits.warc');
    const http = (text: string): Buffer => Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${text}`);
    const digest = { 'WARC-Payload-Digest': 'sha1:A' };
    const revisit = (recordHeaders: Record<string, string>) => ({ type: 'revisit', recordHeaders });
    const records: Parameters<typeof warcOf>[] = [
      ['http://a.example/early', http(''), revisit(digest)],
      ['http://a.example/page', http('page'), { recordHeaders: digest }],
      ['http://a.example/same', http(''), revisit(digest)],
      ['http://a.example/other', http(''), revisit({ 'WARC-Payload-Digest': 'sha1:B' })],
      [
        'http://a.example/by-record',
        http(''),
        revisit({ 'WARC-Refers-To': '<urn:uuid:00000000-0000-4000-8000-000000000000>' }),
      ],
    ];
    await writeFile(path, Buffer.concat(records.map((record) => warcOf(...record))));
    const again = await openRecordedWeb(path);
    expect([...again.responses()].map(({ url, body }) => [new URL(url).pathname, body.toString()])).toEqual(
      ['/page', '/same', '/by-record', '/early'].map((name) => [name, 'page']),
    );
  });

  it('takes the response that has the page, be it the second one, or another record', async () => {
    const path = join(folder, 'again.warc');
    const html = (text: string): string => `<html>${text}</html>`;
    const http = (status: string, rest: string): Buffer => Buffer.from(`HTTP/1.1 ${status}\r\n\r\n${rest}`);
    const isHtml = { 'Content-Type': 'text/html' };
    const revisitOf = (url: string) => ({ type: 'revisit', recordHeaders: { 'WARC-Refers-To-Target-URI': url } });
    const records: Parameters<typeof warcOf>[] = [
      ['http://a.example/busy', http('503 Busy', 'later')],
      ['http://a.example/busy', http('200 OK', html('then'))],
      ['http://a.example/busy', http('200 OK', html('too late'))],
      ['http://a.example/kept', http('304 Not Modified', '')],
      ['http://a.example/kept', http('200 OK', html('kept'))],
      ['http://a.example/moved', http('301 Moved\r\nLocation: /kept', '')],
      ['http://a.example/moved', http('404 Not Found', 'gone')],
      ['http://a.example/file', Buffer.from(html('file')), { type: 'resource', recordHeaders: isHtml }],
      ['urn:pageinfo:http://a.example/no', Buffer.from('{}'), { type: 'resource' }],
      ['http://a.example/other', http('200 OK', ''), revisitOf('<http://a.example/kept>')],
      ['http://a.example/lost', http('200 OK', ''), revisitOf('http://a.example/nowhere')],
      ['http://a.example/hinted', http('103 Early Hints\r\nLink: </x>', `HTTP/1.1 200 OK\r\n\r\n${html('hinted')}`)],
    ];
    await writeFile(path, Buffer.concat(records.map((record) => warcOf(...record))));
    const again = await openRecordedWeb(path);
    expect(
      [...again.responses()].map(({ url, status, body }) => [new URL(url).pathname, status, body.toString()]),
    ).toEqual([
      ['/busy', 200, html('then')],
      ['/kept', 200, html('kept')],
      ['/moved', 404, 'gone'],
      ['/file', 200, html('file')],
      ['/other', 200, html('kept')],
      ['/hinted', 200, html('hinted')],
    ]);
    expect(again.lookup('http://a.example/file')?.contentType).toBe('text/html');
  });

  it('gives status, headers, absolute redirect target and date', () => {
    expect(web.lookup('http://a.example/new')).toMatchObject({
      status: 302,
      redirectsTo: 'https://b.example/end?q=1',
      recordedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    });
    expect(web.lookup('https://b.example/end?q=1')?.body.toString()).toBe(`<html>${longText}</html>`);
    expect(web.lookup('http://a.example/nowhere')?.redirectsTo).toBeNull();
  });

  it.each([
    ['gzip', '<html>zipped</html>'],
    ['not-gzip', '<html>already unpacked</html>'],
    ['chunked', '<html>hello'],
    ['not-chunked', '<html>joined</html>'],
    ['twice', '<html>first page wins</html>'],
  ])('undoes codings and settles duplicates: /%s', (path, body) => {
    expect(web.lookup(`http://a.example/${path}`)?.body.toString()).toBe(body);
  });

  it('walks all responses in the order of the file', () => {
    const walked = [...web.responses()];
    expect(walked.map((response) => response.url)).toEqual([...web.urls()]);
    expect(walked.find((response) => response.url.endsWith('/cut'))?.truncated).toBe(true);
  });

  it.each(['one-member', 'none'] as const)('reads a file with compression %s alike', async (compression) => {
    const other = join(folder, `other-${compression}`);
    await writeFile(other, warcBytes(entries, compression));
    const second = await openRecordedWeb(other);
    expect([...second.responses()]).toEqual([...web.responses()]);
  });

  it('keeps the whole records of a file that breaks off', async () => {
    const broken = join(folder, 'broken.warc.gz');
    const whole = warcBytes(entries, 'member-per-record');
    await writeFile(broken, whole.subarray(0, whole.length - 30));
    expect((await openRecordedWeb(broken)).size).toBe(web.size);
    await writeFile(broken, warcBytes(entries, 'one-member').subarray(0, 900));
    const half = await openRecordedWeb(broken);
    expect(half.size).toBeGreaterThan(0);
    expect(half.size).toBeLessThan(web.size);
  });

  it.each([
    ['too short', -12, 4],
    ['too long', 5, 4],
    ['far too long', 300, 3],
    ['longer than the file', 9_000, 3],
    ['no number', Number.NaN, 3],
  ])('passes over a record whose length is %s, with a warning', async (_name, by, size) => {
    const pages = [1, 2, 3, 4].map((n): WarcEntry => ({ url: `http://a.example/${n}`, body: `<title>${n}</title>` }));
    const [first, second, ...rest] = pages.map(warcRecord);
    const damaged = (second ?? Buffer.alloc(0))
      .toString('latin1')
      .replace(/(Content-Length: )(\d+)/, (_, name: string, length: string) => `${name}${Number(length) + by}`);
    const path = join(folder, 'damaged.warc');
    const bytes = Buffer.concat([first ?? Buffer.alloc(0), Buffer.from(damaged, 'latin1'), ...rest]);
    const warnings: string[] = [];
    for (const written of [bytes, gzipSync(bytes)]) {
      await writeFile(path, written);
      const web = await openRecordedWeb(path, { warn: (message) => warnings.push(message) });
      expect(web.has('http://a.example/1')).toBe(true);
      expect(web.size).toBeGreaterThanOrEqual(size);
      // No other record in the page.
      const body = web.lookup('http://a.example/2')?.body.toString() ?? '';
      // A record that ends too early, or nowhere, ends at the next one.
      expect('<title>2</title>').toContain(by > 0 ? body : body.padEnd(16, '?'));
      expect(web.lookup('http://a.example/4')?.body.toString() ?? 'lost').toMatch(/<title>4|lost/);
    }
    expect(warnings[0]).toContain('is damaged');
  });

  it('loses no record behind one that is longer than the file and than the part that is read of it', async () => {
    const pages = [1, 2, 3, 4].map((n): WarcEntry => ({ url: `http://a.example/${n}`, body: `${n}`.repeat(500) }));
    const tooLong = pages.map((page, n) => {
      const record = warcRecord(page).toString('latin1');
      return n === 3 ? record : record.replace(/(Content-Length: )\d+/, '$1900000');
    });
    const bytes = Buffer.from(tooLong.join(''), 'latin1');
    const path = join(folder, 'damaged.warc');
    for (const written of [bytes, gzipSync(bytes)]) {
      await writeFile(path, written);
      const [found, damages]: [string[], string[]] = [[], []];
      for await (const { targetUri } of readWarc(path, 300, (what) => damages.push(what))) found.push(targetUri);
      expect([found, damages.length]).toEqual([['http://a.example/4'], 3]);
    }
  });

  it('says that the last record breaks off', async () => {
    const path = join(folder, 'damaged.warc');
    await writeFile(path, warcRecord({ url: 'http://a.example/1', body: '<p>whole' }).subarray(0, -20));
    const warnings: string[] = [];
    expect((await openRecordedWeb(path, { warn: (message) => warnings.push(message) })).size).toBe(0);
    expect(warnings).toEqual([`${path} is damaged: a record that is longer than the file; skipped`]);
  });

  it.each<[string, (record: string) => string]>([
    ['a byte order mark before it', (record) => `\xef\xbb\xbf${record}`],
    ['zeros before it', (record) => `${'\0'.repeat(4_096)}${record}`],
    ['a space behind its version', (record) => record.replace(/^WARC\/[\d.]+/, '$& ')],
    ['its length twice', (record) => record.replace(/Content-Length: \d+\r\n/, '$&$&')],
  ])('reads a record with %s', async (_, change) => {
    const pages = [1, 2].map((n) => warcRecord({ url: `http://a.example/${n}`, body: `<p>${n}` }).toString('latin1'));
    const path = join(folder, 'odd.warc');
    await writeFile(path, pages.map(change).join(''), 'latin1');
    const warnings: string[] = [];
    const read = await openRecordedWeb(path, { warn: (message) => warnings.push(message) });
    expect([read.size, warnings]).toEqual([2, []]);
  });

  it('takes no line of a damaged page for a record, unless it holds a version only', async () => {
    const page = { url: 'http://a.example/1', body: '<p>The format\nWARC/1.1 is old,\nWARC/1.0 older</p>' };
    const [first, second] = [page, { url: 'http://a.example/2' }].map(warcRecord) as [Buffer, Buffer];
    const short = first.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: 80');
    const path = join(folder, 'damaged.warc');
    await writeFile(path, short + second.toString('latin1'));
    const read = await openRecordedWeb(path, { warn: () => undefined });
    expect([...read.urls()]).toEqual(['http://a.example/1', 'http://a.example/2']);
  });

  it.each<[string, number, (member: Buffer) => Buffer]>([
    ['that cannot be unpacked', 1, (member) => Buffer.from(member).fill(0x55, 30, 90)],
    ['that breaks off', 1, (member) => member.subarray(0, -40)],
    ['with a wrong checksum', 0, (member) => Buffer.from(member).fill(0, member.length - 8, member.length - 4)],
    ['before other bytes', 0, (member) => Buffer.concat([member, Buffer.from('<!-- end -->\n')])],
    ['before padding', 0, (member) => Buffer.concat([member, Buffer.alloc(40_000)])],
  ])('loses no other record for a gzip member %s', async (_name, lost, change) => {
    const pages = Array.from({ length: 60 }, (_, n): WarcEntry => ({
      url: `http://a.example/${n}`,
      body: noiseOf(n * 20),
    }));
    const members = pages.map((page) => gzipSync(warcRecord(page)));
    const path = join(folder, 'damaged.warc.gz');
    for (const place of [0, 30, 59]) {
      await writeFile(path, Buffer.concat(members.map((member, n) => (n === place ? change(member) : member))));
      const read = await openRecordedWeb(path, { warn: () => undefined });
      const others = pages.filter((_, n) => lost === 0 || n !== place);
      expect(others.filter(({ url }) => !read.has(url))).toEqual([]);
      expect([...read.responses()].map(({ body }) => body.toString())).toEqual(
        expect.arrayContaining(others.map(({ body }) => body)),
      );
    }
  });

  it('reads a packed file up to where it is damaged', async () => {
    const path = join(folder, 'damaged.warc.gz');
    const noise = noiseOf(60_000);
    const whole = warcBytes([...entries, { url: 'http://a.example/noise', body: noise }], 'member-per-record');
    whole.fill(0, whole.length - 200, whole.length - 100);
    await writeFile(path, whole);
    const warnings: string[] = [];
    const read = await openRecordedWeb(path, { warn: (message) => warnings.push(message) });
    expect(read.size).toBeGreaterThan(0);
    expect(warnings).toContainEqual(expect.stringContaining('cannot be unpacked'));
  });

  it('refuses a file that is no WARC file, and more than the memory allowed', async () => {
    const text = join(folder, 'text.warc');
    await writeFile(text, 'url\tlabels\n\nhttp://a.example/\tproject\n');
    await expect(openRecordedWeb(text)).rejects.toThrow(WarcFormatError);
    for (const [content, message] of [
      ['{"url": "http://a.example/"}\n', 'not a WARC file'],
      ['PK\x03\x04\x14', 'a damaged ZIP file'],
      [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4]), 'Zstandard'],
      [Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(70_000, 1)]), 'a damaged ZIP file'],
      [await zipOf({ 'web.warc': warcBytes(entries, 'none') }), 'no WACZ file'],
    ] as const) {
      await writeFile(text, content);
      await expect(openRecordedWeb(text)).rejects.toThrow(message);
    }
    for (const begun of ['', '\r\n', 'WA', 'WARC/1.1\r\nWARC-Type: resp']) {
      await writeFile(text, begun);
      expect((await openRecordedWeb(text)).size).toBe(0);
    }
    await expect(openRecordedWeb(join(folder, 'missing.warc'))).rejects.toThrow('ENOENT');
    await expect(openRecordedWeb(file, { maxBytes: 1_000 })).rejects.toThrow('more than 1000 bytes');
  });
});

describe('createRecordedFetcher', () => {
  it('follows redirects and reports the way', async () => {
    expect(await fetchRecorded('http://a.example/old')).toMatchObject({
      kind: 'page',
      finalUrl: 'https://b.example/end?q=1',
      redirects: ['http://a.example/old', 'http://a.example/new'],
      httpStatus: 200,
      html: `<html>${longText}</html>`,
      charset: 'utf-8',
      truncated: false,
      rendered: false,
      fetchedAt: 1_000,
    });
  });

  it.each([
    ['http://a.example/absent', { kind: 'http-error', httpStatus: 404, retryable: false }],
    ['http://a.example/loop', { kind: 'redirect-limit', httpStatus: 302 }],
    ['http://a.example/nowhere', { kind: 'invalid-url' }],
    ['ftp://a.example/', { kind: 'invalid-url' }],
    ['http://a.example/paper.ps', { kind: 'not-html', httpStatus: 200, retryable: false }],
    ['http://a.example/gone', { kind: 'http-error', httpStatus: 410, retryable: false }],
    ['http://a.example/closed', { kind: 'forbidden', httpStatus: 403, retryable: false }],
    ['http://a.example/often', { kind: 'throttled', httpStatus: 429, retryable: false, retryAfterMs: 7_000 }],
    ['http://a.example/wall', { kind: 'challenge', httpStatus: 200, retryable: false }],
    ['http://a.example/told-wall', { kind: 'challenge', httpStatus: 200 }],
    ['http://a.example/busy', { kind: 'http-error', httpStatus: 503, retryable: false, retryAfterMs: 7_000 }],
  ])('%s is a failure', async (url, expected) => {
    expect(await fetchRecorded(url)).toMatchObject(expected);
  });

  it('decodes charsets, cuts at the size limit and tells both', async () => {
    // The Encoding Standard reads the label iso-8859-1 as windows-1252.
    expect(await fetchRecorded('http://a.example/latin')).toMatchObject({
      kind: 'page',
      charset: 'windows-1252',
      html: '<p>café ’',
    });
    expect(await fetchRecorded('http://a.example/large')).toMatchObject({ truncated: true, bytes: 10_000 });
    expect(await fetchRecorded('http://a.example/cut')).toMatchObject({ truncated: true });
  });

  it('answers aborted when the signal already is', async () => {
    const outcome = await createRecordedFetcher(web).fetch({ url: 'http://a.example/', settings }, AbortSignal.abort());
    expect(outcome.kind).toBe('aborted');
  });
});

interface Answer {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}
/** One request in absolute form to a proxy; rejects on a reset or after 300 ms of silence. */
function ask(port: number, target: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path: target, method, agent: false, timeout: 300 },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      },
    );
    request.on('timeout', () => request.destroy(new Error('silence')));
    request.on('error', reject);
    request.end();
  });
}

describe('serveRecordedWeb', () => {
  it('answers for every host, http and https, in absolute form', async () => {
    const served = await serveRecordedWeb(web, { port: 0 });
    try {
      expect(await ask(served.port, 'http://a.example/')).toMatchObject({
        status: 200,
        body: expect.stringContaining('Home'),
      });
      expect(await ask(served.port, 'https://b.example/end?q=1')).toMatchObject({ status: 200 });
      expect(await ask(served.port, 'http://a.example/old')).toMatchObject({
        status: 301,
        headers: { location: '/new' },
      });
      expect(await ask(served.port, 'http://a.example/gzip')).toMatchObject({ body: '<html>zipped</html>' });
      expect(await ask(served.port, 'http://a.example/', 'HEAD')).toMatchObject({ status: 200, body: '' });
      expect(await ask(served.port, 'http://a.example/', 'POST')).toMatchObject({ status: 405 });
      expect(await ask(served.port, 'http://a.example/robots.txt')).toMatchObject({ status: 404 });
      expect(await ask(served.port, 'http://c.example/')).toMatchObject({ status: 404 });
      expect(await ask(served.port, '/')).toMatchObject({ status: 400, body: expect.stringContaining('21 URLs') });
    } finally {
      await served.close();
    }
  });

  it('refuses CONNECT with 501 and a reason', async () => {
    const served = await serveRecordedWeb(web, { port: 0 });
    try {
      const reply = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(served.port, '127.0.0.1', () =>
          socket.write('CONNECT b.example:443 HTTP/1.1\r\nHost: b.example:443\r\n\r\n'),
        );
        socket
          .on('data', (chunk) => {
            text += chunk.toString();
          })
          .on('end', () => resolve(text))
          .on('error', reject);
      });
      expect(reply).toMatch(/^HTTP\/1\.1 501 [\s\S]*absolute form/);
    } finally {
      await served.close();
    }
  });

  it('waits as told, and fails a seeded share of the requests in each of three ways', async () => {
    const results = async (seed: number): Promise<string[]> => {
      const served = await serveRecordedWeb(web, { port: 0, delayMs: 20, failureRate: 0.5, seed });
      try {
        return await Promise.all(
          [...web.urls()].map(async (url) => {
            const started = performance.now();
            const result = await ask(served.port, url).then(
              (reply) => (reply.body.startsWith('a failure') ? '503' : 'answer'),
              (error: unknown) => (error as Error).message,
            );
            expect(performance.now() - started).toBeGreaterThanOrEqual(18);
            return result;
          }),
        );
      } finally {
        await served.close();
      }
    };
    const first = await results(5);
    expect(await results(5)).toEqual(first);
    expect(await results(6)).not.toEqual(first);
    expect(new Set(first)).toEqual(
      new Set(['answer', '503', 'silence', expect.stringMatching(/ECONNRESET|socket hang up/)]),
    );
  });
});

describe('runWebCommand', () => {
  it('serves the file and says how to use it', async () => {
    const lines: string[] = [];
    const served = await runWebCommand({ file, port: 0 }, (line) => lines.push(line));
    try {
      expect(lines.join('\n')).toContain(`CRAWL_PROXY_URL=http://127.0.0.1:${served.port}`);
      expect(await ask(served.port, 'http://a.example/')).toMatchObject({ status: 200 });
    } finally {
      await served.close();
    }
    await expect(runWebCommand({ file, port: 0, failureRate: 2 }, () => undefined)).rejects.toThrow('from 0 to 1');
  });
});
