import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { ObjectStore, type StoreAccess, StoreAwayError } from '../archive/index.js';
import { digestOf, type PageTexts, unpackTexts } from './pack.js';

/** A pack by its session and the `seq` of its first and last page. */
export interface PackKey {
  readonly sessionId: string;
  readonly first: number;
  readonly last: number;
}

/**
 * The place of a page's texts, as in the column `text_place`: first and last `seq` of its pack, digest of the pack, and
 * start and length in it, bytes.
 */
export type TextPlace = readonly number[];

/** From this number of pages on, a pack is read as a whole: a request costs more than some hundred KB. */
const PAGES_FOR_WHOLE = 8;
/** Cache for whole packs, bytes: sequential readers of a session need the same one several times. */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Concurrent requests of one reader. */
const READS_AT_ONCE = 4;

const folderOf = (sessionId: string): string => `texts/${sessionId}`;
const nameOf = ({ sessionId, first, last }: PackKey): string => `${folderOf(sessionId)}/${first}-${last}-`;
const keyOf = (pack: PackKey, digest: number): string => nameOf(pack) + (digest >>> 0).toString(16).padStart(8, '0');

/** Pages of one pack, by their index in the requested list. */
interface Wanted {
  readonly key: string;
  readonly digest: number;
  readonly pages: number[];
}

/** The store of page texts (PAGE_STORE), if there is one. */
@Injectable()
export class TextStore {
  /** Failed reads and writes of this process. */
  readonly failures = { read: 0, write: 0 };
  private readonly store: ObjectStore | null;
  private readonly packs = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(@Inject(APP_CONFIG) config: StoreAccess & Pick<AppConfig, 'PAGE_STORE'>) {
    this.store = config.PAGE_STORE === undefined ? null : new ObjectStore(config.PAGE_STORE, config, 'page texts');
  }

  get isThere(): boolean {
    return this.store !== null;
  }

  /**
   * The texts of pages of one session; undefined for null places, whose texts are in the database.
   *
   * @throws StoreAwayError if the store is unavailable, or not configured in this process; DomainError UNAVAILABLE if
   * it does not have them unchanged
   */
  async read(sessionId: string, places: readonly (TextPlace | null)[]): Promise<(PageTexts | undefined)[]> {
    const texts = new Array<PageTexts | undefined>(places.length).fill(undefined);
    const work = wantedOf(sessionId, places).flatMap(({ key, digest, pages }) => {
      const one = async (page: number, pack?: Buffer): Promise<void> => {
        const [, , , at, bytes] = places[page] ?? [];
        const part = pack?.subarray(at, at + bytes) ?? (await this.piece(key, at, at + bytes));
        texts[page] = await unpacked(key, part, bytes);
      };
      const known = this.packs.get(key);
      if (known === undefined && pages.length < PAGES_FOR_WHOLE) return pages.map((page) => () => one(page));
      return [
        async () => {
          const pack = known ?? (await this.whole(key, digest));
          for (const page of pages) await one(page, pack);
        },
      ];
    });
    try {
      await someAtOnce(work, READS_AT_ONCE);
    } catch (error) {
      this.failures.read++;
      throw error;
    }
    return texts;
  }

  /** Puts a pack into the store, replacing an identical one from an earlier attempt. @throws StoreAwayError */
  async put(pack: PackKey, digest: number, bytes: Uint8Array): Promise<void> {
    try {
      await this.there().putBytes(keyOf(pack, digest), bytes);
    } catch (error) {
      this.failures.write++;
      throw error;
    }
  }

  /**
   * Removes leftovers of attempts at a pack. Idempotent. @param used digest of the pack that stays; null: none @throws
   * StoreAwayError
   */
  async removeAttempts(pack: PackKey, used: number | null): Promise<void> {
    const store = this.there();
    const name = nameOf(pack);
    const stays = used === null ? null : keyOf(pack, used);
    for (const { key } of await store.list(folderOf(pack.sessionId)))
      if (key.startsWith(name) && key !== stays) await store.removeObject(key);
  }

  /** Removes all texts of a session. Idempotent. @throws StoreAwayError */
  async remove(sessionId: string, noted?: (left: number) => void): Promise<void> {
    await this.store?.remove(folderOf(sessionId), noted);
  }

  private async whole(key: string, digest: number): Promise<Buffer> {
    const pack = await this.piece(key, 0);
    if (digestOf(pack) !== digest)
      throw unreadable(key, new Error(`${pack.length} bytes are there, and not those of the pack`));
    this.packs.set(key, pack);
    return pack;
  }

  private async piece(key: string, from: number, to?: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.there().read(key, from, to)) pieces.push(piece);
    } catch (cause) {
      throw cause instanceof DomainError ? cause : new StoreAwayError('page texts', { cause });
    }
    return Buffer.concat(pieces);
  }

  private there(): ObjectStore {
    if (this.store !== null) return this.store;
    throw new StoreAwayError('page texts', { cause: new Error('PAGE_STORE is not set in this process') });
  }
}

function wantedOf(sessionId: string, places: readonly (TextPlace | null)[]): Wanted[] {
  const packs = new Map<string, Wanted>();
  places.forEach((place, page) => {
    if (place === null) return;
    const [first, last, digest] = place;
    const key = keyOf({ sessionId, first, last }, digest);
    const pack = packs.get(key) ?? { key, digest, pages: [] };
    pack.pages.push(page);
    packs.set(key, pack);
  });
  return [...packs.values()];
}

/** Throws the first failure once all running work has ended; none starts after it. */
async function someAtOnce(work: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const hand = async (): Promise<void> => {
    while (next < work.length && failure === undefined) {
      try {
        await work[next++]();
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, work.length) }, hand));
  if (failure !== undefined) throw failure.error;
}

async function unpacked(key: string, part: Buffer, bytes: number): Promise<PageTexts> {
  try {
    if (part.length !== bytes) throw new Error(`${part.length} of ${bytes} bytes are there`);
    return await unpackTexts(part);
  } catch (error) {
    throw unreadable(key, error);
  }
}

const unreadable = (key: string, cause: unknown): DomainError =>
  new DomainError('UNAVAILABLE', `the store of page texts has changed or lost the texts of ${key}`, { cause });
