import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { PLAIN_FETCH, type FetchOutcome, type FetchSettings } from '../../src/engine/ports.js';
import { readPdf } from '../../src/modules/fetch/fetching/content/pdf.js';
import { createFetcher } from '../../src/modules/fetch/fetching/live-fetcher.js';
import { parsePage } from '../../src/domain/page/index.js';
import { makePdf, pdfOfCodes, pdfOfContent, pdfOfStream, scannedPdf } from '../support/pdf.js';
import { httpAnswer, startRawServer } from '../support/raw-server.js';
import { testThoroughly } from '../support/thoroughness.js';

const never = new AbortController().signal;
/** A zlib stream that expands to this many MB: one compressed MB, repeated. */
function bombOf(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, '0 0 m\n'), { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array.from({ length: megabytes }, () => block),
    deflateRawSync(''),
    checksum,
  ]);
}

it('gives title, paragraphs, links and words made whole', async () => {
  const pdf = await makePdf(
    [
      {
        paragraphs: [
          ['Making cheddar cheese is a patient craft, which', 'wants time.'],
          ['Rennet makes the milk coagu-', 'late at http://a.example/rennet.'],
        ],
        links: ['http://b.example/guide?a=1&b=2'],
      },
      { paragraphs: [['Second page']], links: ['mailto:someone@a.example', 'https://c.example/'] },
    ],
    'Cheese & its <makers>',
  );
  const { html, truncated } = await readPdf(pdf, never);
  const page = parsePage(html, 'http://a.example/x.pdf');
  expect(truncated).toBe(false);
  expect(page.title).toBe('Cheese & its <makers>');
  expect(html.match(/<p>/g)).toHaveLength(5);
  expect(page.text).toContain('which wants time.');
  expect(page.text).toContain('coagulate at');
  expect(page.links.map((link) => link.url)).toEqual([
    'http://a.example/rennet',
    'http://b.example/guide?a=1&b=2',
    'https://c.example/',
  ]);
  expect(page.links[1]?.anchor).toContain('Making cheddar');
});

it.each([
  ['90ms-RKSJ-H', 'Japan1', 'shift_jis', 'チーズは牛乳から'],
  ['90ms-RKSJ-V', 'Japan1', 'shift_jis', '熟成'],
  ['UniJIS-UTF16-H', 'Japan1', 'utf-16be', 'レンネット'],
  ['GBK-EUC-H', 'GB1', 'gbk', '奶酪的制作'],
  ['ETen-B5-H', 'CNS1', 'big5', '乳酪熟成'],
  ['KSCms-UHC-H', 'Korea1', 'cp949', '치즈는 우유'],
])('reads fonts that are not in the file: %s of %s', async (cmap, ordering, encoding, text) => {
  const { html, hasText } = await readPdf(pdfOfCodes(cmap, ordering, iconv.encode(text, encoding)), never);
  expect(hasText).toBe(true);
  expect(parsePage(html, 'http://a.example/x.pdf').text).toBe(text);
});

it('reads lines of turned pages, over columns, and what is printed twice', async () => {
  const content = [
    '0 1 -1 0 100 50 Tm (Rennet makes milk coagu-) Tj 0 1 -1 0 114 50 Tm (late slowly.) Tj 0 1 -1 0 160 50 Tm (Salt keeps it.) Tj',
    '-1 0 0 -1 280 200 Tm (Whey runs) Tj -1 0 0 -1 280 214 Tm (off.) Tj -1 0 0 -1 280 260 Tm (Curd is) Tj -1 0 0 -1 280 274 Tm (pres-) Tj',
    '-1 0 0 -1 150 100 Tm (sed.) Tj 1 0 0 1 20 40 Tm (Rind) Tj 1 0 0 1 20.4 40 Tm (Rind) Tj',
  ];
  const { html } = await readPdf(pdfOfContent(`BT /F 12 Tf ${content.join(' ')} ET`), never);
  expect(html.match(/(?<=<p>).*(?=<\/p>)/g)).toEqual([
    'Rennet makes milk coagulate slowly.',
    'Salt keeps it.',
    'Whey runs off.',
    'Curd is pressed.',
    'Rind',
  ]);
});

it.each([
  ['UniJIS-UCS2-V', 'Japan1', '熟成。', '熟成。'],
  ['UniGB-UCS2-V', 'GB1', '熟成，（盐）！', '熟成，（盐）！'],
  ['UniJIS-UCS2-H', 'Japan1', '⼀⽉', '一月'],
  ['UniJIS-UCS2-H', 'Japan1', 'ﻢﻠﺴﻣ', 'مسلم'],
])('reads forms of signs as the signs: %s', async (cmap, ordering, text, expected) => {
  const { html } = await readPdf(pdfOfCodes(cmap, ordering, iconv.encode(text, 'utf-16be')), never);
  expect(parsePage(html, 'http://a.example/x.pdf').text).toBe(expected);
});

