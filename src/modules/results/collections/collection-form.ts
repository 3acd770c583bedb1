import { EXPORT_FORMATS, LINK_FORMATS, type ListForm } from '../results/index.js';
import type { DomainsWanted, PagesWanted } from './collections.service.js';

/** Exports of a collection: two lists, and the archived fetches of pages in two forms. */
export const COLLECTION_EXPORT_KINDS = ['pages', 'domains', 'wacz', 'warc'] as const;
export type CollectionExportKind = (typeof COLLECTION_EXPORT_KINDS)[number];

export const PAGE_FORMATS = [...EXPORT_FORMATS, 'urls'] as const;
/** With `urls` and `opml`, domains are represented by the URLs of their home pages. */
export const DOMAIN_FORMATS = [...EXPORT_FORMATS, ...LINK_FORMATS] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
export type DomainFormat = (typeof DOMAIN_FORMATS)[number];

/** Contents and file format of an export of a collection. Omitted filters match everything. */
export type CollectionForm =
  | (ListForm<PageFormat> & { readonly what: 'pages'; readonly filter: PagesWanted })
  | (ListForm<DomainFormat> & { readonly what: 'domains'; readonly filter: DomainsWanted })
  | { readonly what: 'wacz' | 'warc'; readonly filter: PagesWanted };
