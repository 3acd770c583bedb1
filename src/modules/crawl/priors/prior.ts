import type { PriorKind } from '../../../domain/policies/index.js';
import type { SessionState } from '../../../domain/session/index.js';

/** A session's warm start: an immutable copy of learned state. */
export interface StoredPrior {
  readonly kind: PriorKind;
  /** Id of the spider or session it comes from. */
  readonly originId: string;
  /** A sealed snapshot. */
  readonly data: Uint8Array;
}

/** A trained spider. */
export interface SpiderPrior {
  readonly kind: string;
  /** Settings on which the meaning of its numbers depends. */
  readonly learntUnder: Readonly<Record<string, unknown>>;
  /** A sealed snapshot. */
  readonly data: Uint8Array;
}

/** Has the trained spiders. */
export interface SpiderSource {
  /**
   * @param field the setting that names the spider
   * @throws DomainError VALIDATION_FAILED or INVALID_STATE naming the field, if there is no such spider or it is not
   * trained
   */
  ready(id: string, field: string): Promise<SpiderPrior>;
}

/** A session that another one may start from. */
export interface Origin {
  readonly id: string;
  readonly state: SessionState;
  readonly policy: string;
  readonly policyVersion: number;
  /** Set while its pages are being rejudged and its policy is relearning. */
  readonly pendingModelId: string | null;
  readonly policyConfig: unknown;
}
