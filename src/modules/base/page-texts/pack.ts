import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** The complete texts of a page. */
export interface PageTexts {
  readonly text: string;
  /** Null if it consists of `ranges`, or is absent. */
  readonly main: string | null;
  /**
   * Start (from 1) and length in `text` of each piece of the main text in turn, in characters; as in the column
   * `main_ranges`.
   */
  readonly ranges: readonly number[];
}

/** Texts concatenated in one object, each compressed separately, so that one can be read without the others. */
export interface Pack {
  readonly bytes: Buffer;
  /** Of the bytes; see `digestOf`. */
  readonly digest: number;
  /** Start and length of each in `bytes`. */
  readonly places: readonly (readonly [at: number, bytes: number])[];
}

/** Above 5, brotli takes several times as long for a few percent. */
const QUALITY = 5;
/** The limit for a page's texts is far lower; larger unpacked data is damaged. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Threads for compression: the process has four, and lookups of hosts and files need some. */
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

/** @throws Error for data not from `packTexts` */
export async function unpackTexts(part: Uint8Array): Promise<PageTexts> {
  const json = await decompress(part, { maxOutputLength: MAX_BYTES });
  const [text, main, ranges] = JSON.parse(json.toString()) as [unknown, unknown, unknown];
  if (typeof text !== 'string' || (main !== null && typeof main !== 'string') || !Array.isArray(ranges))
    throw new Error('no texts of a page');
  return { text, main, ranges: ranges as number[] };
}

/**
 * A 32-bit hash, signed like PostgreSQL's integers. It is part of a pack's name, so that other bytes never replace it.
 */
export const digestOf = (bytes: Uint8Array): number => createHash('sha256').update(bytes).digest().readInt32BE(0);

/** The main text, its pieces joined by `between`; null if there is none. */
export function mainTextOf({ text, main, ranges }: PageTexts, between = ' '): string | null {
  if (main !== null || ranges.length === 0) return main;
  const pieces: string[] = [];
  // If there are ranges, no character of the text takes two units (crawling/crawl-log.ranges), so that PostgreSQL's
  // characters equal JavaScript's.
  for (let i = 0; i < ranges.length; i += 2) {
    const from = ranges[i] - 1;
    pieces.push(text.slice(from, from + ranges[i + 1]));
  }
  return pieces.join(between);
}
