import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import { NAME, VERSION } from './seedfinder-policy.js';

/**
 * The learned state for the warm start of another session: the terms with a score above 0, best first. Which of them
 * were used in queries is omitted: the new session has made none.
 *
 * @throws RangeError if nothing was learned
 */
export function transferTerms(saved: SnapshotReader): Snapshot {
  const plan = checkStamp(saved, NAME, VERSION).child('plan');
  const from = plan.child('terms');
  const terms = from.strings('terms');
  const scores = from.float64('scores', { length: terms.length });
  const ranked = terms
    .map((term, i) => ({ term, score: scores[i] }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (plan.integer('queries') === 0 || ranked.length === 0)
    throw new RangeError('the session has learnt nothing yet: no query was answered, or no term is left');
  return { terms: ranked.map(({ term }) => term), scores: Float64Array.from(ranked, ({ score }) => score) };
}
