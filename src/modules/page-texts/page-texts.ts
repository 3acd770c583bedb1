import { Injectable } from '@nestjs/common';
import { mainTextOf, type PageTexts } from './pack.js';
import { type TextPlace, TextStore } from './text-store.js';

export type { TextPlace } from './text-store.js';

/** A row of a page as the database has it: of a page whose texts were moved, `text` and `mainText` are beginnings at most. */
export interface TextRow {
  readonly text: string | null;
  readonly mainText: string | null;
  /** The column `text_place`. */
  readonly textPlace: TextPlace | null;
}

/** Gives pages their whole texts, wherever these are: each reader of texts asks here. */
@Injectable()
export class PageTextReader {
  constructor(private readonly store: TextStore) {}

  /**
   * The same rows with their whole texts, without their places.
   *
   * @param cut characters of each text; all unless told
   * @throws StoreAwayError when the store is away; DomainError UNAVAILABLE when it has lost them: a beginning is never passed off as the whole
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

  /** Main texts with a line for each of their blocks, where these are known; undefined for pages whose texts are in the database. @throws as `whole` */
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

  /** The texts of pages by their places; undefined for those whose texts are in the database. @throws as `whole` */
  texts(sessionId: string, places: readonly (TextPlace | null)[]): Promise<(PageTexts | undefined)[]> {
    return this.store.read(sessionId, places);
  }

  /** Removes the texts of a session that is gone from the store. Repetition does no harm. @throws StoreAwayError */
  remove(sessionId: string): Promise<void> {
    return this.store.remove(sessionId);
  }
}

/** The first characters of a text, as PostgreSQL counts them. */
export function cutAt(text: string, chars: number): string {
  if (text.length <= chars) return text;
  let end = 0;
  for (let n = 0; n < chars && end < text.length; n++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
