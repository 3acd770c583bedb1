import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { declaredEncoding, encodingOf } from './meta-charset.js';

export interface DecodedText {
  readonly text: string;
  /** Canonical name of the encoding used, lower case. */
  readonly charset: string;
}

/**
 * Decodes an HTML document: byte order mark, then the header's charset, then the document's own declaration, then detection.
 *
 * Detection takes well-formed UTF-8 for UTF-8 and asks chardet about the text without markup otherwise. A declared UTF-8 that the bytes
 * contradict is still UTF-8, as in browsers: damaged characters become U+FFFD. Never throws.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): DecodedText {
  const bom = byteOrderMark(bytes);
  const charset = bom ?? headerCharset(contentType) ?? declaredEncoding(bytes) ?? detect(bytes);
  return { text: decode(bytes, charset), charset };
}

/** Plain text (robots.txt): byte order mark or header, else UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function headerCharset(contentType: string): string | null {
  const label = /;\s*charset\s*=\s*("[^"]*"|'[^']*'|[^\s;]+)/i.exec(contentType)?.[1];
  return label === undefined ? null : encodingOf(label);
}

/** Enough text for chardet's statistics; more costs time (about 1 ms per 10 KiB) and changes no answer. */
const DETECTION_BYTES = 32 * 1024;

function detect(bytes: Uint8Array): string {
  // A cut at the size limit may split the last character; four bytes less at most is still the same document.
  for (let spare = 0; spare < 4; spare++) if (isUtf8(bytes.subarray(0, Math.max(0, bytes.length - spare)))) return 'utf-8';
  const text = Buffer.from(bytes.subarray(0, DETECTION_BYTES * 4)).toString('latin1').replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  const guess = chardet.detect(Buffer.from(text.slice(0, DETECTION_BYTES), 'latin1'));
  // Bytes that are not UTF-8 and look like nothing else are read as browsers read undeclared Western pages.
  const encoding = guess === null ? null : encodingOf(guess);
  return encoding === null || encoding === 'utf-8' ? 'windows-1252' : encoding;
}

function decode(bytes: Uint8Array, charset: string): string {
  // Node 20's TextDecoder reads 0x80-0x9F of windows-1252 as control characters.
  if (charset === 'windows-1252') return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'windows-1252');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}
