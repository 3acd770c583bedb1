import { invalid } from '../../../../platform/errors/index.js';
import { EXPORT_ENDINGS, EXPORT_TYPES, type ExportFormat, GZIP, type ListFormat } from './export-format.js';
import type { DomainCriteria, PageCriteria } from '../pages/list-query.js';

/** Exportable data of a session: three lists, and its archive in two forms. */
export const EXPORT_KINDS = ['pages', 'domains', 'links', 'wacz', 'warc'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const WACZ = 'application/wacz';

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
  | (ListForm & PageParts & { readonly what: 'pages'; readonly filter: PageCriteria })
  | (ListForm & { readonly what: 'domains'; readonly filter: DomainCriteria })
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

/** Media type and name of the file of a session or topic. Names are made of ids alone, so that no quoting is needed. */
export function exportFile(
  id: string,
  form: ExportForm | { readonly what: 'wacz' | 'warc' } | (ListForm<ListFormat> & { readonly what: string }),
): { readonly type: string; readonly name: string } {
  if ('format' in form) return listFile(id, form.what, form);
  if (form.what === 'wacz') return { type: WACZ, name: `gleaner-${id}.wacz` };
  return { type: GZIP, name: `gleaner-${id}.warc.gz` };
}

/** The same for a list of a session or topic. */
function listFile(
  id: string,
  what: string,
  { format, gzip }: ListForm<ListFormat>,
): { readonly type: string; readonly name: string } {
  return {
    type: gzip ? GZIP : EXPORT_TYPES[format],
    name: `gleaner-${id}-${what}.${EXPORT_ENDINGS[format] ?? format}${gzip ? '.gz' : ''}`,
  };
}
