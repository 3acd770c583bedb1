import { averagePrecision, confusionAt, f1Of, precisionOf, recallOf } from '../../learning/calibration-measures.js';
import type { JudgedDocument, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from './types.js';
import type { RelevanceModel } from '../relevance-model.js';

/** The quality of a model's order and decisions. */
interface DecisionFigures {
  readonly averagePrecision: number;
  /** At the threshold, like recall and F1. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Two models' figures on the same documents; null if either class is missing. */
interface ComparedDocuments {
  readonly documents: number;
  readonly relevant: number;
  /** Of the previous model in its present state. */
  readonly before: DecisionFigures | null;
  /** Of the new model, each document judged by a model that had not seen it. */
  readonly after: DecisionFigures | null;
}

/** A new model compared with its predecessor. */
export interface PredecessorComparison {
  /**
   * All documents behind the new model's figures. The predecessor may have learned from some, which makes its figures
   * too good.
   */
  readonly all: ComparedDocuments & { readonly learntBefore: number };
  /** The documents that the predecessor cannot have learned from: a fair comparison. */
  readonly unseen: ComparedDocuments;
}

/**
 * Compares a new model's cross-validated figures with its predecessor's on the same documents.
 *
 * @param learnt whether the predecessor may have learned from an example, by index in the positives, then the
 * negatives. It has learned from general text, which complements missing negatives.
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

/** A model that learned nothing from the examples has seen none of them. */
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
