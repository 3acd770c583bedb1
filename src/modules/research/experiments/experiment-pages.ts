import type { StoredPage } from '../lab/index.js';

/** Encodes some pages for another thread, in shared memory. */
export function encodePages(pages: readonly StoredPage[]): SharedArrayBuffer {
  const json = Buffer.from(JSON.stringify(pages));
  const shared = new SharedArrayBuffer(json.length);
  new Uint8Array(shared).set(json);
  return shared;
}

export function decodePages(batches: readonly SharedArrayBuffer[]): StoredPage[] {
  return batches.flatMap((shared) => JSON.parse(Buffer.from(shared).toString('utf8')) as StoredPage[]);
}
