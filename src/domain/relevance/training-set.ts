import { hostOf, registrableDomain } from '../url/index.js';
import { WordTable, type NumberedDocument } from './document-words.js';
import { TrainingDataError, type TrainingInput } from './model-definition.js';
import type { DocumentText } from './relevance-model.js';
import { withoutTopic } from './background-screening.js';

/** Documents with their labels, as one list. */
export interface TrainingSet {
  readonly documents: readonly DocumentText[];
  readonly numbered: readonly NumberedDocument[];
  /** The words behind the numbers. */
  readonly words: readonly string[];
  /** 1 relevant, 0 not. */
  readonly labels: Uint8Array;
  /** 1 for general documents and other topics' that stand in as negatives: not labelled by the user for this topic. */
  readonly isBackground: Uint8Array;
  /** The document's site; documents without a URL are a site of their own each. */
  readonly sites: readonly string[];
  readonly positives: number;
  readonly negatives: number;
  readonly background: number;
  /** Relevant documents of other topics. */
  readonly others: number;
  readonly positiveSites: number;
}

/**
 * With fewer negatives than this, general documents are added: a handful of negatives covers little of what a crawl meets.
 */
export const ENOUGH_NEGATIVES = 200;
/** Positives needed so that one can be held out while another is learnt from. */
export const MIN_POSITIVES = 2;

/** Other topics' documents learnt from at most: as many as general ones. */
const MAX_OTHERS = 1_000;

/**
 * Gathers what there is to learn from. Documents of other topics and general ones are screened for what may belong to this topic.
 */
export function gatherTrainingSet(input: TrainingInput): TrainingSet {
  const wanted = input.negatives.length < ENOUGH_NEGATIVES;
  const others = withoutTopic((input.others ?? []).slice(0, MAX_OTHERS), input);
  const background = wanted ? withoutTopic(input.background, input) : [];
  const documents = [...input.positives, ...input.negatives, ...others, ...background];
  const positives = input.positives.length;
  const negatives = input.negatives.length;
  const labels = new Uint8Array(documents.length).fill(1, 0, positives);
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
    positiveSites: new Set(sites.slice(0, positives)).size,
  };
}

interface DocumentClass {
  readonly name: 'relevant' | 'irrelevant' | 'other-topics' | 'background';
  readonly from: number;
  readonly to: number;
}

/** Where in the set each class of documents stands: [from, to). */
export function classesOf({ positives, negatives, others, background }: TrainingSet): DocumentClass[] {
  let at = 0;
  return ([['relevant', positives], ['irrelevant', negatives], ['other-topics', others], ['background', background]] as const).map(([name, count]) => {
    const from = at;
    at += count;
    return { name, from, to: at };
  });
}

/** @throws TrainingDataError when a classifier cannot be learnt and measured from the set */
export function requireExamples(set: TrainingSet): void {
  if (set.positives < MIN_POSITIVES) {
    throw new TrainingDataError('positives', `${set.positives} relevant examples with text, at least ${MIN_POSITIVES} are needed`);
  }
  const against = set.negatives + set.others + set.background;
  if (against < MIN_POSITIVES) {
    throw new TrainingDataError('negatives', `${against} irrelevant examples or general documents, at least ${MIN_POSITIVES} are needed`);
  }
}
