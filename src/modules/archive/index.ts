export { ArchiveModule } from './archive.module.js';
export { type ArchiveContent, type ArchivedSession, ArchiveStore, type ArchivedRun } from './archive-store.js';
export { ArchiveUploads } from './archive-uploads.js';
export { SessionArchive, type ArchiveOptions } from './session-archive.js';
export type { ArchivePart } from './archive-parts.js';
export type { ArchivedPage, PageKey } from './find-page.js';
export { ObjectStore, type ObjectStoreSettings, type StoreAccess, StoreAwayError } from './object-store.js';
export { sortedIndex } from './sorted-index.js';
