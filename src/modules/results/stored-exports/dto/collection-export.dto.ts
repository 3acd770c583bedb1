import { InputType, registerEnumType } from '@nestjs/graphql';
import { enumOf, InputField } from '../../../../platform/api/index.js';
import {
  CollectedDomainFilterInput,
  type CollectedDomainSort,
  CollectedDomainSortEnum,
  CollectedPageFilterInput,
  type CollectedPageSort,
  CollectedPageSortEnum,
  COLLECTION_EXPORT_KINDS,
  type CollectionExportKind,
  DOMAIN_FORMATS,
  type DomainFormat,
} from '../../collections/index.js';
import {
  BOM_DESCRIPTION,
  ORDER_DESCRIPTION,
  SORT_DESCRIPTION,
  type SortOrder,
  SortOrderEnum,
} from '../../results/index.js';

const KindEnum = enumOf(COLLECTION_EXPORT_KINDS);
registerEnumType(KindEnum, { name: 'CollectionExportKind', description: 'Contents of an export of a collection' });
const FormatEnum = enumOf(DOMAIN_FORMATS);
registerEnumType(FormatEnum, {
  name: 'CollectionExportFormat',
  description: 'Format of an exported list of a collection. urls: one URL in each line; opml: of domains only',
});

@InputType()
export class CreateCollectionExportInput {
  @InputField(KindEnum, {
    description:
      'wacz and warc: the newest archived fetch of each page, from the archives of the sessions of the topic that keep one',
    example: 'pages',
  })
  what: CollectionExportKind;

  @InputField(FormatEnum, {
    description:
      'Needed for pages and domains. urls: one URL in each line, of domains that of the home page. opml: home pages of domains',
    example: 'csv',
    optional: true,
  })
  format?: DomainFormat | null;

  @InputField(Boolean, { description: 'As a gzip file. Parquet is compressed within itself', default: false })
  gzip: boolean = false;

  @InputField(Boolean, { description: BOM_DESCRIPTION, default: false })
  bom: boolean = false;

  @InputField(CollectedPageFilterInput, {
    description: 'Only matching pages; for pages, wacz and warc. Default: all',
    optional: true,
  })
  pageFilter?: CollectedPageFilterInput | null;

  @InputField(CollectedPageSortEnum, { description: `Of pages. ${SORT_DESCRIPTION}`, optional: true })
  pageSort?: CollectedPageSort | null;

  @InputField(CollectedDomainSortEnum, { description: `Of domains. ${SORT_DESCRIPTION}`, optional: true })
  domainSort?: CollectedDomainSort | null;

  @InputField(SortOrderEnum, { description: `Of pages and domains. ${ORDER_DESCRIPTION}`, optional: true })
  order?: SortOrder | null;

  @InputField(CollectedDomainFilterInput, { description: 'Only matching domains. Default: all', optional: true })
  domainFilter?: CollectedDomainFilterInput | null;
}
