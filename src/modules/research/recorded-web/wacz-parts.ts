import { open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import type { Stretch } from './packed-bytes.js';

/** A WARC file: a file of its own, or one in a WACZ file. */
export interface WarcPart extends Stretch {
  readonly name: string;
  /** Whether the WACZ file has packed it once more. */
  readonly isDeflated: boolean;
}

const WARC_PATH = /(?:^|\/)archive\/.+\.warc(?:\.gz)?$/i;
/** Most WARC files in one. Crawlers begin another one after a gigabyte. */
const MAX_PARTS = 10_000;
const ZIP = 'PK\x03\x04';
const STORED = 0;
const DEFLATED = 8;

/**
 * The WARC files at a path: the file itself, or those in the folder `archive` of a WACZ file; null in another ZIP file.
 */
export async function warcParts(path: string): Promise<readonly WarcPart[] | null> {
  if (!(await isZip(path))) return [{ name: path, path, start: 0, end: Number.POSITIVE_INFINITY, isDeflated: false }];
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const parts: WarcPart[] = [];
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, compressionMethod: method, compressedSize: size } = entry;
      if (!WARC_PATH.test(name) || size === 0 || parts.length >= MAX_PARTS) continue;
      if (method !== STORED && method !== DEFLATED) continue;
      const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      parts.push({ name, path, start, end: start + size, isDeflated: method === DEFLATED });
    }
    return parts.length === 0 ? null : parts.sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    zip.close();
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === ZIP;
  } finally {
    await file.close();
  }
}
