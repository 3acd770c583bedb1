import { createRng } from '../../base/rng.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import { transferForagers } from './transfer.js';
import { hybridSchema } from './config.js';
import { Fleet } from './fleet.js';
import { VERSION } from './foragers-policy.js';
import { PageMemory } from './page-memory.js';

const config = hybridSchema.parse({ clusters: 4, minForagers: 3, maxForagers: 4 });
const fleetOf = (): Fleet => new Fleet(config, new PageMemory(4, 100), createRng(1));

function saved(trained: boolean, fleet: Fleet): SnapshotReader {
  return SnapshotReader.of({
    policy: 'forager-hybrid',
    version: VERSION,
    pages: { trained, classifier: {} },
    fleet: fleet.save(),
  });
}

describe('what foragers hand on', () => {
  it('is their weights, those of the best first; the new fleet has them, and scores and weblogs of its own', () => {
    const fleet = fleetOf();
    fleet.populate([1, 2, 3]);
    fleet.foragers.forEach((forager, i) => {
      forager.weights.fill(i);
      forager.score = [20, 150, 70][i];
    });
    const given = SnapshotReader.of(transferForagers('forager-hybrid', saved(true, fleet), config));
    const weights = given.float32('weights');
    expect([...weights]).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0]);
    const other = fleetOf();
    other.inherit(Array.from({ length: 6 }, (_, i) => Float32Array.of(i, i, i, i)));
    other.populate([7]);
    expect(other.foragers.map(({ weights: own }) => own[0])).toEqual([0, 1, 2, 3]);
    expect(other.foragers.map(({ score, weblog }) => [score, weblog.size])).toEqual(Array(4).fill([100, 1]));
  });

  it('is nothing before the text classifier was trained', () => {
    const fleet = fleetOf();
    fleet.populate([1]);
    expect(() => transferForagers('forager-hybrid', saved(false, fleet), config)).toThrow(/bootstrapPages/);
  });
});
