import { Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, InputField, Node, Page } from '../../../../platform/api/index.js';
import {
  BOM_DESCRIPTION,
  DomainFilterInput,
  type DomainSort,
  DomainSortEnum,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportFile,
  ORDER_DESCRIPTION,
  PageFilterInput,
  type PageSort,
  PageSortEnum,
  SORT_DESCRIPTION,
  type SortOrder,
  SortOrderEnum,
} from '../../results/index.js';
import { EXPORT_STATES, type ExportState, type NamedExport, queryOf } from '../stored-export.js';

const KindEnum = enumOf(EXPORT_KINDS);
registerEnumType(KindEnum, { name: 'ExportKind', description: 'Contents of an export' });
const FormatEnum = enumOf(EXPORT_FORMATS);
registerEnumType(FormatEnum, { name: 'ExportFormat', description: 'Format of exported lists' });
const StateEnum = Object.fromEntries(EXPORT_STATES.map((state) => [state, state]));
registerEnumType(StateEnum, { name: 'ExportState' });

@ObjectType('StoredExport', {
  implements: () => [Node],
  description:
    'An export that is made once, as a file. The file does not change, so a download that broke off can be continued: REST, `/v1/exports/{id}/file`',
})
export class StoredExportDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID, { description: 'The session whose results it has; null for exports of a collection', nullable: true })
  sessionId: string | null;

  @ApiField(ID, {
    description: 'The topic whose collection it has; null for exports of a session',
    nullable: true,
  })
  topicId: string | null;

  @ApiField(KindEnum)
  what: ExportKind;

  @ApiField(String, {
    description:
      'Format, parts and filters, as the query of the export of the same list that is sent while it is made. Null for archives of sessions',
    example: 'format=jsonl&relevant=true',
    nullable: true,
  })
  query: string | null;

  @ApiField(StateEnum)
  state: ExportState;

  @ApiField(Float, {
    description: 'Share that is done. An export of the domains of a session reports it only at the end',
    minimum: 0,
    maximum: 1,
  })
  progress: number;

  @ApiField(Float, { description: 'Size of the file in bytes. While running: what is written so far' })
  bytes: number;

  @ApiField(Int, {
    description: 'Pages so far that no archive has, so that an archive of a collection has not either',
  })
  leftOut: number;

  @ApiField(String, {
    description: 'SHA-256 of the file, hexadecimal. Null until it is completed. In quotes it is the ETag of the file',
    nullable: true,
  })
  sha256: string | null;

  @ApiField(String, {
    description: 'Name under which the file is downloaded: of its topic and session, with contents and day',
    example: 'Honey-bees-pages-2026-11-30.csv',
  })
  fileName: string;

  @ApiField(String, { description: 'Media type of the file', example: 'application/x-ndjson; charset=utf-8' })
  mediaType: string;

  @ApiField(String, { description: 'Cause of the failure, if failed', nullable: true })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  finishedAt: Date | null;

  @ApiField(Date, { description: 'When it is deleted with its file. Null until it has ended', nullable: true })
  expiresAt: Date | null;
}

export class StoredExportPage extends Page(StoredExportDto) {}

@ObjectType()
export class StoredExportConnection extends Connection(StoredExportDto, 'StoredExport') {}

@InputType()
export class CreateExportInput {
  @InputField(KindEnum, { description: 'Contents of the export. wacz and warc need a session that keeps an archive' })
  what: ExportKind;

  @InputField(FormatEnum, { description: 'Needed for pages, domains and links', optional: true })
  format?: ExportFormat | null;

  @InputField(Boolean, { description: 'As a gzip file. Parquet is compressed within itself', default: false })
  gzip: boolean = false;

  @InputField(Boolean, { description: BOM_DESCRIPTION, default: false })
  bom: boolean = false;

  @InputField(Boolean, { description: 'Pages with headings, text and main text', default: false })
  texts: boolean = false;

  @InputField(Boolean, {
    description: 'Pages as Markdown too, of the archive where the session keeps one, otherwise of their stored texts',
    default: false,
  })
  markdown: boolean = false;

  @InputField(PageFilterInput, { description: 'Only matching pages. Default: all', optional: true })
  pageFilter?: PageFilterInput | null;

  @InputField(PageSortEnum, { description: `Of pages. ${SORT_DESCRIPTION}`, optional: true })
  pageSort?: PageSort | null;

  @InputField(DomainSortEnum, { description: `Of domains. ${SORT_DESCRIPTION}`, optional: true })
  domainSort?: DomainSort | null;

  @InputField(SortOrderEnum, { description: `Of pages and domains. ${ORDER_DESCRIPTION}`, optional: true })
  order?: SortOrder | null;

  @InputField(DomainFilterInput, { description: 'Only matching domains. Default: all', optional: true })
  domainFilter?: DomainFilterInput | null;
}

export function toStoredExportDto({ form, names, run: _, ...row }: NamedExport): StoredExportDto {
  const { name, type } = exportFile(names, form, row.createdAt);
  return { ...row, what: form.what, query: queryOf(form), fileName: name, mediaType: type };
}
