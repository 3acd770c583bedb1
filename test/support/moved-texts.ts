import type pg from 'pg';
import { ObjectStore } from '../../src/modules/base/archive/object-store.js';
import { PageTextReader } from '../../src/modules/base/page-texts/page-texts.js';
import { TextMover } from '../../src/modules/base/page-texts/text-mover.js';
import { TextMovesRepository } from '../../src/modules/base/page-texts/text-moves.repository.js';
import { TextStore } from '../../src/modules/base/page-texts/text-store.js';
import type { CrawlDatabase } from '../../src/platform/database/index.js';
import type { TestStore } from './s3-server.js';

const PAGE_STORE = 's3://bucket/pages';

/** Settings of a service that moves texts to a store. */
export const textSettings = ({ settings: { ARCHIVE_STORE: _, ...access } }: TestStore) => ({ PAGE_STORE, ...access });

/** Keys of all texts in a store. */
export const textKeys = async (store: TestStore): Promise<string[]> =>
  (await new ObjectStore(PAGE_STORE, store.settings, 'page texts').list('texts')).map(({ key }) => key);

/** The mover and the reader of texts, for this process. */
export interface TextsHere {
  readonly store: TextStore;
  readonly reader: PageTextReader;
  readonly mover: TextMover;
  readonly moves: TextMovesRepository;
  /** Moves everything movable. */
  move(): Promise<void>;
}

/** Makes several packs of a short session. */
export class SmallPacks extends TextMovesRepository {
  protected override readonly packPages = 25;
}

export function textsHere(prisma: CrawlDatabase, store: TestStore, moves = new SmallPacks(prisma)): TextsHere {
  const texts = new TextStore(textSettings(store));
  const mover = new TextMover(texts, moves, { ROLE: 'worker' });
  const move = (): Promise<void> => mover.look(new AbortController().signal);
  return { store: texts, reader: new PageTextReader(texts), mover, moves, move };
}

/**
 * Gives a session's pages texts of some thousand characters: of every three, one whose main text consists of pieces of
 * its text, one with characters beyond the basic plane and its own main text, and one that stays short. A quarter of
 * them have no description.
 */
export async function lengthenTexts(client: pg.Client, sessionId: string): Promise<void> {
  await client.query(
    `UPDATE pages SET text = 'Menu of ' || step || '. ' || repeat(text || '. ', 10), main_text = NULL, main_ranges = ARRAY[9, 40, 60, 900, 1000, 300]
     WHERE session_id = $1 AND text IS NOT NULL AND step % 3 = 0`,
    [sessionId],
  );
  await client.query(
    `UPDATE pages SET text = repeat(text || ' 🧀 ', 9), main_text = repeat('🧀 main ' || step || ' ', 500) WHERE session_id = $1 AND text IS NOT NULL AND step % 3 = 1`,
    [sessionId],
  );
  await client.query(`UPDATE pages SET description = '' WHERE session_id = $1 AND step % 4 = 0`, [sessionId]);
}
