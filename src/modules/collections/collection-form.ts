import { EXPORT_FORMATS, LINK_FORMATS, type ListForm } from '../results/index.js';
import type { DomainsWanted, PagesWanted } from './collections.service.js';

/** Exports of a collection: two lists, and the archived fetches of pages in two forms. */
export const COLLECTION_EXPORT_KINDS = ['pages', 'domains', 'wacz', 'warc'] as const;
export type CollectionExportKind = (typeof COLLECTION_EXPORT_KINDS)[number];

export const PAGE_FORMATS = [...EXPORT_FORMATS, 'urls'] as const;
/** As `urls` and `opml`, domains are the URLs of their home pages. */
export const DOMAIN_FORMATS = [...EXPORT_FORMATS, ...LINK_FORMATS] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
export type DomainFormat = (typeof DOMAIN_FORMATS)[number];

/** The contents of an export of a collection, and its kind of file. Omitted filters match everything. */
export type CollectionForm =
  | (ListForm<PageFormat> & { readonly what: 'pages'; readonly filter: PagesWanted })
  | (ListForm<DomainFormat> & { readonly what: 'domains'; readonly filter: DomainsWanted })
  | { readonly what: 'wacz' | 'warc'; readonly filter: PagesWanted };
