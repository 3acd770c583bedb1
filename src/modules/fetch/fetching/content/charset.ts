import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder as LegacyDecoder } from '@exodus/bytes/encoding.js';
import chardet from 'chardet';
import {
  isContradicted,
  isDamagedUtf8,
  isKorean,
  isShifted,
  isSurelyUtf8,
  zerosTellUtf16,
} from './charset-evidence.js';
import { correctedByText, encodingByLanguage, oldCyrillicEncoding } from './charset-language.js';
import { declaredEncoding, encodingOf, xmlEncoding } from './meta-charset.js';
import { isXml, suppliedType } from './supplied-type.js';

export interface DecodedText {
  readonly text: string;
  /** Canonical name of the encoding used, lower case. */
  readonly charset: string;
}

/**
 * Decodes a document by, in this order, byte order mark, the header's charset, the document's declaration, and
 * detection.
 *
 * Ignores declarations that the bytes contradict, unlike browsers, whose users see that a page is garbled: mostly
 * damaged UTF-8, UTF-16 without a zero byte or of the other byte order, and legacy encodings for certain UTF-8 and for
 * the escape sequences of ISO-2022-JP. A few damaged characters in UTF-8 become U+FFFD. Never throws.
 *
 * @param url of the document, whose top-level domain may tell the language of undeclared bytes
 */
export function decodeHtml(bytes: Uint8Array, contentType: string, url = ''): DecodedText {
  const charset = charsetOf(bytes, contentType, url);
  return { text: decode(bytes, charset), charset };
}

/** The encoding of a document, from at least its first bytes; see `decodeHtml`. */
export function charsetOf(bytes: Uint8Array, contentType: string, url = ''): string {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return marked;
  // Zeros beside the letters of markup are in no other encoding.
  const wide = zerosTellUtf16(bytes);
  if (wide !== null) return wide;
  if (isAscii(bytes) && isShifted(bytes)) return 'iso-2022-jp';
  const believed = (encoding: string | null): string | null =>
    encoding === null || isContradicted(encoding, bytes) ? null : encoding;
  // Reads the document only if the header names no usable charset, which is rare.
  const declared = believed(headerCharset(contentType)) ?? believed(ownDeclaration(bytes, contentType));
  if (declared === null) return detect(bytes, url);
  return isSurelyUtf8(bytes, declared) ? 'utf-8' : declared;
}

/** XML is UTF-8 unless its XML declaration says otherwise; browsers ignore meta elements in it. */
function ownDeclaration(bytes: Uint8Array, contentType: string): string | null {
  if (isXml(suppliedType(contentType).essence) && isWholeUtf8(bytes)) return xmlEncoding(bytes);
  return declaredEncoding(bytes);
}

/** Decodes a document in pieces, which may be split within a character. @param charset result of `charsetOf` */
export function streamDecoder(charset: string): (bytes: Uint8Array) => string {
  const decoder = new LegacyDecoder(charset);
  return (bytes) => decoder.decode(bytes, { stream: true });
}

export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/**
 * Decodes robots.txt, which is UTF-8 (RFC 9309 section 2.3): some editors write UTF-16, recognised by its mark or by
 * the zeros between its first letters. Bytes of a legacy encoding are percent-encoded, as in Google's parser: they
 * match the URLs of servers that use it.
 */
export function decodeRobots(bytes: Uint8Array): string {
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes;
  const zeros = second === 0 && fourth === 0 ? 'utf-16le' : first === 0 && third === 0 ? 'utf-16be' : 'utf-8';
  const marked = byteOrderMark(bytes);
  // A mark of UTF-16 before another encoding is a remnant.
  const encoding = marked === null || isContradicted(marked, bytes) ? zeros : marked;
  // Some files contain zeros, or further marks: no record may be lost to them.
  return decode(encoding === 'utf-8' && !isUtf8(bytes) ? withEscapes(bytes) : bytes, encoding)
    .replaceAll('\0', '')
    .replace(/^[\uFEFF\uFFFD\u200B]+/, '');
}

const MARKS = /^[\0\xfe\xff]+/;
const BEYOND_ASCII = /((?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+)|[\x80-\xff]/g;

/** The bytes with those outside of UTF-8 percent-encoded. */
function withEscapes(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1').replace(MARKS, '');
  const escaped = text.replace(BEYOND_ASCII, (found, utf8: string | undefined) =>
    utf8 === undefined ? `%${found.charCodeAt(0).toString(16).toUpperCase()}` : found,
  );
  return Buffer.from(escaped, 'latin1');
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function headerCharset(contentType: string): string | null {
  const { charset } = suppliedType(contentType);
  return charset === null ? null : encodingOf(charset);
}

/** Enough text for chardet's statistics; more takes time (about 1 ms per 10 KiB) and changes no result. */
const DETECTION_BYTES = 32 * 1024;
/** Encoding Standard names for the detector's deviating names. */
const DETECTED_AS: Readonly<Record<string, string>> = {
  'ISO-8859-8-I': 'iso-8859-8',
  // The same letters, with those of Ukrainian in place of some frames of boxes.
  'KOI8-R': 'koi8-u',
  'UTF-32LE': 'utf-8',
  'UTF-32BE': 'utf-8',
};

/** Whether all bytes are UTF-8. The size limit may have split the last character. */
function isWholeUtf8(bytes: Uint8Array): boolean {
  for (let spare = 0; spare < 4; spare++) if (isUtf8(bytes.subarray(0, Math.max(0, bytes.length - spare)))) return true;
  return false;
}

function detect(bytes: Uint8Array, url: string): string {
  if (isWholeUtf8(bytes)) return 'utf-8';
  if (isDamagedUtf8(bytes)) return 'utf-8';
  const start = Buffer.from(bytes.subarray(0, DETECTION_BYTES * 4)).toString('latin1');
  const text = start.replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  const sample = Buffer.from(text.slice(0, DETECTION_BYTES), 'latin1');
  const written = encodingByLanguage(start, sample, url);
  if (written !== null) return written;
  // The detector knows only EUC-KR without the syllables that Windows added.
  if (isKorean(sample)) return 'euc-kr';
  const cyrillic = oldCyrillicEncoding(sample);
  if (cyrillic !== null) return cyrillic;
  const found = byFrequencies(sample);
  return IS_LATIN.test(found) ? correctedByText(found, sample) : found;
}

/** Encodings whose letters beyond ASCII are mostly Latin ones. */
const IS_LATIN = /^(?:windows-125[0247]|iso-8859-(?:[234]|1[03456]))$/;

function byFrequencies(sample: Buffer): string {
  for (const { name } of chardet.analyse(sample)) {
    const encoding = encodingOf(DETECTED_AS[name] ?? name);
    // The limit may have split the last character.
    const isPossible =
      encoding !== null && encoding !== 'utf-8' && !decode(sample, encoding).slice(0, -1).includes('\uFFFD');
    if (isPossible) return encoding;
  }
  // Undetected bytes that are not UTF-8 are read like undeclared Western pages in browsers.
  return 'windows-1252';
}

/** For nearly all pages: creating a decoder takes longer than using one. */
const utf8 = new TextDecoder('utf-8');

/**
 * The tables of Node's own decoder lack half of euc-kr, a tenth of big5 and some of others; these are the tables of the
 * Encoding Standard.
 */
function decode(bytes: Uint8Array, charset: string): string {
  return charset === 'utf-8' ? utf8.decode(bytes) : new LegacyDecoder(charset).decode(bytes);
}
