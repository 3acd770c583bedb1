import { sealSnapshot } from '../../../domain/base/sealed-snapshot.js';
import { type FollowedExample, keptWeights, type LearntWeight, learnWeights } from '../../../domain/policies/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';

interface LearntValues {
  readonly data: Uint8Array;
  readonly weights: readonly LearntWeight[];
}

/** Some dozen passes over all followed links: up to a second. */
export const task: ThreadTask<readonly (readonly FollowedExample[])[], LearntValues> = {
  url: import.meta.url,
  run: (sessions) => {
    const weights = learnWeights(sessions);
    return { data: sealSnapshot(keptWeights(weights)), weights };
  },
};
