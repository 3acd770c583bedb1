import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** A response that a strict parser would refuse or misread, as raw bytes. The connection closes after it. */
export interface OddAnswer {
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether Gleaner reads the page; the text is `Grüße aus Köln` then. */
  readonly read: boolean;
  /** The reason if Gleaner differs from Chromium. */
  readonly unlike?: string;
}

export const ODD_TEXT = 'Grüße aus Köln';
const PAGE = `<!DOCTYPE html><title>odd</title><p>${ODD_TEXT}</p>`;
const HTML = 'Content-Type: text/html; charset=utf-8';
const SIZE = Buffer.byteLength(PAGE);

const raw = (head: string, body: Buffer | string = PAGE): Buffer =>
  Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body as string)]);
const ok = (headers: string, body?: Buffer | string): Buffer => raw(`HTTP/1.1 200 OK\r\n${headers}`, body);
const coded = (coding: string, body: Buffer | string): Buffer => ok(`${HTML}\r\nContent-Encoding: ${coding}`, body);
const chunked = (body: string): Buffer => ok(`${HTML}\r\nTransfer-Encoding: chunked`, body);
const behind = (body: Buffer): Buffer => Buffer.concat([body, Buffer.from('<!-- 12 ms -->')]);

const shown = (name: string, bytes: Buffer, unlike?: string): OddAnswer => ({
  name,
  bytes,
  read: true,
  ...(unlike === undefined ? {} : { unlike }),
});
const refused = (name: string, bytes: Buffer): OddAnswer => ({ name, bytes, read: false });
/** The page declares no encoding, which is a separate subject. */
const typed = (type: string): Buffer =>
  ok(`Content-Type: ${type}`, `<!DOCTYPE html><meta charset=utf-8><title>odd</title><p>${ODD_TEXT}</p>`);

