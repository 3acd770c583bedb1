/** Evidence from a document's bytes about the declaration of its encoding. */
import { isUtf8 } from 'node:buffer';

/** Size of the sample. It is the start of the document: later parts say no more about the encoding. */
const SAMPLE_BYTES = 64 * 1024;
/**
 * Share of sequences beyond ASCII that may be damaged in UTF-8: cut strings and pasted bytes, not another encoding.
 */
const MAX_DAMAGED_SHARE = 0.3;
/**
 * This many complete sequences without a damaged one are no coincidence in text of a single-byte encoding; twice as
 * many are none in a double-byte encoding.
 */
const SURE_SEQUENCES = 4;
const SURE_SEQUENCES_OF_TWO_BYTES = 16;
const TWO_BYTES: ReadonlySet<string> = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']);

interface Sequences {
  /** Well-formed UTF-8 sequences of two or more bytes. */
  readonly whole: number;
  /** Bytes beyond ASCII outside of such sequences. */
  readonly damaged: number;
}

/** Counts UTF-8 sequences beyond ASCII. A sequence cut by the end of the sample counts as neither. */
function countSequences(bytes: Uint8Array): Sequences {
  const end = Math.min(bytes.length, SAMPLE_BYTES);
  let whole = 0;
  let damaged = 0;
  for (let at = 0; at < end;) {
    const lead = bytes[at] ?? 0;
    const length =
      lead < 0x80
        ? 1
        : lead >= 0xc2 && lead <= 0xdf
          ? 2
          : lead >= 0xe0 && lead <= 0xef
            ? 3
            : lead >= 0xf0 && lead <= 0xf4
              ? 4
              : 0;
    if (length > 1 && at + length > end) break;
    let good = length > 0;
    for (let i = 1; i < length && good; i++) good = ((bytes[at + i] ?? 0) & 0xc0) === 0x80;
    if (!good) damaged++;
    else if (length > 1) whole++;
    at += good ? length : 1;
  }
  return { whole, damaged };
}

/** Whether undeclared bytes are UTF-8 with a few damaged characters. */
export function isDamagedUtf8(bytes: Uint8Array): boolean {
  const { whole, damaged } = countSequences(bytes);
  return whole >= SURE_SEQUENCES && damaged <= MAX_DAMAGED_SHARE * (whole + damaged);
}

const SHIFTS = /\x1b\$[@B][^\x1b]*\x1b\([BJ]/;

/**
 * Whether bytes change to Japanese characters and back by the escape sequences of ISO-2022-JP, all of which is ASCII.
 */
export function isShifted(bytes: Uint8Array): boolean {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES));
  return sample.includes('\x1b$') && SHIFTS.test(sample.toString('latin1'));
}

/** Whether the bytes contradict the declared encoding. */
export function isContradicted(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === 'utf-8') {
    // Nearly all pages are valid UTF-8, which the runtime checks much faster.
    if (isUtf8(bytes)) return false;
    const { whole, damaged } = countSequences(bytes);
    return damaged > MAX_DAMAGED_SHARE * (whole + damaged);
  }
  // In UTF-16 half of the bytes of markup and spaces are zeros.
  return encoding.startsWith('utf-16') && !bytes.subarray(0, SAMPLE_BYTES).includes(0);
}

/** Whether a document is UTF-8 despite its declaration: some servers declare a legacy encoding for everything. */
export function isSurelyUtf8(bytes: Uint8Array, declared: string): boolean {
  if (declared.startsWith('utf-') || declared === 'iso-2022-jp') return false;
  const { whole, damaged } = countSequences(bytes);
  return damaged === 0 && whole >= (TWO_BYTES.has(declared) ? SURE_SEQUENCES_OF_TWO_BYTES : SURE_SEQUENCES);
}

/**
 * Detects UTF-16 without a byte order mark by the zero byte beside the first angle bracket, like the prescan of the
 * HTML Standard.
 */
export function zerosTellUtf16(bytes: Uint8Array): string | null {
  for (let at = 0; at + 3 < Math.min(bytes.length, 64); at += 2) {
    if (bytes[at] === 0x3c && bytes[at + 1] === 0 && bytes[at + 2] !== 0 && bytes[at + 3] === 0) return 'utf-16le';
    if (bytes[at] === 0 && bytes[at + 1] === 0x3c && bytes[at + 2] === 0 && bytes[at + 3] !== 0) return 'utf-16be';
  }
  return null;
}

/** Fewer syllables may be Chinese ones by chance. */
const SURE_SYLLABLES = 16;
/** Share of the frequent syllables in Korean text; the others are those that Windows added, and Chinese characters. */
const LEAST_FREQUENT_SHARE = 0.85;

/**
 * Whether undeclared bytes are Korean in the encoding of Windows, which extends EUC-KR: nearly all are the syllables of
 * EUC-KR, in a quarter of its table. Chinese characters have two thirds of theirs in the same place.
 */
export function isKorean(sample: Uint8Array): boolean {
  let frequent = 0;
  let others = 0;
  for (let at = 0; at + 1 < sample.length; at++) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[++at] ?? 0;
    if (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) frequent++;
    // The first row has punctuation.
    else if (lead !== 0xa1) others++;
  }
  return frequent >= SURE_SYLLABLES && frequent >= LEAST_FREQUENT_SHARE * (frequent + others);
}
