/** A project as the service answers it. */
export interface ProjectBody {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A key as the service answers it, without its secret. */
export interface KeyBody {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly replacedBy: string | null;
}

/** A key that was just made, with the text that is told once. */
export interface NewKeyBody {
  readonly key: KeyBody;
  readonly text: string;
}
