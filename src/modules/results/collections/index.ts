export { CollectionExports } from './collection-exports.js';
export {
  COLLECTION_EXPORT_KINDS,
  type CollectionExportKind,
  type CollectionForm,
  DOMAIN_FORMATS,
  type DomainFormat,
  type PageFormat,
} from './collection-form.js';
export { CollectionsModule } from './collections.module.js';
export { CollectionsService } from './collections.service.js';
export {
  CollectedDomainFilterInput,
  type CollectedDomainSort,
  CollectedDomainSortEnum,
} from './dto/collected-domain.dto.js';
export { CollectedPageFilterInput, type CollectedPageSort, CollectedPageSortEnum } from './dto/collected-page.dto.js';
