import type { Type } from '@nestjs/common';
import { enumOf, QueryField } from '../../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat, type ListFormat } from '../exports/export-format.js';
import { DomainFilter, DomainSortEnum } from './domain.dto.js';
import { PageFilter, PageSortEnum, type SortOrder, SortOrderEnum } from './page-query.js';

const FormatEnum = enumOf(EXPORT_FORMATS);

export const BOM_DESCRIPTION = 'CSV with a byte order mark, by which spreadsheets know that it is UTF-8';

/** Parameters of every export, on top of its filters. @param formats that this list has */
export function withFile<B extends Type<object>, F extends ListFormat = ExportFormat>(Base: B, formats?: readonly F[]) {
  class Query extends Base {
    @QueryField(formats === undefined ? FormatEnum : enumOf(formats), { only: 'rest' })
    format: F;

    @QueryField(Boolean, {
      only: 'rest',
      description: 'As a gzip file. Parquet is compressed within itself',
      default: false,
    })
    gzip: boolean = false;

    @QueryField(Boolean, { only: 'rest', description: BOM_DESCRIPTION, default: false })
    bom: boolean = false;
  }
  return Query;
}

export const SORT_DESCRIPTION =
  'Order of the rows. Default: that of discovery, the earliest first; of pages of a session that of completion';
export const ORDER_DESCRIPTION = 'Default: that of the list with the same sort';

/** Adds the order of an export. @param sorts the orders of its list */
export function withOrder<B extends Type<object>, S extends string>(Base: B, sorts: Readonly<Record<string, S>>) {
  class Query extends Base {
    @QueryField(sorts, { only: 'rest', description: SORT_DESCRIPTION, optional: true })
    sort?: S | null;

    @QueryField(SortOrderEnum, { only: 'rest', description: ORDER_DESCRIPTION, optional: true })
    order?: SortOrder | null;
  }
  return Query;
}

export class PagesExportQuery extends withOrder(withFile(PageFilter), PageSortEnum) {
  @QueryField(Boolean, { only: 'rest', description: 'With headings, text and main text', default: false })
  texts: boolean = false;

  @QueryField(Boolean, {
    only: 'rest',
    description:
      'With each page as Markdown, of the archive where the session keeps one, otherwise of its stored texts',
    default: false,
  })
  markdown: boolean = false;
}

export class DomainsExportQuery extends withOrder(withFile(DomainFilter), DomainSortEnum) {}

export class LinksExportQuery extends withFile(class {}) {}
