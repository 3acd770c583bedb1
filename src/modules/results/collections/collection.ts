import type { JobKind } from '../../base/jobs/index.js';

export const READ_HOME_PAGE = 'read-home-page' satisfies JobKind;
export const REBUILD_COLLECTION = 'rebuild-collection' satisfies JobKind;

/** Filters for both pages and domains, resolved for the database. */
export interface FoundCriteria {
  readonly foundSince?: Date | null;
  /** Creation time of the session of the filter `newSinceSession`; null matches everything. */
  readonly afterSessionOf: Date | null;
  /** Registrable domains of the topic's seeds, and whether to include or exclude them; null matches everything. */
  readonly seedDomains: { readonly names: readonly string[]; readonly wanted: boolean } | null;
}
