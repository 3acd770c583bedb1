export { ArchiveModule } from './archive.module.js';
export { type ArchiveContent, ArchiveStore, type ArchivedRun } from './archive-store.js';
export { SessionArchive, type ArchiveOptions } from './session-archive.js';
