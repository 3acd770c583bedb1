import type { DocumentText } from '../../text/document-text.js';
import { compareWithPredecessor } from './predecessor-comparison.js';
import type { JudgedDocument, TrainedModel } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';

const documentOf = (text: string): DocumentText => ({ url: '', title: '', description: '', text });
/** Judges a document by the number in it. */
const numeric = (threshold: number, sign = 1): RelevanceModel => ({
  kind: 'numeric',
  threshold,
  score: ({ text }) => (sign > 0 ? Number(text) : 1 - Number(text)),
  scoreText: Number,
  save: () => ({}),
});
const positives = ['0.9', '0.8', '0.2'].map(documentOf);
const negatives = ['0.1', '0.7', '0.3'].map(documentOf);
const trained = (heldOut?: readonly JudgedDocument[]): TrainedModel => ({
  model: numeric(0.5),
  metrics: {} as TrainedModel['metrics'],
  heldOut,
});
const held = (probabilities: readonly number[]): JudgedDocument[] =>
  probabilities.map((probability, index) => ({
    index,
    probability,
    relevant: probability >= 0.5,
    label: index < 3,
    document: [...positives, ...negatives, documentOf('0.6')][index],
  }));

describe('comparing a model with the one before it', () => {
  it('judges both on the same documents, apart those the one before cannot have learnt from', () => {
    const { all, unseen } = compareWithPredecessor(
      trained(held([0.9, 0.9, 0.9, 0.1, 0.1, 0.1])),
      { positives, negatives },
      numeric(0.5),
      (i) => i % 3 === 0,
    );
    expect(all).toEqual({
      documents: 6,
      relevant: 3,
      learntBefore: 2,
      before: { precision: 2 / 3, recall: 2 / 3, f1: 2 / 3, averagePrecision: (1 + 1 + 3 / 5) / 3 },
      after: { precision: 1, recall: 1, f1: 1, averagePrecision: 1 },
    });
    expect(unseen).toMatchObject({
      documents: 4,
      relevant: 2,
      before: { precision: 0.5, recall: 0.5 },
      after: { f1: 1 },
    });
  });

  it('has no figures where a class is missing', () => {
    const { all, unseen } = compareWithPredecessor(
      trained(held([0.9, 0.1, 0.9])),
      { positives, negatives: [] },
      numeric(0.5),
      (i) => i > 0,
    );
    expect([all.before, all.after, unseen.before, unseen.after]).toEqual([null, null, null, null]);
    expect([all.documents, all.learntBefore, unseen.documents]).toEqual([3, 2, 1]);
  });

  it('counts general text as learnt from', () => {
    const { all, unseen } = compareWithPredecessor(
      trained(held([0.9, 0.9, 0.9, 0.1, 0.1, 0.1, 0.1])),
      { positives, negatives },
      numeric(0.5),
      () => false,
    );
    expect([all.documents, all.learntBefore, unseen.documents]).toEqual([7, 1, 6]);
  });

  it('takes a model that learnt nothing as it is', () => {
    const { all } = compareWithPredecessor(trained(), { positives, negatives }, numeric(0.5, -1), () => false);
    expect(all).toMatchObject({
      documents: 6,
      relevant: 3,
      learntBefore: 0,
      after: { precision: 2 / 3 },
      before: { precision: 1 / 3 },
    });
  });
});
