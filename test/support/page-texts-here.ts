import { PageTextReader } from '../../src/modules/page-texts/page-texts.js';
import { TextStore } from '../../src/modules/page-texts/text-store.js';

/** Reads texts where all of them are in the database. */
export const textsInDatabase = (): PageTextReader => new PageTextReader(new TextStore({}));
