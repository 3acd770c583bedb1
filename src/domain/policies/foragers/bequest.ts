import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import type { ForagersConfig } from './config.js';
import { VERSION } from './foragers-policy.js';

/**
 * What another session can start from: the text classifier that states are made with, and the weights of the foragers, that of the highest score first.
 *
 * Weblogs stay behind: they are numbers of URLs of the one session. So do scores, which are of its course.
 *
 * @throws RangeError when the classifier was not trained yet: without it the weights would be drawn anew when it is
 */
export function bequeathForagers(name: string, saved: SnapshotReader, { clusters }: ForagersConfig): Snapshot {
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
