import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import { NO_PATH_GROUP } from './tag-path-groups.js';
import { NAME, VERSION } from './tag-path-bandit.js';

/**
 * The learned state for the warm start of another session: the centroids of the arms that have brought a page, with the
 * number of these pages and their rewards. A new session would find arms without pulls by itself.
 *
 * @throws RangeError if no link was followed
 */
export function transferArms(saved: SnapshotReader, hashBits: number): Snapshot {
  const from = checkStamp(saved, NAME, VERSION);
  const width = 2 ** hashBits;
  const groups = from.child('groups');
  const norms = groups.float64('squaredNorms');
  const centroids = groups.float32('centroids', { length: norms.length * width });
  const arms = from.child('arms');
  const observed = arms.uint32('observed');
  const rewards = arms.float64('rewards', { length: observed.length });
  const kept = Array.from(norms.keys()).filter((arm) => arm === NO_PATH_GROUP || (observed[arm] ?? 0) > 0);
  if (kept.length === 1) throw new RangeError('the session has learnt nothing yet: no arm was pulled');
  const rows = new Float32Array(kept.length * width);
  kept.forEach((arm, i) => {
    rows.set(centroids.subarray(arm * width, (arm + 1) * width), i * width);
  });
  return {
    squaredNorms: Float64Array.from(kept, (arm) => norms[arm]),
    centroids: rows,
    observed: Uint32Array.from(kept, (arm) => observed[arm] ?? 0),
    rewards: Float64Array.from(kept, (arm) => rewards[arm] ?? 0),
  };
}
