import { enumOf, QueryField } from '../../../platform/api/index.js';
import { EXPORT_FORMATS, type ExportFormat } from '../export-format.js';
import { DomainFilter } from './domain.dto.js';
import { PageFilter } from './page-query.js';

const FormatEnum = enumOf(EXPORT_FORMATS);

export class PagesExportQuery extends PageFilter {
  @QueryField(FormatEnum, { only: 'rest' })
  format: ExportFormat;

  @QueryField(Boolean, { only: 'rest', description: 'With headings, text and main text', default: false })
  texts: boolean = false;
}

export class DomainsExportQuery extends DomainFilter {
  @QueryField(FormatEnum, { only: 'rest' })
  format: ExportFormat;
}

export class LinksExportQuery {
  @QueryField(FormatEnum, { only: 'rest' })
  format: ExportFormat;
}
