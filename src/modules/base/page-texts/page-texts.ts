import { Injectable } from '@nestjs/common';
import { mainTextOf, type PageTexts } from './pack.js';
import { type TextPlace, TextStore } from './text-store.js';

export type { TextPlace } from './text-store.js';

/** A page's row in the database: if its texts were moved, `text` and `mainText` contain at most beginnings. */
export interface TextRow {
  readonly text: string | null;
  readonly mainText: string | null;
  /** The column `text_place`. */
  readonly textPlace: TextPlace | null;
}

/** Provides the complete texts of pages from database or store: every reader of texts uses it. */
@Injectable()
export class PageTextReader {
  constructor(private readonly store: TextStore) {}

  /**
   * The same rows with their complete texts, without their places.
   *
   * @param cut characters of each text. Default: all
   * @throws StoreAwayError if the store is unavailable; DomainError UNAVAILABLE if it has lost them: a beginning never
   * passes for the whole
   */
  async whole<Row extends TextRow>(
    sessionId: string,
    rows: readonly Row[],
    cut = Number.POSITIVE_INFINITY,
  ): Promise<Omit<Row, 'textPlace'>[]> {
    const texts = await this.texts(
      sessionId,
      rows.map(({ textPlace }) => textPlace),
    );
    return rows.map(({ textPlace: _, ...row }, i) => {
      const found = texts[i];
      if (found === undefined) return row;
      const main = mainTextOf(found);
      return { ...row, text: cutAt(found.text, cut), mainText: main === null ? null : cutAt(main, cut) };
    });
  }

  /**
   * Main texts with one line per block, if known; undefined for pages whose texts are in the database. @throws like
   * `whole`
   */
  async mainLines(
    sessionId: string,
    places: readonly (TextPlace | null)[],
    cut: number,
  ): Promise<(string | null | undefined)[]> {
    const texts = await this.texts(sessionId, places);
    return texts.map((one) => {
      if (one === undefined) return undefined;
      const main = mainTextOf(one, '\n');
      return main === null ? null : cutAt(main, cut);
    });
  }

  /** The texts of pages by their places; undefined for those whose texts are in the database. @throws like `whole` */
  texts(sessionId: string, places: readonly (TextPlace | null)[]): Promise<(PageTexts | undefined)[]> {
    return this.store.read(sessionId, places);
  }

  /**
   * Removes the texts of a deleted session from the store. Idempotent.
   *
   * @param noted called with the number of packs left
   * @throws StoreAwayError
   */
  remove(sessionId: string, noted?: (left: number) => void): Promise<void> {
    return this.store.remove(sessionId, noted);
  }
}

/** The first characters of a text, counted like PostgreSQL. */
export function cutAt(text: string, chars: number): string {
  if (text.length <= chars) return text;
  let end = 0;
  for (let n = 0; n < chars && end < text.length; n++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
