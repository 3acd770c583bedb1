import { SnapshotReader } from '../../base/snapshot-reader.js';
import { transferTerms } from './transfer.js';
import { QueryPlan } from './query-plan.js';
import { VERSION } from './seedfinder-policy.js';

const OPTIONS = {
  initialTerms: 2,
  maxTerms: 4,
  initialScore: 0.01,
  goodPrecision: 0.5,
  freshShare: 0.5,
  maxVocabulary: 5,
};
const TAUGHT = { rennet: 0.4, curd: 0.3, brie: 0.2, gouda: 0.1, whey: 0.05, engine: -0.5 };

const saved = (queries: number): SnapshotReader =>
  SnapshotReader.of({
    policy: 'seedfinder',
    version: VERSION,
    plan: {
      queries,
      terms: {
        terms: Object.keys(TAUGHT),
        scores: Float64Array.from(Object.values(TAUGHT)),
        used: new Uint8Array(6).fill(1),
        unanswered: [],
      },
    },
  });

describe('what SeedFinder hands on', () => {
  it('is the terms of good scores; the own keywords are asked for first', () => {
    const plan = new QueryPlan(OPTIONS, ['bread', 'curd'], SnapshotReader.of(transferTerms(saved(1))));
    expect(plan.next).toEqual(['bread', 'curd']);
    plan.ask(['bread', 'curd']);
    // The queries of the earlier session may be repeated here.
    expect(plan.terms.next(3, 100)?.terms).toEqual(['bread', 'curd', 'rennet']);
    expect(plan.terms.size).toBe(5);
  });

  it('is nothing before a query was answered', () => {
    expect(() => transferTerms(saved(0))).toThrow(/learnt nothing/);
  });
});
