import { PageExcerpts } from '../../src/modules/base/page-texts/page-excerpts.repository.js';
import { PageTextReader } from '../../src/modules/base/page-texts/page-texts.js';
import { TextStore } from '../../src/modules/base/page-texts/text-store.js';
import { PageSearch } from '../../src/modules/results/results/pages/page-search.repository.js';
import { PagesRepository } from '../../src/modules/results/results/pages/pages.repository.js';
import type { ReadingDatabase } from '../../src/platform/database/index.js';

/** Reads texts that are all in the database. */
export const textsInDatabase = (): PageTextReader => new PageTextReader(new TextStore({}));

/** Pages of sessions, as the API reads them. */
export const pagesOver = (reading: ReadingDatabase, texts: PageTextReader): PagesRepository =>
  new PagesRepository(reading, new PageSearch(reading), texts, new PageExcerpts(reading, texts));
