export { DomainFilterInput, type DomainSort, DomainSortEnum } from './dto/domain.dto.js';
export { EXCERPT_MARKS, PageDto, PUBLISHED_AT } from './dto/page.dto.js';
export {
  PageFilterInput,
  type PageSort,
  PageSortEnum,
  type SortOrder,
  SortOrderEnum,
  withFoundPageFilter,
} from './dto/page-query.js';
export { columns } from './exports/export-columns.js';
export {
  EXPORT_KINDS,
  exportFile,
  type ExportForm,
  type ExportKind,
  type ListForm,
  requireForm,
  WACZ,
} from './exports/export-form.js';
export { BOM_DESCRIPTION, ORDER_DESCRIPTION, SORT_DESCRIPTION, withFile, withOrder } from './dto/export-query.js';
export {
  EXPORT_FORMATS,
  EXPORT_MEDIA_TYPES,
  EXPORT_TYPES,
  type ExportFormat,
  exportStream,
  LINK_FORMATS,
  LINK_MEDIA_TYPES,
} from './exports/export-format.js';
export { counting, share, type OnShare } from './exports/exports.service.js';
export { ExportStreams, inFile } from './exports/export-streams.js';
export { FileNames } from './exports/file-names.js';
export { inBatches } from './exports/in-batches.js';
export { cursorKey, type Keyset, type Ordering, orderingWith, sortValue } from './pages/list-query.js';
export { contentFetch, probable, publicationIn } from './pages/page-filter.sql.js';
export { PageSearch, type SearchedList } from './pages/page-search.repository.js';
export { grouped } from './pages/pages.repository.js';
export { JudgementService } from './judgement/judgement.service.js';
export { rangedFile } from './exports/ranged-file.js';
export { waczStream } from './exports/wacz/wacz-stream.js';
export { ResultsModule } from './results.module.js';
export { ResultsService } from './results.service.js';
