import { averagePrecision, confusionAt, f1Of, precisionOf, recallOf } from '../../learning/calibration-measures.js';
import type { JudgedDocument, TrainedModel, TrainingInput } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';

/** How good a model's order and decisions are. */
export interface DecisionFigures {
  readonly averagePrecision: number;
  /** At the threshold, as are recall and F1. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Two models' figures on the same documents; null where either class is missing. */
export interface ComparedDocuments {
  readonly documents: number;
  readonly relevant: number;
  /** Of the model before, which judged the documents as it is. */
  readonly before: DecisionFigures | null;
  /** Of the new one, each document judged by a model that had not seen it. */
  readonly after: DecisionFigures | null;
}

/** A new model beside the one before it. */
export interface PredecessorComparison {
  /** All that the new model's figures are about. The model before may have learnt from some: on these its figures are too good. */
  readonly all: ComparedDocuments & { readonly learntBefore: number };
  /** Those that the model before cannot have learnt from: here the two are compared fairly. */
  readonly unseen: ComparedDocuments;
}

/**
 * Sets a new model's cross-validated figures beside what the model before it makes of the same documents.
 *
 * @param learnt whether the model before may have learnt from an example, by its place among the positives, then the negatives. General text, which stands
 *   in where there are no negatives, it has learnt from.
 */
export function compareWithPredecessor(
  trained: TrainedModel,
  input: Pick<TrainingInput, 'positives' | 'negatives'>,
  predecessor: RelevanceModel,
  learnt: (index: number) => boolean,
): PredecessorComparison {
  const labelled = input.positives.length + input.negatives.length;
  const pairs = (trained.heldOut ?? judgedAsItIs(trained.model, input)).map((after) => {
    const probability = predecessor.score(after.document);
    return {
      after,
      before: { ...after, probability, relevant: probability >= predecessor.threshold },
      learnt: after.index >= labelled || learnt(after.index),
    };
  });
  const compared = (list: typeof pairs): ComparedDocuments => ({
    documents: list.length,
    relevant: list.filter(({ after }) => after.label).length,
    before: figuresOf(list.map(({ before }) => before)),
    after: figuresOf(list.map(({ after }) => after)),
  });
  return {
    all: { ...compared(pairs), learntBefore: pairs.filter((pair) => pair.learnt).length },
    unseen: compared(pairs.filter((pair) => !pair.learnt)),
  };
}

/** A model that learnt nothing from the examples has seen none of them. */
function judgedAsItIs(
  model: RelevanceModel,
  { positives, negatives }: Pick<TrainingInput, 'positives' | 'negatives'>,
): JudgedDocument[] {
  return [...positives, ...negatives].map((document, index) => {
    const probability = model.score(document);
    return { index, document, label: index < positives.length, probability, relevant: probability >= model.threshold };
  });
}

function figuresOf(judged: readonly JudgedDocument[]): DecisionFigures | null {
  const labels = judged.map(({ label }) => (label ? 1 : 0));
  const positives = labels.filter((label) => label === 1).length;
  if (positives === 0 || positives === labels.length) return null;
  const confusion = confusionAt(
    judged.map(({ relevant }) => (relevant ? 1 : 0)),
    labels,
    1,
  );
  return {
    averagePrecision: averagePrecision(
      judged.map(({ probability }) => probability),
      labels,
    ),
    precision: precisionOf(confusion),
    recall: recallOf(confusion),
    f1: f1Of(confusion),
  };
}
