import type { KeyScope } from '../../../platform/scope/index.js';

/** A key of a project, as it may be shown. */
export interface ProjectKey {
  /** The part of the key's text that is no secret. */
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  /** From when on it is refused: the time of its revocation, or the end of the overlap when it was rotated. */
  readonly revokedAt: Date | null;
  /** Id of the key that took its place. */
  readonly replacedBy: string | null;
}

/** A key that was just made, with the text that is told once. */
export interface NewProjectKey {
  readonly key: ProjectKey;
  readonly text: string;
}

export const MAX_KEY_NAME_CHARS = 100;
/** Keys of one project that are neither revoked nor expired. */
export const MAX_KEYS = 1_000;
/** How long a rotated key stays valid, at most, seconds. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 3_600;
