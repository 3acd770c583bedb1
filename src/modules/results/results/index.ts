export { DomainFilterInput } from './dto/domain.dto.js';
export { EXCERPT_MARKS, PageDto } from './dto/page.dto.js';
export { PageFilterInput, type SortOrder, SortOrderEnum, withFoundPageFilter } from './dto/page-query.js';
export { columns } from './export-columns.js';
export {
  EXPORT_KINDS,
  exportFile,
  type ExportForm,
  type ExportKind,
  type ListForm,
  requireForm,
  WACZ,
} from './export-form.js';
export { BOM_DESCRIPTION, withFile } from './dto/export-query.js';
export {
  EXPORT_FORMATS,
  EXPORT_MEDIA_TYPES,
  EXPORT_TYPES,
  type ExportFormat,
  exportStream,
  LINK_FORMATS,
  LINK_MEDIA_TYPES,
} from './export-format.js';
export { counting, share, type ShareTold } from './exports.service.js';
export { ExportStreams, inFile } from './export-streams.js';
export { inBatches } from './in-batches.js';
export { cursorKey, type Keyset, type Ordering, orderingWith } from './list-query.js';
export { probable } from './page-filter.sql.js';
export { PageSearch, type SearchedList } from './page-search.repository.js';
export { grouped } from './pages.repository.js';
export { JudgementService } from './judgement.service.js';
export { rangedFile } from './ranged-file.js';
export { waczStream } from './wacz/wacz-stream.js';
export { ResultsModule } from './results.module.js';
export { ResultsService } from './results.service.js';
