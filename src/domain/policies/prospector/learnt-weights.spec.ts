import { SnapshotReader } from '../../base/snapshot-reader.js';
import { createRng } from '../../base/rng.js';
import { FEATURES } from './features.js';
import { type FollowedExample, keptWeights, learnWeights, weightsOfSpider } from './learnt-weights.js';
import { RELEVANCE_PRIOR } from './prior-weights.js';

/** Links of a session whose relevant ones have short URLs, contrary to the shipped weights of parents' scores. */
function session(count: number, seed = 1): FollowedExample[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, () => {
    const relevant = rng.next() < 0.3;
    return {
      credit: relevant ? 0.9 : 0.05,
      features: { bias: 1, urlDepth: relevant ? 0.1 : 0.8, parentScore: rng.next() - 0.5 },
    };
  });
}
const learnt = (sessions: readonly FollowedExample[][], feature: string): number =>
  learnWeights(sessions).find((weight) => weight.feature === feature)?.learnt ?? Number.NaN;

describe('weights learnt from sessions', () => {
  it('follow what was found, and stay near the shipped ones where little was', () => {
    const shipped = RELEVANCE_PRIOR.urlDepth ?? 0;
    const [few, many] = [learnt([session(5)], 'urlDepth'), learnt([session(400)], 'urlDepth')];
    expect(many).toBeLessThan(shipped - 1);
    expect(Math.abs(few - shipped)).toBeLessThan(0.3);
    // Features that no link had keep their weights.
    expect(learnt([session(400)], 'groupRate')).toBeCloseTo(RELEVANCE_PRIOR.groupRate ?? 0);
  });

  it('are not drowned by one large session', () => {
    const other = session(400, 2).map(({ features, credit }) => ({ features, credit: 1 - credit }));
    const between = learnt([session(400), other], 'urlDepth');
    const drowned = learnt([session(20_000), other], 'urlDepth');
    const alone = learnt([session(20_000)], 'urlDepth');
    expect(Math.abs(drowned - between)).toBeLessThan(Math.abs(drowned - alone));
  });

  it('are kept by name: what a spider does not know has its shipped weight', () => {
    const weights = learnWeights([session(400)]);
    const from = SnapshotReader.of({
      ...keptWeights([...weights.slice(0, 8), { feature: 'goneSince', shipped: 0, learnt: 7 }]),
    });
    const read = weightsOfSpider(from);
    expect(Object.keys(read)).toEqual([...FEATURES]);
    expect(read.urlDepth).toBe(weights[FEATURES.indexOf('urlDepth')].learnt);
    expect(read.siblingScore).toBe(RELEVANCE_PRIOR.siblingScore);
    expect(() => weightsOfSpider(SnapshotReader.of({ features: ['bias'], weights: new Float64Array(2) }))).toThrow(
      RangeError,
    );
  });
});
