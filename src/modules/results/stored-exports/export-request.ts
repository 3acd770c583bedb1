import { invalid, withoutNulls } from '../../../platform/errors/index.js';
import type { ExportForm } from '../results/index.js';
import type { CollectionForm, PageFormat } from '../collections/index.js';
import type { CreateCollectionExportInput } from './dto/collection-export.dto.js';
import type { CreateExportInput } from './dto/stored-export.dto.js';

type OwnFields = Readonly<Record<string, readonly string[]>>;

/** Fields for only one kind of export. */
const OWN_FIELDS: OwnFields = {
  pageFilter: ['pages'],
  pageSort: ['pages'],
  texts: ['pages'],
  markdown: ['pages'],
  domainFilter: ['domains'],
  domainSort: ['domains'],
  order: ['pages', 'domains'],
  gzip: ['pages', 'domains', 'links'],
  bom: ['pages', 'domains', 'links'],
  format: ['pages', 'domains', 'links'],
};
const OWN_FIELDS_OF_COLLECTIONS: OwnFields = {
  pageFilter: ['pages', 'wacz', 'warc'],
  domainFilter: ['domains'],
  pageSort: ['pages'],
  domainSort: ['domains'],
  order: ['pages', 'domains'],
  gzip: ['pages', 'domains'],
  bom: ['pages', 'domains'],
  format: ['pages', 'domains'],
};

function requireOwn(own: OwnFields, what: string, input: object): void {
  for (const [field, kinds] of Object.entries(own)) {
    const value = (input as Readonly<Record<string, unknown>>)[field];
    if (value === undefined || value === null || value === false || kinds.includes(what)) continue;
    throw invalid(field, `an export of ${what} has no ${field}`, `${field} for ${kinds.join(', ')}`);
  }
}

/** A plain object without gaps: it is stored as JSON. */
const filterOf = (filter: object | null | undefined): object => withoutNulls({ ...filter });

/**
 * The form of a requested export.
 *
 * @throws DomainError VALIDATION_FAILED if a field does not apply to this kind of export, or the format is missing
 */
export function formOf(input: CreateExportInput): ExportForm {
  const { what, format, gzip, bom, texts, markdown, order } = input;
  requireOwn(OWN_FIELDS, what, input);
  if (what === 'wacz' || what === 'warc') return { what };
  if (format === undefined || format === null)
    throw invalid('format', `an export of ${what} needs a format`, 'jsonl, csv or parquet');
  switch (what) {
    case 'pages':
      return {
        what,
        format,
        gzip,
        bom,
        texts,
        markdown,
        filter: { ...filterOf(input.pageFilter), ...filterOf({ sort: input.pageSort, order }) },
      };
    case 'domains':
      return {
        what,
        format,
        gzip,
        bom,
        filter: { ...filterOf(input.domainFilter), ...filterOf({ sort: input.domainSort, order }) },
      };
    case 'links':
      return { what, format, gzip, bom };
  }
}

/**
 * The form that a request for an export of a collection asks for.
 *
 * @throws DomainError VALIDATION_FAILED when a field does not belong to what is exported, or the format is missing
 */
export function collectionFormOf(input: CreateCollectionExportInput): CollectionForm {
  const { what, format, gzip, bom } = input;
  requireOwn(OWN_FIELDS_OF_COLLECTIONS, what, input);
  const [wanted, sort] =
    what === 'domains' ? [input.domainFilter, input.domainSort] : [input.pageFilter, input.pageSort];
  const filter = { ...filterOf(wanted), ...filterOf({ sort, order: input.order }) };
  if (what === 'wacz' || what === 'warc') return { what, filter };
  if (format === undefined || format === null)
    throw invalid('format', `an export of ${what} needs a format`, 'jsonl, csv, parquet, urls, or opml for domains');
  // `CollectionExports.check` refuses formats that the list does not have.
  return what === 'pages'
    ? { what, format: format as PageFormat, gzip, bom, filter }
    : { what, format, gzip, bom, filter };
}
