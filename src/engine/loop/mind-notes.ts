import { mindText } from '../../domain/policies/index.js';
import type { CrawlState } from '../../domain/session/index.js';
import type { Clock } from '../ports.js';

/** So often what the policy has learnt is told, ms. */
const INTERVAL_MS = 5_000;
/** It may take so much of the running time. */
const SHARE = 1 / 200;

/**
 * What the policy has learnt, as a text; null when there is nothing to tell. A policy that cannot tell it is no reason to end a crawl.
 *
 * @param failed told why it cannot
 */
export function mindOf(state: CrawlState, failed: (error: unknown) => void): string | null {
  if (state.completed === 0) return null;
  try {
    const mind = state.policy.mind?.(state);
    return mind === undefined ? null : mindText(mind);
  } catch (error) {
    failed(error);
    return null;
  }
}

/** Decides when it is told: with each checkpoint, and in between every few seconds. */
export class MindNotes {
  private nextAt = 0;
  private hasFailed = false;

  /** @param failed told once why the policy cannot tell what it has learnt */
  constructor(
    private readonly clock: Clock,
    private readonly failed: (error: unknown) => void,
  ) {}

  take(state: CrawlState, withCheckpoint: boolean): string | null {
    const began = this.clock.monotonic();
    if (!withCheckpoint && began < this.nextAt) return null;
    const mind = mindOf(state, (error) => {
      if (!this.hasFailed) this.failed(error);
      this.hasFailed = true;
    });
    const ended = this.clock.monotonic();
    this.nextAt = ended + Math.max(INTERVAL_MS, (ended - began) / SHARE);
    return mind;
  }
}
