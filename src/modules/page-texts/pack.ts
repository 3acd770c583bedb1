import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** The texts of a page, whole. */
export interface PageTexts {
  readonly text: string;
  /** Null where it is made of `ranges`, or where there is none. */
  readonly main: string | null;
  /** Start (from 1) and length in `text` of each piece of the main text in turn, in characters; as in the column `main_ranges`. */
  readonly ranges: readonly number[];
}

/** Texts in one object, one after the other, each compressed by itself: one of them can be read without the others. */
export interface Pack {
  readonly bytes: Buffer;
  /** Of the bytes; see `digestOf`. */
  readonly digest: number;
  /** Start and length of each in `bytes`. */
  readonly places: readonly (readonly [at: number, bytes: number])[];
}

/** Beyond 5 brotli takes several times as long for a few percent. */
const QUALITY = 5;
/** Texts of a page have a bound far below this; what would unpack to more is damaged. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Threads that compress: the process has four of them, and look-ups of hosts and files need some. */
const AT_ONCE = 2;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The same texts give the same bytes, as long as the compressor is the same. */
export async function packTexts(texts: readonly PageTexts[]): Promise<Pack> {
  const parts: Buffer[] = [];
  for (let i = 0; i < texts.length; i += AT_ONCE)
    parts.push(...(await Promise.all(texts.slice(i, i + AT_ONCE).map(packText))));
  let at = 0;
  const places = parts.map(({ length }): [number, number] => {
    const place: [number, number] = [at, length];
    at += length;
    return place;
  });
  const bytes = Buffer.concat(parts);
  return { bytes, digest: digestOf(bytes), places };
}

function packText({ text, main, ranges }: PageTexts): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify([text, main, ranges]));
  return compress(json, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: json.length },
  });
}

/** @throws Error for what `packTexts` has not made */
export async function unpackTexts(part: Uint8Array): Promise<PageTexts> {
  const json = await decompress(part, { maxOutputLength: MAX_BYTES });
  const [text, main, ranges] = JSON.parse(json.toString()) as [unknown, unknown, unknown];
  if (typeof text !== 'string' || (main !== null && typeof main !== 'string') || !Array.isArray(ranges))
    throw new Error('no texts of a page');
  return { text, main, ranges: ranges as number[] };
}

/** 32 bits of a hash, signed as PostgreSQL's integers are. It is in the name of a pack, so that other bytes never take its place. */
export const digestOf = (bytes: Uint8Array): number => createHash('sha256').update(bytes).digest().readInt32BE(0);

/** The main text, its pieces joined by `between`; null where there is none. */
export function mainTextOf({ text, main, ranges }: PageTexts, between = ' '): string | null {
  if (main !== null || ranges.length === 0) return main;
  const pieces: string[] = [];
  // Where there are ranges, no character of the text takes two units (crawling/crawl-log.ranges), so that PostgreSQL's characters are those of JavaScript.
  for (let i = 0; i < ranges.length; i += 2) {
    const from = ranges[i] - 1;
    pieces.push(text.slice(from, from + ranges[i + 1]));
  }
  return pieces.join(between);
}
