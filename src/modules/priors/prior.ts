import type { PriorKind } from '../../domain/policies/index.js';
import type { SessionState } from '../../domain/session/index.js';

/** What a session is given that was learnt before: a copy, which never changes. */
export interface StoredPrior {
  readonly kind: PriorKind;
  /** Id of the spider or session it comes from. */
  readonly originId: string;
  /** A sealed snapshot. */
  readonly data: Uint8Array;
}

/** A session that another one may start from. */
export interface Origin {
  readonly id: string;
  readonly state: SessionState;
  readonly policy: string;
  readonly policyVersion: number;
  /** Set while its pages are judged, and its policy learns, again. */
  readonly pendingModelId: string | null;
  readonly policyConfig: unknown;
}
