import { fileName } from '../../../../domain/text/index.js';
import { invalid } from '../../../../platform/errors/index.js';
import { EXPORT_ENDINGS, EXPORT_TYPES, type ExportFormat, GZIP, type ListFormat } from './export-format.js';
import type { DomainSort } from '../dto/domain.dto.js';
import type { PageSort } from '../dto/page-query.js';
import type { DomainCriteria, PageCriteria, Sorted } from '../pages/list-query.js';

/** Exportable data of a session: three lists, and its archive in two forms. */
export const EXPORT_KINDS = ['pages', 'domains', 'links', 'wacz', 'warc'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const WACZ = 'application/wacz';

/** Filters and order of a whole list. */
export type PagesWanted = PageCriteria & Sorted<PageSort>;
export type DomainsWanted = DomainCriteria & Sorted<DomainSort>;

/** The long fields of a page. */
export interface PageParts {
  readonly texts: boolean;
  readonly markdown: boolean;
}

export interface ListForm<F extends ListFormat = ExportFormat> {
  readonly format: F;
  /** Whether to compress with gzip. */
  readonly gzip: boolean;
  /** Whether to write a byte order mark. */
  readonly bom?: boolean;
}

/** Contents and file format of an export. */
export type ExportForm =
  | (ListForm & PageParts & { readonly what: 'pages'; readonly filter: PagesWanted })
  | (ListForm & { readonly what: 'domains'; readonly filter: DomainsWanted })
  | (ListForm & { readonly what: 'links' })
  | { readonly what: 'wacz' }
  | { readonly what: 'warc' };

/** @throws DomainError VALIDATION_FAILED for an invalid combination */
export function requireForm(form: ExportForm | ListForm<ListFormat>): void {
  if ('gzip' in form && form.gzip && form.format === 'parquet')
    throw invalid('gzip', 'Parquet is compressed within itself, and no reader takes it as gzip', 'jsonl and csv');
  if ('bom' in form && form.bom === true && form.format !== 'csv')
    throw invalid('bom', `${form.format} has no byte order mark`, 'csv');
}

/** Media type and name of a file. */
export interface ExportFile {
  readonly type: string;
  readonly name: string;
}

/** @param names of its topic, and of its session @param made when; the name has the day */
export function exportFile(
  names: readonly string[],
  form: ExportForm | { readonly what: 'wacz' | 'warc' } | (ListForm<ListFormat> & { readonly what: string }),
  made: Date,
): ExportFile {
  const { type, ending } = 'format' in form ? listFile(form) : ARCHIVE_FILES[form.what];
  return { type, name: fileName('format' in form ? [...names, form.what] : [...names, 'archive'], made, ending) };
}

interface FileKind {
  readonly type: string;
  readonly ending: string;
}

const ARCHIVE_FILES: Readonly<Record<'wacz' | 'warc', FileKind>> = {
  wacz: { type: WACZ, ending: 'wacz' },
  warc: { type: GZIP, ending: 'warc.gz' },
};

const listFile = ({ format, gzip }: ListForm<ListFormat>): FileKind => ({
  type: gzip ? GZIP : EXPORT_TYPES[format],
  ending: `${EXPORT_ENDINGS[format] ?? format}${gzip ? '.gz' : ''}`,
});
