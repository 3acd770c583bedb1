import type { Type } from '@nestjs/common';
import { enumOf, QueryField } from '../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat } from '../export-format.js';
import { DomainFilter } from './domain.dto.js';
import { PageFilter } from './page-query.js';

const FormatEnum = enumOf(EXPORT_FORMATS);

export const BOM_DESCRIPTION = 'CSV with a byte order mark, by which spreadsheets know that it is UTF-8';

/** What every export takes, on top of its filters. */
export function withFile<B extends Type<object>>(Base: B) {
  class Query extends Base {
    @QueryField(FormatEnum, { only: 'rest' })
    format: ExportFormat;

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
