import type { JobKind } from '../jobs/index.js';

export const READ_HOME_PAGE = 'read-home-page' satisfies JobKind;
export const REBUILD_COLLECTION = 'rebuild-collection' satisfies JobKind;

/** Filters that hold of pages and domains alike, as they are asked of the database. */
export interface FoundCriteria {
  readonly foundSince?: Date | null;
  /** When the session was made that knew of nothing later; null asks nothing. */
  readonly afterSessionOf: Date | null;
  /** Registrable domains of the topic's seeds, and whether they are wanted or the others; null asks nothing. */
  readonly seedDomains: { readonly names: readonly string[]; readonly wanted: boolean } | null;
}
