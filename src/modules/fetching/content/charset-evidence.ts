/** What the bytes of a document say about declarations of its encoding. */
import { isUtf8 } from 'node:buffer';

/** Bytes looked at: declarations are as right or wrong at the start as anywhere. */
const SAMPLE_BYTES = 64 * 1024;
/** Of the sequences beyond ASCII, so many may be damaged where UTF-8 is declared: cut strings and pasted bytes, not another encoding. */
const MAX_DAMAGED_SHARE = 0.3;
/** So many whole sequences and no damaged one are no accident in text of an encoding with one byte a character, and so many in one with two. */
const SURE_SEQUENCES = 4;
const SURE_SEQUENCES_OF_TWO_BYTES = 16;
const TWO_BYTES: ReadonlySet<string> = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']);

interface Sequences {
  /** Well-formed UTF-8 of two bytes and more. */
  readonly whole: number;
  /** Bytes beyond ASCII that are no part of any. */
  readonly damaged: number;
}

/** Counts UTF-8 sequences beyond ASCII. One that the end of the sample cuts counts as neither. */
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

/** Whether a document cannot sensibly be in the encoding that is declared for it. */
export function isContradicted(encoding: string, bytes: Uint8Array): boolean {
  if (encoding === 'utf-8') {
    // Nearly all pages: sound UTF-8, which the runtime sees much faster than we could.
    if (isUtf8(bytes)) return false;
    const { whole, damaged } = countSequences(bytes);
    return damaged > MAX_DAMAGED_SHARE * (whole + damaged);
  }
  // Markup and spaces are half zeros in UTF-16.
  return encoding.startsWith('utf-16') && !bytes.subarray(0, SAMPLE_BYTES).includes(0);
}

/** Whether a document is UTF-8 whatever it says: servers declare a legacy encoding for all they serve. */
export function isSurelyUtf8(bytes: Uint8Array, declared: string): boolean {
  if (declared.startsWith('utf-') || declared === 'iso-2022-jp') return false;
  const { whole, damaged } = countSequences(bytes);
  return damaged === 0 && whole >= (TWO_BYTES.has(declared) ? SURE_SEQUENCES_OF_TWO_BYTES : SURE_SEQUENCES);
}

/** UTF-16 without a mark, by the zero byte beside the first angle bracket, as the HTML Standard's prescan knows it. */
export function zerosTellUtf16(bytes: Uint8Array): string | null {
  for (let at = 0; at + 3 < Math.min(bytes.length, 64); at += 2) {
    if (bytes[at] === 0x3c && bytes[at + 1] === 0 && bytes[at + 2] !== 0 && bytes[at + 3] === 0) return 'utf-16le';
    if (bytes[at] === 0 && bytes[at + 1] === 0x3c && bytes[at + 2] === 0 && bytes[at + 3] !== 0) return 'utf-16be';
  }
  return null;
}
