import { StoreAwayError } from '../../../base/archive/index.js';
import type { PageTextReader } from '../../../base/page-texts/index.js';
import type { PageLogRow } from './crawl-log.mapper.js';

/** Adds the texts to a session's page rows if they were moved to the store of page texts. */
export type WholeTexts = <Row extends PageLogRow>(sessionId: string, rows: readonly Row[]) => Promise<Row[]>;

/** Database trouble code for an unavailable store of page texts: a session that needs texts waits for both alike. */
const AWAY = 'PAGE_STORE';

/**
 * @throws Error with the code of an unavailable database, while the store is unavailable; DomainError UNAVAILABLE if it
 * has lost texts
 */
export async function wholeTexts<Row extends PageLogRow>(
  reader: PageTextReader,
  sessionId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const read = await reader
    .whole(
      sessionId,
      rows.map(({ text, whole_main_text, text_place }) => ({
        text,
        mainText: whole_main_text,
        textPlace: text_place,
      })),
    )
    .catch((cause: unknown) => {
      if (!(cause instanceof StoreAwayError)) throw cause;
      throw Object.assign(new Error(cause.message, { cause }), { code: AWAY });
    });
  return rows.map((row, i) => ({ ...row, text: read[i].text, whole_main_text: read[i].mainText }));
}