it('has links relative to the file, and the title that only new metadata have', async () => {
  const pdf = pdfOfContent(
    'BT /F 12 Tf 20 200 Td (Curd) Tj ET',
    ['/S/URI/URI(docs/x.html)', '/S/GoToR/F(y.pdf)/D[0/Fit]', '/S/URI/URI(#z)', '/S/URI/URI(javascript:z)'],
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Making curd</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>',
  );
  const page = parsePage((await readPdf(pdf, never)).html, 'http://a.example/z/x.pdf');
  expect(page.title).toBe('Making curd');
  expect(page.links.map(({ url }) => url)).toEqual(['http://a.example/z/docs/x.html', 'http://a.example/z/y.pdf']);
});

it('has the values of fields and notes on the page, but none that are not shown', async () => {
  const field = '/Subtype/Widget/FT/Tx/DA(/F 9 Tf)/T';
  const annotations = [
    `${field}(a)/V(Ann Curd)`,
    `${field}(b)/V(secret)/Ff 8192`,
    `${field}(c)/V(hidden)/F 2`,
    '/Subtype/Widget/FT/Ch/T(d)/Opt[(Brie)(Gouda)]/V(Gouda)/DA(/F 9 Tf)',
    '/Subtype/FreeText/Contents(Call back)/DA(/F 9 Tf)',
    '/Subtype/Text/Contents(a comment)',
  ];
  const pdf = pdfOfContent('BT /F 12 Tf 20 200 Td (Name:) Tj ET', [], '', annotations);
  const { text } = parsePage((await readPdf(pdf, never)).html, 'http://a.example/x.pdf');
  expect(text).toBe('Name: Call back Ann Curd Gouda');
});

