import type { LaggingSession } from './search-index.repository.js';

/**
 * How long a batch is rested for, in its own time: a quarter of one core is what the index takes from crawls, and most of one where there are none. A search reads
 * all pages that are not indexed, some 30 microseconds each: the further the index is behind, the less it rests.
 */
const REST_BESIDE_CRAWLS = 3;
const REST_BEHIND = 1;
const REST_ALONE = 0.25;
/** Pages of a session that are not indexed: so many are behind, and so many are far behind. */
const BEHIND = 2_000;
const FAR_BEHIND = 8_000;

/** How long a batch of the session is rested for, in its own time. */
export function restAfter({ behind }: Pick<LaggingSession, 'behind'>, isCrawling: boolean): number {
  if (!isCrawling || behind >= FAR_BEHIND) return REST_ALONE;
  return behind >= BEHIND ? REST_BEHIND : REST_BESIDE_CRAWLS;
}
