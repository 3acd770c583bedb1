import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import { FEATURES } from './features.js';
import { NAME, VERSION } from './prospector-policy.js';

/**
 * The learned state for the warm start of another session: the weights of features, with their names, and of words.
 *
 * @throws RangeError if no page was fetched
 */
export function transferWeights(saved: SnapshotReader): Snapshot {
  const from = checkStamp(saved, NAME, VERSION);
  const [pages] = from.child('findings').float64('means');
  if (!(pages > 0)) throw new RangeError('the session has learnt nothing yet: it has fetched no page');
  const value = from.child('value');
  return { features: [...FEATURES], weights: value.float64('weights'), wordWeights: value.float32('wordWeights') };
}
