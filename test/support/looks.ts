import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 20;
const LONGEST_MS = 150;
/** Share of the time since the first check: slow events are checked less often. */
const SHARE = 0.1;

/**
 * Pauses between checks of a slow event: short ones first, then a tenth of the elapsed time. Checks are requests, and
 * frequent ones would take CPU from the work they wait for.
 */
export function looks(): { readonly pause: () => Promise<void> } {
  const from = performance.now();
  return {
    pause: () => sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (performance.now() - from) * SHARE))),
  };
}
