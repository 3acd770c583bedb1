import { invalid } from '../../platform/errors/index.js';
import { EXPORT_TYPES, type ExportFormat, GZIP } from './export-format.js';
import type { DomainCriteria, PageCriteria } from './list-query.js';

/** What can be exported of a session: three lists, and its archive in two forms. */
export const EXPORT_KINDS = ['pages', 'domains', 'links', 'wacz', 'warc'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const WACZ = 'application/wacz';

/** What a page has besides its short fields. */
export interface PageParts {
  readonly texts: boolean;
  readonly markdown: boolean;
}

export interface ListForm {
  readonly format: ExportFormat;
  /** As a gzip file. */
  readonly gzip: boolean;
  /** With a byte order mark. */
  readonly bom?: boolean;
}

/** What an export has in it, and as what file. */
export type ExportForm =
  | (ListForm & PageParts & { readonly what: 'pages'; readonly filter: PageCriteria })
  | (ListForm & { readonly what: 'domains'; readonly filter: DomainCriteria })
  | (ListForm & { readonly what: 'links' })
  | { readonly what: 'wacz' }
  | { readonly what: 'warc' };

/** @throws DomainError VALIDATION_FAILED for a form that there is not */
export function requireForm(form: ExportForm | ListForm): void {
  if ('gzip' in form && form.gzip && form.format === 'parquet')
    throw invalid('gzip', 'Parquet is compressed within itself, and no reader takes it as gzip', 'jsonl and csv');
  if ('bom' in form && form.bom === true && form.format !== 'csv')
    throw invalid('bom', `${form.format} has no byte order mark`, 'csv');
}

/** Media type and name of the file. Names are made of ids alone, so that no quoting is needed. */
export function exportFile(sessionId: string, form: ExportForm): { readonly type: string; readonly name: string } {
  if (form.what === 'wacz') return { type: WACZ, name: `gleaner-${sessionId}.wacz` };
  if (form.what === 'warc') return { type: GZIP, name: `gleaner-${sessionId}.warc.gz` };
  return listFile(sessionId, form.what, form);
}

/** The same of a list of a session or topic. */
export function listFile(
  id: string,
  what: string,
  { format, gzip }: ListForm,
): { readonly type: string; readonly name: string } {
  return {
    type: gzip ? GZIP : EXPORT_TYPES[format],
    name: `gleaner-${id}-${what}.${format}${gzip ? '.gz' : ''}`,
  };
}
