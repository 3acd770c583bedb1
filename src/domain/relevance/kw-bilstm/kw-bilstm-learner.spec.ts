import type { DocumentText } from '../../text/document-text.js';
import { createRng } from '../../base/rng.js';
import { openWordVectors, WordVectorsBuilder } from '../../learning/word-vectors.js';
import { gatherTrainingSet, type TrainingSet } from '../training/training-set.js';
import { KwBiLstmLearner, type KwBiLstmOptions } from './kw-bilstm-learner.js';
import { KwBiLstmScorer } from './kw-bilstm-scorer.js';
import { kwBilstm } from './index.js';

const WORDS = ['river', 'bank', 'boat', 'water', 'money', 'loan', 'credit', 'rate', 'paper', 'table', 'green', 'seven'];
const builder = new WordVectorsBuilder(WORDS, 8);
const vectorRng = createRng(1);
WORDS.forEach((_, row) =>
  builder.setRow(
    row,
    Array.from({ length: 8 }, () => vectorRng.next() - 0.5),
  ),
);
const vectors = openWordVectors(builder.finish());

/** Only the order of two words distinguishes the classes. */
function documents(count: number, relevant: boolean, seed: number): DocumentText[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, (_, i) => {
    const filler = (): string => WORDS[4 + rng.below(WORDS.length - 4)];
    const pair = relevant ? 'river bank' : 'bank river';
    const text = Array.from({ length: 6 }, () => `${filler()} ${pair} ${filler()}`).join(' ');
    return { url: `http://${relevant ? 'on' : 'off'}${i % 10}.example/${seed}/${i}`, title: '', description: '', text };
  });
}

function trainingSet(positives: number, negatives: number): TrainingSet {
  const input = { config: {}, keywords: [], vectors, rng: createRng(1), background: [] };
  return gatherTrainingSet({
    ...input,
    positives: documents(positives, true, 1),
    negatives: documents(negatives, false, 2),
  });
}

const OPTIONS: KwBiLstmOptions = {
  units: 8,
  words: 30,
  trainingWords: 30,
  rounds: 3,
  learningRate: 0.02,
  dropout: 0.1,
};
const learnerOf = (set: TrainingSet, options: Partial<KwBiLstmOptions> = {}): KwBiLstmLearner =>
  new KwBiLstmLearner(set, [], vectors, { ...OPTIONS, ...options }, createRng(7));
const everyone = (set: TrainingSet): number[] => set.documents.map((_, i) => i);

describe('KwBiLstmLearner', () => {
  it('learns what only the order of words tells', () => {
    const set = trainingSet(30, 30);
    const fitted = learnerOf(set).fit(everyone(set));
    const margins = (relevant: boolean): number[] =>
      documents(20, relevant, 9).map((document) => fitted.scorer().margin(document));
    expect(Math.min(...margins(true))).toBeGreaterThan(Math.max(...margins(false)));
  });

  it('tells its progress, rising to 1', () => {
    const set = trainingSet(12, 12);
    const told: number[] = [];
    learnerOf(set).fit(everyone(set), (share) => void told.push(share));
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0);
    expect(told.at(-1)).toBe(1);
  });

  it('is ended by what it tells its progress to', () => {
    let told = 0;
    const cancel = (): void => {
      if (++told === 3) throw new Error('cancelled');
    };
    const input = {
      keywords: [],
      vectors,
      background: [],
      positives: documents(12, true, 1),
      negatives: documents(12, false, 2),
      rng: createRng(1),
    };
    const config = kwBilstm.configSchema.parse({ ...OPTIONS, rounds: 200 });
    expect(() => kwBilstm.trainAndEvaluate({ ...input, config, onProgress: cancel })).toThrow('cancelled');
    expect(told).toBe(3);
  });

  it('ends early when held-out examples gain no more, and then trains as many rounds to all', () => {
    const set = trainingSet(60, 60);
    const learner = learnerOf(set, { rounds: 40, learningRate: 0.05 });
    const batchesOf = (train: readonly number[]): number => {
      let batches = 0;
      learner.fit(train, () => batches++);
      return batches;
    };
    const all = everyone(set);
    const first = batchesOf(all.slice(0, -1));
    const last = batchesOf(all);
    // 16 batches per round and one call at the end.
    expect(first).toBeLessThan(40 * 16 + 1);
    expect(last).toBeLessThan(first);
    expect(last).toBeGreaterThan(1);
  });

  it('trains all rounds where there are too few relevant examples to hold any out', () => {
    const set = trainingSet(12, 12);
    let batches = 0;
    learnerOf(set).fit(everyone(set), () => batches++);
    expect(batches).toBe(3 * 16 + 1);
  });

  it('saves weights of 32 bits, some hundreds of kilobytes at most', () => {
    const set = trainingSet(12, 12);
    const saved = learnerOf(set, { rounds: 1 }).fit(everyone(set)).scorer().save();
    const { weights } = saved;
    expect(weights).toBeInstanceOf(Float32Array);
    expect((weights as Float32Array).byteLength).toBeLessThan(40_000);
    expect(() => KwBiLstmScorer.restore({ ...saved, weights: new Float32Array(5) }, vectors)).toThrow(RangeError);
    expect(() => KwBiLstmScorer.restore({ ...saved, units: 12 }, vectors)).toThrow(RangeError);
    expect(() => KwBiLstmScorer.restore(saved, null)).toThrow(RangeError);
  });
});
