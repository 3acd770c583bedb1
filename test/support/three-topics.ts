import { createRng } from '../../src/domain/base/rng.js';
import type { WordCounts } from '../../src/domain/page-classes/index.js';

export const TOPICS = ['bread cheese olive', 'engine piston wheel', 'violin sonata opera'].map((words) =>
  words.split(' '),
);

/** Documents about each topic in turn, with a word common to all. */
export function threeTopics(count: number): WordCounts[] {
  const rng = createRng(4);
  return Array.from({ length: count }, (_, i) => {
    const words = new Map<string, number>([['page', 1]]);
    for (const word of TOPICS[i % 3]) words.set(word, 1 + rng.below(3));
    return words;
  });
}

/** The most probable state of a page. */
export const best = (state: Float32Array): number => state.indexOf(Math.max(...state));
