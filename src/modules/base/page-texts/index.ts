export { PageTextsModule } from './page-texts.module.js';
export { excerptColumns, type ExcerptRow, PageExcerpts } from './page-excerpts.repository.js';
export { PageTextReader, type TextPlace, type TextRow } from './page-texts.js';
