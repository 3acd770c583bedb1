import { setTimeout as sleep } from 'node:timers/promises';

const SHORTEST_MS = 20;
const LONGEST_MS = 150;
/** Of the time since the first look: what has taken long is looked at less often. */
const SHARE = 0.1;

/**
 * Pauses between looks at something that takes a while: short ones first, then a tenth of the time waited so far. Looks are requests, and those of a long
 * wait would take a good part of the computing that what is waited for needs.
 */
export function looks(): { readonly pause: () => Promise<void> } {
  const from = performance.now();
  return {
    pause: () => sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (performance.now() - from) * SHARE))),
  };
}
