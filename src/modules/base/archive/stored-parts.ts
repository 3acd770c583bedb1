import { type ArchivePart, isPartName } from './archive-parts.js';
import { INDEX_SUFFIX } from './index-lines.js';
import type { ObjectStore } from './object-store.js';

/** A WARC file in a store. @param bytes its size, possibly after the upload */
function storedPart(store: ObjectStore, sessionId: string, name: string, bytes: number): ArchivePart {
  const key = `${sessionId}/${name}`;
  return {
    name,
    bytes,
    read: (from, to) => store.read(key, from, to),
    index: () => store.read(key + INDEX_SUFFIX, 0),
  };
}

/**
 * The WARC files of a session, here and in a store, in order. A local file is read here, and continued from the store
 * if it is moved there meanwhile.
 *
 * @param here local files, listed before the store: files move in this direction
 */
export async function withStored(
  here: readonly ArchivePart[],
  store: ObjectStore,
  sessionId: string,
): Promise<ArchivePart[]> {
  const parts = new Map(here.map((part) => [part.name, withStoredRest(part, store, sessionId)]));
  for (const { key, bytes } of await store.list(sessionId)) {
    const name = key.slice(key.lastIndexOf('/') + 1);
    if (isPartName(name) && !parts.has(name)) parts.set(name, storedPart(store, sessionId, name, bytes));
  }
  return [...parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function withStoredRest(part: ArchivePart, store: ObjectStore, sessionId: string): ArchivePart {
  const stored = storedPart(store, sessionId, part.name, part.bytes);
  return {
    name: part.name,
    bytes: part.bytes,
    read: async function* (from, to) {
      let at = from;
      for await (const piece of part.read(from, to)) {
        yield piece;
        at += piece.length;
      }
      if (at < to) yield* stored.read(at, to);
    },
    index: async function* () {
      let isHere = false;
      for await (const piece of part.index()) {
        isHere = true;
        yield piece;
      }
      if (!isHere) yield* stored.index();
    },
  };
}
