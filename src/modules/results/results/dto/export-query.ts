import type { Type } from '@nestjs/common';
import { enumOf, QueryField } from '../../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat, type ListFormat } from '../exports/export-format.js';
import { DomainFilter } from './domain.dto.js';
import { PageFilter } from './page-query.js';

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

export class PagesExportQuery extends withFile(PageFilter) {
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

export class DomainsExportQuery extends withFile(DomainFilter) {}

export class LinksExportQuery extends withFile(class {}) {}
