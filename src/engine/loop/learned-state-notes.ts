import { learnedStateText } from '../../domain/policies/index.js';
import type { CrawlState } from '../../domain/session/index.js';
import type { Clock } from '../ports.js';

/** Interval between notes of the learned state, ms. */
const INTERVAL_MS = 5_000;
/** Largest share of the running time that notes may take. */
const SHARE = 1 / 200;

/**
 * The policy's learned state as text; null if there is none. A policy that fails to describe it does not end the crawl.
 *
 * @param failed called with the policy's error
 */
export function learnedStateOf(state: CrawlState, failed: (error: unknown) => void): string | null {
  if (state.completed === 0) return null;
  try {
    const learnedState = state.policy.learnedState?.(state);
    return learnedState === undefined ? null : learnedStateText(learnedState);
  } catch (error) {
    failed(error);
    return null;
  }
}

/** Decides which commits carry the learned state: those with a checkpoint, and one every few seconds between them. */
export class LearnedStateNotes {
  private nextAt = 0;
  private hasFailed = false;

  /** @param failed called once with the error if the policy fails to describe its learned state */
  constructor(
    private readonly clock: Clock,
    private readonly failed: (error: unknown) => void,
  ) {}

  take(state: CrawlState, withCheckpoint: boolean): string | null {
    const began = this.clock.monotonic();
    if (!withCheckpoint && began < this.nextAt) return null;
    const learnedState = learnedStateOf(state, (error) => {
      if (!this.hasFailed) this.failed(error);
      this.hasFailed = true;
    });
    const ended = this.clock.monotonic();
    this.nextAt = ended + Math.max(INTERVAL_MS, (ended - began) / SHARE);
    return learnedState;
  }
}
