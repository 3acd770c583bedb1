import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import type { ForagersConfig } from './config.js';
import { VERSION } from './foragers-policy.js';

/**
 * The learned state for the warm start of another session: the text classifier for states, and the weights of the
 * foragers, highest score first.
 *
 * Weblogs are omitted: they contain URL numbers of one session. So are scores, which depend on its course.
 *
 * @throws RangeError if the classifier is not trained yet: its training would redraw the weights
 */
export function transferForagers(name: string, saved: SnapshotReader, { clusters }: ForagersConfig): Snapshot {
  const from = checkStamp(saved, name, VERSION);
  const pages = from.child('pages');
  if (!pages.boolean('trained'))
    throw new RangeError('the session has learnt nothing yet: it has fewer pages than bootstrapPages');
  const ranked = from
    .child('fleet')
    .child('foragers')
    .children()
    .sort((a, b) => b.number('score') - a.number('score') || a.integer('id') - b.integer('id'));
  const weights = new Float32Array(ranked.length * clusters);
  ranked.forEach((forager, i) => {
    weights.set(forager.float32('weights', { length: clusters }), i * clusters);
  });
  return { classifier: pages.unknown('classifier') as Snapshot, foragers: ranked.length, weights };
}
