import type { DocumentText } from '../../text/document-text.js';
import { hostOf, registrableDomain } from '../../url/index.js';
import { WordTable, type NumberedDocument } from '../features/document-words.js';
import { TrainingDataError, type TrainingInput } from './types.js';
import { withoutTopic } from './background-screening.js';

/** Labelled documents, as one list. */
export interface TrainingSet {
  readonly documents: readonly DocumentText[];
  readonly numbered: readonly NumberedDocument[];
  /** The words by their numbers. */
  readonly words: readonly string[];
  /** 1 relevant, 0 not. */
  readonly labels: Uint8Array;
  /** 1 for general documents and other topics' that serve as negatives: not labelled by the user for this topic. */
  readonly isBackground: Uint8Array;
  /** The document's site; a document without a URL is a separate site. */
  readonly sites: readonly string[];
  readonly positives: number;
  readonly negatives: number;
  readonly background: number;
  /** Number of relevant documents of other topics. */
  readonly others: number;
  /** Number of documents labelled by an earlier model or a labeller, which come last. */
  readonly selfTrained: number;
  readonly positiveSites: number;
}

/** With fewer negatives than this, general documents are added: a handful of negatives covers little of a crawl. */
export const ENOUGH_NEGATIVES = 200;
/** Minimum irrelevant examples that may decide the threshold without general text. */
export const NEGATIVES_THAT_DECIDE = 10;
/** Minimum positives, so that one can be held out while another is learned from. */
export const MIN_POSITIVES = 2;

/** Most documents from other topics: as many as general ones. */
const MAX_OTHERS = 1_000;

/**
 * Collects the training data. Documents of other topics and general ones are screened for those that may belong to this
 * topic.
 */
export function gatherTrainingSet(input: TrainingInput): TrainingSet {
  const wanted = input.negatives.length < ENOUGH_NEGATIVES;
  const others = withoutTopic((input.others ?? []).slice(0, MAX_OTHERS), input);
  const background = wanted ? withoutTopic(input.background, input) : [];
  const { selfTrained = { positives: [], negatives: [] } } = input;
  const labelled = [...input.positives, ...input.negatives, ...others, ...background];
  const documents = [...labelled, ...selfTrained.positives, ...selfTrained.negatives];
  const positives = input.positives.length;
  const negatives = input.negatives.length;
  const labels = new Uint8Array(documents.length)
    .fill(1, 0, positives)
    .fill(1, labelled.length, labelled.length + selfTrained.positives.length);
  const isBackground = new Uint8Array(documents.length).fill(1, positives + negatives);
  const sites = documents.map((document, i) => {
    const host = hostOf(document.url);
    return host === '' ? `#${i}` : registrableDomain(host);
  });
  const table = new WordTable();
  return {
    documents,
    numbered: documents.map((document) => table.number(document)),
    words: table.words,
    labels,
    isBackground,
    sites,
    positives,
    negatives,
    background: background.length,
    others: others.length,
    selfTrained: documents.length - labelled.length,
    positiveSites: new Set(sites.slice(0, positives)).size,
  };
}

/** `self-trained`: labelled by an earlier model, or by a labeller. */
export const CLASS_NAMES = ['relevant', 'irrelevant', 'other-topics', 'background', 'self-trained'] as const;
export type ClassName = (typeof CLASS_NAMES)[number];

interface DocumentClass {
  readonly name: ClassName;
  readonly from: number;
  readonly to: number;
}

/** The range of each class of documents in the set: [from, to). */
export function classesOf({ positives, negatives, others, background, selfTrained }: TrainingSet): DocumentClass[] {
  let at = 0;
  const counts = [
    ['relevant', positives],
    ['irrelevant', negatives],
    ['other-topics', others],
    ['background', background],
  ] as const;
  return [...counts, ...(selfTrained > 0 ? [['self-trained', selfTrained] as const] : [])].map(([name, count]) => {
    const from = at;
    at += count;
    return { name, from, to: at };
  });
}

/** The set without an earlier model's labels, for folds, calibration and measuring. Documents keep their indexes. */
export function withoutSelfTrained(set: TrainingSet): TrainingSet {
  if (set.selfTrained === 0) return set;
  const end = set.documents.length - set.selfTrained;
  return {
    ...set,
    documents: set.documents.slice(0, end),
    numbered: set.numbered.slice(0, end),
    labels: set.labels.subarray(0, end),
    isBackground: set.isBackground.subarray(0, end),
    sites: set.sites.slice(0, end),
    selfTrained: 0,
  };
}

/** @throws TrainingDataError if the set is too small for training and measuring a classifier */
export function requireExamples(set: TrainingSet): void {
  if (set.positives < MIN_POSITIVES) {
    throw new TrainingDataError(
      'positives',
      `${set.positives} relevant examples with text, at least ${MIN_POSITIVES} are needed`,
    );
  }
  const against = set.negatives + set.others + set.background;
  if (against < MIN_POSITIVES) {
    throw new TrainingDataError(
      'negatives',
      `${against} irrelevant examples or general documents, at least ${MIN_POSITIVES} are needed`,
    );
  }
}

/** The judge of a topic with only keywords. */
const WITHOUT_EXAMPLES = 'keyword-vectors';
/** The default learner for a topic's examples. */
const WITH_EXAMPLES = 'ensemble';

/** The best kind of model for a topic's examples. */
export function defaultKind({ relevant }: { readonly relevant: number }): string {
  return relevant >= MIN_POSITIVES ? WITH_EXAMPLES : WITHOUT_EXAMPLES;
}
