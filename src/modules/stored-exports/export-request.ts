import { invalid } from '../../platform/errors/index.js';
import type { ExportForm } from '../results/index.js';
import { withoutNulls } from '../sessions/index.js';
import type { CreateExportInput } from './dto/stored-export.dto.js';

/** What belongs to exports of one kind only. */
const OWN_FIELDS = {
  pageFilter: ['pages'],
  texts: ['pages'],
  markdown: ['pages'],
  domainFilter: ['domains'],
  gzip: ['pages', 'domains', 'links'],
  bom: ['pages', 'domains', 'links'],
  format: ['pages', 'domains', 'links'],
} as const;

/**
 * The form that a request asks for.
 *
 * @throws DomainError VALIDATION_FAILED when a field does not belong to what is exported, or the format is missing
 */
export function formOf(input: CreateExportInput): ExportForm {
  const { what, format, gzip, bom, texts, markdown } = input;
  for (const [field, kinds] of Object.entries(OWN_FIELDS) as [keyof typeof OWN_FIELDS, readonly string[]][]) {
    const value = input[field];
    if (value === undefined || value === null || value === false || kinds.includes(what)) continue;
    throw invalid(field, `an export of ${what} has no ${field}`, `${field} for ${kinds.join(', ')}`);
  }
  if (what === 'wacz' || what === 'warc') return { what };
  if (format === undefined || format === null)
    throw invalid('format', `an export of ${what} needs a format`, 'jsonl, csv or parquet');
  // Plain objects without gaps: they are stored as JSON.
  const filterOf = (filter: object | null | undefined) => withoutNulls({ ...filter }) as object;
  switch (what) {
    case 'pages':
      return { what, format, gzip, bom, texts, markdown, filter: filterOf(input.pageFilter) };
    case 'domains':
      return { what, format, gzip, bom, filter: filterOf(input.domainFilter) };
    case 'links':
      return { what, format, gzip, bom };
  }
}
