import type { KeyScope } from '../../../../platform/scope/index.js';

/** A project's key without its secret. */
export interface ProjectKey {
  /** The public part of the key's text. */
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  /** When it becomes invalid: the time of its revocation, or the end of the overlap after its rotation. */
  readonly revokedAt: Date | null;
  /** Id of the key that replaced it. */
  readonly replacedBy: string | null;
}

/** A new key with its secret, which is shown once. */
export interface NewProjectKey extends ProjectKey {
  readonly secret: string;
}

export const MAX_KEY_NAME_CHARS = 100;
/** Limit per project for keys that are neither revoked nor expired. */
export const MAX_KEYS = 1_000;
/** Longest overlap of a rotated key, seconds. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
export const DEFAULT_OVERLAP_SECONDS = 3_600;
