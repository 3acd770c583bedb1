import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetcher } from '../../src/engine/ports.js';
import { createFetcher, decodeHtml } from '../../src/modules/fetch/fetching/index.js';
import { closeServer } from '../support/fixture-site.js';
import { cacheDir, never, pageOf, settings } from './support.js';

const ONE_BYTE =
  'ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-8-i iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic'.split(
    ' ',
  );
const TWO_BYTES = ['euc-kr', 'big5', 'gbk', 'gb18030', 'shift_jis', 'euc-jp'];
/** Characters of pointers 1 133, 1 135, 1 164 and 1 166, two each, which Chromium's decoder emits one at a time. */
const BIG5_PAIRS: ReadonlySet<number> = new Set([0x8862, 0x8864, 0x88a3, 0x88a5]);

/** Every byte, pair or triple that an encoding may contain. */
function everything(encoding: string): Buffer[] {
  const parts: number[][] = [];
  for (let lead = 0x80; lead <= 0xff; lead++) {
    if (ONE_BYTE.includes(encoding)) parts.push([lead]);
    else
      for (let trail = 0x40; trail <= 0xff; trail++) {
        if (encoding === 'big5' && BIG5_PAIRS.has(lead * 256 + trail)) continue;
        parts.push([lead, trail]);
        if (encoding === 'euc-jp' && lead >= 0xa1 && trail >= 0xa1) parts.push([0x8f, lead, trail]);
        if (encoding === 'gb18030' && trail >= 0x81 && trail % 9 === 0) parts.push([lead, 0x35, trail, 0x36]);
      }
  }
  return parts.map((part) => Buffer.from(part));
}

/** All of JIS X 0208 in one sequence, because its escapes last until the next one. */
function jis(): Buffer {
  const bytes = [0x1b, 0x24, 0x42];
  for (let lead = 0x21; lead <= 0x7e; lead++) for (let trail = 0x21; trail <= 0x7e; trail++) bytes.push(lead, trail);
  bytes.push(0x1b, 0x28, 0x49);
  for (let kana = 0x21; kana <= 0x5f; kana++) bytes.push(kana);
  return Buffer.from([...bytes, 0x1b, 0x28, 0x42]);
}

const partsOf = (encoding: string): Buffer[] => (encoding === 'iso-2022-jp' ? [jis()] : everything(encoding));
const bytesOf = (encoding: string): Buffer =>
  Buffer.concat(partsOf(encoding).flatMap((part) => [part, Buffer.from('\n')]));

let fetcher: Fetcher;
let origin: string;
const server = createServer((request, response) => {
  const encoding = (request.url ?? '').slice(1);
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<p id=p><script>
    const bytes = Uint8Array.from(atob('${bytesOf(encoding).toString('base64')}'), (c) => c.charCodeAt(0));
    const parts = [];
    for (let at = 0, end; (end = bytes.indexOf(10, at)) !== -1; at = end + 1) parts.push(bytes.subarray(at, end));
    // One decoder each: after an error Chromium's continues differently from the Standard's.
    const texts = parts.map((part) => new TextDecoder('${encoding}').decode(part));
    p.textContent = JSON.stringify(texts).replace(/[^ -~]/g, (c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
  </script>`);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
  });
});
afterAll(async () => {
  await fetcher.close();
  await closeServer(server);
});

it.each([...ONE_BYTE, ...TWO_BYTES, 'iso-2022-jp'])(
  '%s is read as in the browser, to the last character',
  async (encoding) => {
    const page = pageOf(
      await fetcher.fetch({ url: `${origin}/${encoding}`, settings: { ...settings, maxBytes: 5_000_000 } }, never),
    );
    const shown = /<p id="p">([^<]*)/.exec(page.html)?.[1] ?? '';
    const unescaped = shown.replace(
      /&(lt|gt|amp|quot);/g,
      (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? '',
    );
    const told = JSON.parse(unescaped) as string[];
    const parts = partsOf(encoding);
    expect(told.length).toBe(parts.length);
    expect(told.join('').replaceAll('\uFFFD', '').length).toBeGreaterThan(80);
    // A leading letter, or two of the pairs would be a byte order mark.
    const ours = parts.map((part) => {
      const { text } = decodeHtml(Buffer.concat([Buffer.from('a'), part]), `text/html; charset=${encoding}`);
      return text.slice(1);
    });
    expect(ours.filter((text, at) => text !== told[at])).toEqual([]);
  },
);
