import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { checkStamp } from '../policy-snapshot.js';
import { NAME, VERSION } from './ache-policy.js';
import { FIELD_COUNT, MAX_LINK_WORDS } from './link-words.js';

/**
 * The learned state for the warm start of another session: the link classifier, the examples in the reservoirs, and the
 * words of both, renumbered without unused words. A reservoir counts as having seen only its present examples, so that
 * links of the new session replace the old ones.
 *
 * @throws RangeError if the classifier was never trained
 */
export function transferLinks(saved: SnapshotReader): Snapshot {
  const from = checkStamp(saved, NAME, VERSION);
  const learnt = from.child('learnt');
  const classifier = learnt.child('classifier');
  if (classifier.integer('trainings') === 0)
    throw new RangeError('the session has learnt nothing yet: its link classifier was never trained');
  const names = from.strings('words');
  const numbers = new Map<number, number>();
  const renumbered = (word: number): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const words = classifier.uint16('words').map(renumbered);
  const positives = reservoir(learnt.child('positives'), renumbered);
  const negatives = reservoir(learnt.child('negatives'), renumbered);
  return {
    classifier: { ...copied(classifier), words },
    positives,
    negatives,
    words: [...numbers.keys()].map((word) => names[word]),
  };
}

const copied = (classifier: SnapshotReader): Snapshot =>
  Object.fromEntries(
    ['trainings', 'bias', 'a', 'b', 'fieldSizes', 'weights'].map((name) => [name, classifier.unknown(name)]),
  ) as Snapshot;

function reservoir(from: SnapshotReader, renumbered: (word: number) => number): Snapshot {
  const counts = from.uint8('counts');
  const size = counts.length / FIELD_COUNT;
  const before = from.uint16('words', { length: size * MAX_LINK_WORDS });
  const words = new Uint16Array(before.length);
  for (let at = 0; at < size; at++) {
    const start = at * MAX_LINK_WORDS;
    let total = 0;
    for (let field = 0; field < FIELD_COUNT; field++) total += counts[at * FIELD_COUNT + field];
    words.set(before.subarray(start, start + total).map(renumbered), start);
  }
  return { seen: size, words, counts };
}