export const ODD_ANSWERS: readonly OddAnswer[] = [
  shown('Content-Encoding: ISO-8859-1', coded('ISO-8859-1', PAGE)),
  shown('Content-Encoding: none', coded('none', PAGE)),
  shown('Content-Encoding: binary, 8bit, sevenfold, x, y', coded('binary, 8bit, sevenfold, x, y', PAGE)),
  shown('gzip over one that nobody knows', coded('sevenfold, gzip', gzipSync(PAGE)), 'Chromium shows the packed bytes'),
  shown('gzip, and a comment behind it', coded('gzip', behind(gzipSync(PAGE)))),
  shown('gzip with a file name and a wrong checksum', coded('gzip', namedGzip())),
  shown('br, and a comment behind it', coded('br', behind(brotliCompressSync(PAGE)))),
  shown('deflate, and a comment behind it', coded('deflate', behind(deflateSync(PAGE)))),
  shown(
    'bare deflate, and a comment behind it',
    coded('deflate', behind(deflateRawSync(PAGE))),
    'Chromium refuses it; bare deflate alone it takes',
  ),
  shown('gzip over plain text', coded('gzip', PAGE), 'Chromium refuses it'),
  shown('br over plain text', coded('br', PAGE), 'Chromium refuses it'),
  shown('deflate over plain text', coded('deflate', PAGE), 'Chromium refuses it'),
  shown('gzip twice, of which one took place', coded('gzip, gzip', gzipSync(PAGE)), 'Chromium refuses it'),
  shown('gzip with the length of the unpacked page', coded(`gzip\r\nContent-Length: ${SIZE + 99}`, gzipSync(PAGE))),
  refused('gzip over rubbish', coded('gzip', Buffer.from('00ff01fe02fd03fc04fb', 'hex'))),

  shown('Content-Type: text/html charset=utf-8', typed('text/html charset=utf-8')),
  shown('Content-Type: text/html(utf-8)', typed('text/html(utf-8)')),
  shown('Content-Type: text/html, text/html', typed('text/html, text/html')),
  shown('Content-Type: text/plain, text/html', typed('text/plain, text/html')),
  shown('Content-Type twice', ok(`Content-Type: text/plain\r\n${HTML}`)),
  shown('Content-Type twice, the second is none', ok(`${HTML}\r\nContent-Type: garbage`)),
  shown('Content-Type: html', typed('html')),
  shown('Content-Type: UTF-8', typed('UTF-8')),
  shown('Content-Type: Content-Type: text/html', typed('Content-Type: text/html')),
  shown('Content-Type of two stars', typed('*/*')),
  shown('Content-Type empty', typed('')),
  shown('no Content-Type', ok('X-A: b', `<html><meta charset=utf-8><p>${ODD_TEXT}`)),
  shown('no Content-Type, and no HTML', ok('X-A: b', ODD_TEXT), 'Chromium guesses another encoding'),
  shown('Content-Type without blank, an attribute doubled', typed('text/html;;charset=utf-8;charset=latin1')),
  {
    ...refused('Content-Type: text/html over an Office document', ok(HTML, Buffer.from('d0cf11e0a1b11ae10000', 'hex'))),
    unlike: 'Chromium shows its bytes',
  },
  refused('Content-Type: text/csv', typed('text/csv')),

  shown('a folded header', ok('Content-Type: text/html;\r\n\tcharset=utf-8')),
  shown('a folded line behind the status', raw(`HTTP/1.1 200 OK\r\n folded: x\r\n${HTML}`)),
  shown('a blank before the colon', ok('Content-Type : text/html; charset=utf-8')),
  shown('a line without colon', ok(`Warning from the script\r\n${HTML}`)),
  shown('a header without name', ok(`: x\r\n${HTML}`)),
  shown('brackets in a name', ok(`[debug]: x\r\n${HTML}`)),
  shown('a control character in a value', ok(`X-A: a\x01b\r\n${HTML}`)),
  shown('a bare carriage return', ok(`X-A: a\rX-B: b\r\n${HTML}`)),
  refused('a NUL in a value', ok(`X-A: a\0b\r\n${HTML}`)),
  shown('line ends of LF', Buffer.from(`HTTP/1.1 200 OK\n${HTML}\n\n${PAGE}`)),
  shown('a status without words', raw(`HTTP/1.1 200\r\n${HTML}`)),
  shown('words without a status', raw(`HTTP/1.1 OK\r\n${HTML}`)),
  shown('no version', raw(`HTTP 200 OK\r\n${HTML}`)),
  shown('HTTP/2.0 in text', raw(`HTTP/2.0 200 OK\r\n${HTML}`)),
  shown('HTTP/2 in text', raw(`HTTP/2 200 OK\r\n${HTML}`)),
  shown('http in small letters', raw(`http/1.1 200 OK\r\n${HTML}`)),
  shown('two blanks before the status', raw(`HTTP/1.1  200  OK\r\n${HTML}`)),
  shown('an empty line before the answer', raw(`\r\nHTTP/1.1 200 OK\r\n${HTML}`)),
  refused('no HTTP at all', Buffer.from('220 mail.test ESMTP\r\n')),
  refused('a bare page', Buffer.from(PAGE)),

  shown(
    'Content-Length beside chunks',
    ok(`${HTML}\r\nContent-Length: 9\r\nTransfer-Encoding: chunked`, `${SIZE.toString(16)}\r\n${PAGE}\r\n0\r\n\r\n`),
  ),
  shown('an empty Content-Length', ok(`${HTML}\r\nContent-Length: `)),
  shown('a negative Content-Length', ok(`${HTML}\r\nContent-Length: -1`)),
  shown('Content-Length with a sign', ok(`${HTML}\r\nContent-Length: +${SIZE}`)),
  shown('the same Content-Length twice', ok(`${HTML}\r\nContent-Length: ${SIZE}\r\nContent-Length: ${SIZE}`)),
  refused('two Content-Lengths', ok(`${HTML}\r\nContent-Length: ${SIZE}\r\nContent-Length: 5`)),
  shown('Transfer-Encoding: identity', ok(`${HTML}\r\nTransfer-Encoding: identity`)),
  shown(
    'Transfer-Encoding: chunked, identity',
    ok(`${HTML}\r\nTransfer-Encoding: chunked, identity`, `${SIZE.toString(16)}\r\n${PAGE}\r\n0\r\n\r\n`),
  ),
  shown('chunks with line ends of LF', chunked(`${SIZE.toString(16)}\n${PAGE}\n0\n\n`)),
  shown('blanks behind the size of a chunk', chunked(`${SIZE.toString(16)}  \r\n${PAGE}\r\n0\r\n\r\n`)),
];

function namedGzip(): Buffer {
  const packed = gzipSync(PAGE);
  packed[3] = 8;
  packed[packed.length - 6] = (packed.at(-6) ?? 0) ^ 255;
  return Buffer.concat([packed.subarray(0, 10), Buffer.from('page.html\0'), packed.subarray(10)]);
}