const paragraphsOf = async (...lines: readonly (readonly [x: number, y: number, text: string, size?: number])[]) => {
  const content = lines.map(([x, y, text, size = 10]) => `/F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ');
  const { html } = await readPdf(pdfOfContent(`BT ${content} ET`), never);
  return html.match(/(?<=<p>).*(?=<\/p>)/g);
};

it('tells paragraphs apart by the size of their signs, first lines and signs of lists', async () => {
  expect(await paragraphsOf([20, 200, 'On curd', 18], [20, 182, 'Rennet makes'], [20, 170, 'it.'])).toEqual([
    'On curd',
    'Rennet makes it.',
  ]);
  expect(await paragraphsOf([20, 196, 'R', 30], [43, 200, 'ennet makes'], [43, 188, 'curd.'])).toEqual([
    'Rennet makes curd.',
  ]);
  const indented = [
    [30, 200, 'Milk is warm.'],
    [20, 188, 'It sets.'],
    [30, 176, 'Salt is dry'],
    [20, 164, 'and white.'],
  ] as const;
  expect(await paragraphsOf(...indented)).toEqual(['Milk is warm. It sets.', 'Salt is dry and white.']);
  const hanging = [
    [20, 200, 'Brie, A. 1990.'],
    [30, 188, 'On whey'],
    [30, 176, 'and rind.'],
  ] as const;
  expect(await paragraphsOf(...hanging)).toEqual(['Brie, A. 1990. On whey and rind.']);
  expect(await paragraphsOf([20, 200, '\\225 Milk'], [20, 188, '\\225 Salt and'], [30, 176, 'rennet'])).toEqual([
    '• Milk',
    '• Salt and rennet',
  ]);
});

it.each([
  ['Microsoft Word - curd.doc', 'curd.doc'],
  ['untitled', ''],
  ['Untitled-1', ''],
  ['Untitled cheeses', 'Untitled cheeses'],
])('takes no words of programs for a title: %s', async (title, expected) => {
  const { html } = await readPdf(await makePdf([{ paragraphs: [['Curd']] }], title), never);
  expect(parsePage(html, 'http://a.example/x.pdf').title).toBe(expected);
});

it('joins words whose letters stand apart, but no columns of letters', async () => {
  const content = '6 Tc (RENNET OF CALVES) Tj 0 -40 Td (A B C D E) Tj 0 -40 Td (curds) Tj 0 Tc 0 -40 Td (a b c) Tj';
  const { html } = await readPdf(pdfOfContent(`BT /F 12 Tf 10 280 Td ${content} ET`), never);
  expect(html.match(/(?<=<p>).*(?=<\/p>)/g)).toEqual(['RENNET OF CALVES', 'A B C D E', 'curds', 'a b c']);
});

it('keeps the hyphens of addresses that go on in the next line', async () => {
  const paragraphs = [
    ['See http://a.example/soft-', 'cheese?kind=', 'brie for more.'],
    ['http://a.example/', 'and more'],
  ];
  const { html } = await readPdf(await makePdf([{ paragraphs }]), never);
  expect(parsePage(html, 'http://a.example/x.pdf').links.map(({ url }) => url)).toEqual([
    'http://a.example/soft-cheese?kind=brie',
    'http://a.example/',
  ]);
});

it('puts no space between lines of a script without spaces', async () => {
  const lines = ['チーズは牛', '乳から、', '作る'].map((line) => iconv.encode(line, 'shift_jis'));
  const { html } = await readPdf(pdfOfCodes('90ms-RKSJ-H', 'Japan1', ...lines), never);
  expect(parsePage(html, 'http://a.example/x.pdf').text).toBe('チーズは牛乳から、作る');
});

it('stops at the page limit and says so', async () => {
  const { html, truncated } = await readPdf(
    await makePdf(Array.from({ length: 310 }, (_, i) => ({ paragraphs: [[`leaf ${i + 1}.`]] }))),
    never,
  );
  expect(truncated).toBe(true);
  expect(html).toContain('leaf 300.');
  expect(html).not.toContain('leaf 301.');
});

it('ends unreadable PDFs as decode, and continues', async () => {
  const whole = await makePdf([{ paragraphs: [['text']] }]);
  const cuts = [0, 10, 200, Math.floor(whole.length / 2)].map((length) => whole.subarray(0, length));
  const noise = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 251));
  for (const broken of [...cuts, noise, Buffer.concat([Buffer.from('%PDF-1.7\n'), noise])]) {
    await expect(readPdf(broken, never)).rejects.toMatchObject({
      kind: 'decode',
      message: expect.stringMatching(/^PDF: /),
    });
  }
  expect((await readPdf(whole, never)).html).toContain('<p>text</p>');
});

testThoroughly('ends with the thread that a bomb takes down, and the process stays within its memory', async () => {
  const before = process.memoryUsage.rss();
  const bomb = pdfOfStream(bombOf(3 * 1024));
  await expect(readPdf(bomb, never)).rejects.toMatchObject({ kind: 'decode' });
  expect(process.memoryUsage.rss() - before).toBeLessThan(2 * 1024 ** 3);
  expect((await readPdf(await makePdf([{ paragraphs: [['after the bomb']] }]), never)).html).toContain(
    'after the bomb',
  );
});

it('answers aborted at once, also to those who wait', async () => {
  const slow = pdfOfStream(deflateSync(Buffer.alloc(30_000_000, 'BT /F 1 Tf (a) Tj ET\n')));
  const stop = new AbortController();
  const answers = [readPdf(slow, stop.signal), readPdf(slow, stop.signal)].map((answer) =>
    answer.then(
      () => 'read',
      (error: unknown) => (error as { kind: string }).kind,
    ),
  );
  stop.abort();
  expect(await Promise.all(answers)).toEqual(['aborted', 'aborted']);
});

it('is a page where PDFs count, whatever the server calls it, and a failure where it is broken', async () => {
  const pdf = await makePdf([{ paragraphs: [['On cheddar'], ['See http://b.example/more.']] }], 'Cheddar');
  const answers: Readonly<Record<string, Buffer>> = {
    '/a.pdf': httpAnswer(pdf, { 'Content-Type': 'application/pdf', ETag: '"1"' }),
    '/saved.pdf': httpAnswer(pdf, { 'Content-Type': 'application/octet-stream' }),
    '/scan.pdf': httpAnswer(scannedPdf(), { 'Content-Type': 'application/pdf' }),
    '/half.pdf': httpAnswer(pdf.subarray(0, pdf.length / 2), { 'Content-Type': 'application/pdf' }),
  };
  const server = await startRawServer((path) => ({ bytes: answers[path] ?? '' }));
  const fetcher = createFetcher({ allowPrivateNetworks: true });
  const settings: FetchSettings = {
    ...PLAIN_FETCH,
    contentTypes: ['html', 'pdf'],
    userAgent: 'GleanerBot/0.1',
    obeyRobots: false,
    hostDelayMs: 0,
    timeoutMs: 30_000,
    maxBytes: 1e6,
    maxRedirects: 4,
  };
  const get = (path: string, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
    fetcher.fetch({ url: server.origin + path, settings: { ...settings, ...changes } }, never);
  try {
    expect(await get('/a.pdf')).toMatchObject({
      kind: 'page',
      contentType: 'application/pdf',
      bytes: pdf.length,
      etag: '"1"',
      truncated: false,
      rendered: false,
      html: expect.stringMatching(/<title>Cheddar<\/title>.*<a href="http:\/\/b\.example\/more">/s),
    });
    expect(await get('/a.pdf', { render: 'always' })).toMatchObject({ kind: 'page', rendered: false });
    expect(await get('/saved.pdf')).toMatchObject({ kind: 'page', contentType: 'application/pdf' });
    expect(await get('/a.pdf', { contentTypes: ['html'] })).toMatchObject({ kind: 'not-html' });
    expect(await get('/scan.pdf')).toMatchObject({ kind: 'no-text', retryable: false, httpStatus: 200 });
    expect(await get('/half.pdf')).toMatchObject({
      kind: 'decode',
      retryable: false,
      message: expect.stringMatching(/^PDF: /),
    });
    expect(await get('/a.pdf', { maxBytes: 500 })).toMatchObject({ kind: 'decode' });
  } finally {
    await fetcher.close();
    await server.close();
  }
});
