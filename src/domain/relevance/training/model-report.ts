import type { CalibrationBin, Goal } from '../../learning/calibration-measures.js';
import type { ScalingMethod } from '../../learning/calibration-isotonic.js';
import { englishStem } from '../../text/index.js';
import { isContentWord } from '../features/document-words.js';
import type { Scorer } from './learner.js';
import type { TextModel } from './calibration-config.js';
import { type ClassName, classesOf, type TrainingSet } from './training-set.js';

/** A model's training data and most telling words, beside its figures. */
export interface ModelReport {
  readonly goal: Goal;
  readonly calibration: ScalingMethod;
  /** The judge of short texts. */
  readonly textModel: TextModel;
  /** Ten bins of held-out probabilities; null if nothing was measured. */
  readonly calibrationCurve: readonly CalibrationBin[] | null;
  readonly classes: readonly ClassCount[];
  /** Null if it was not requested, or the kind does not learn. */
  readonly learningCurve: readonly LearningPoint[] | null;
  /** Null for kinds without word weights. */
  readonly tellingWords: TellingWords | null;
}

interface ClassCount {
  readonly name: ClassName;
  readonly documents: number;
  /** Registrable domains. */
  readonly domains: number;
  /** Documents without a URL; each counts as a separate site when folds are made. */
  readonly withoutUrl: number;
  /** The domains with most documents, at most 20. */
  readonly largest: readonly { readonly domain: string; readonly documents: number }[];
}

/** Quality on held-out documents after learning from a number of examples. */
export interface LearningPoint {
  readonly examples: number;
  readonly averagePrecision: number;
  /** F1 at the best possible threshold for the held-out documents. */
  readonly bestF1: number;
}

interface WordWeight {
  readonly word: string;
  /** On the model's own scale; further from 0 is more telling. */
  readonly weight: number;
}

interface TellingWords {
  readonly relevant: readonly WordWeight[];
  readonly irrelevant: readonly WordWeight[];
}

const DOMAINS_NAMED = 20;
const WORDS_NAMED = 20;

/** The number of training documents by class, and their domains. */
export function classCounts(set: TrainingSet): ClassCount[] {
  return classesOf(set).map(({ name, from, to }) => {
    const counts = new Map<string, number>();
    let withoutUrl = 0;
    for (const site of set.sites.slice(from, to)) {
      if (site.startsWith('#')) withoutUrl++;
      else counts.set(site, (counts.get(site) ?? 0) + 1);
    }
    const largest = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, DOMAINS_NAMED);
    return {
      name,
      documents: to - from,
      domains: counts.size,
      withoutUrl,
      largest: largest.map(([domain, documents]) => ({ domain, documents })),
    };
  });
}

/** The most telling words of each class, as written in the documents; null if the scorer has no word weights. */
export function tellingWords(scorer: Scorer, set: TrainingSet): TellingWords | null {
  const terms = scorer.termWeights?.(set) ?? null;
  if (terms === null) return null;
  const falling = terms
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  const rising = terms
    .filter(({ weight }) => weight < 0)
    .sort((a, b) => a.weight - b.weight || (a.word < b.word ? -1 : 1));
  const chosen = [falling.slice(0, WORDS_NAMED), rising.slice(0, WORDS_NAMED)];
  // A term that is itself a word of the documents is unchanged.
  const words = new Set(set.words);
  const written = writtenForms(
    chosen
      .flat()
      .flatMap(({ word }) => word.split(' '))
      .filter((part) => !words.has(part)),
    set,
  );
  const [relevant, irrelevant] = chosen.map((list) =>
    list.map(({ word, weight }) => ({
      word: word
        .split(' ')
        .map((part) => written.get(part) ?? part)
        .join(' '),
      weight,
    })),
  );
  return { relevant, irrelevant };
}

/** The most frequent written form of each stem. */
function writtenForms(stems: readonly string[], set: TrainingSet): Map<string, string> {
  const wanted = new Set(stems);
  const stemOf = new Map<number, string>();
  set.words.forEach((word, id) => {
    const term = isContentWord(word) ? englishStem(word) : '';
    if (wanted.has(term)) stemOf.set(id, term);
  });
  const counts = new Map<number, number>();
  for (const { text } of set.numbered)
    for (const id of text) if (stemOf.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const best = new Map<string, { word: string; count: number }>();
  for (const [id, term] of stemOf) {
    const count = counts.get(id) ?? 0;
    if (count > (best.get(term)?.count ?? -1)) best.set(term, { word: set.words[id], count });
  }
  return new Map([...best].map(([term, { word }]) => [term, word]));
}
