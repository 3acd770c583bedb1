import { lowerBound, upperBound } from '../base/binomial.js';

/** Counts of pages labelled by both a person and a labeller, by their two labels. */
export interface LabelTable {
  readonly bothRelevant: number;
  readonly onlyLabellerRelevant: number;
  readonly onlyPersonRelevant: number;
  readonly bothIrrelevant: number;
}

/** The agreement of two raters. */
export interface Agreement extends LabelTable {
  readonly compared: number;
  /** Share of equal labels; null without labels. */
  readonly accuracy: number | null;
  /** Cohen's kappa, in [-1, 1]; null if both give all pages the same label: then agreement by chance is complete. */
  readonly kappa: number | null;
  /** 95% interval of kappa. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Quantile of each side of a 95% interval. */
const ONE_SIDED = 0.975;

/**
 * Accuracy and Cohen's kappa (1960, Educational and Psychological Measurement 20, 37-46): (p - e) / (1 - e), where p is
 * the share of equal labels and e the share expected by chance from the raters' frequencies.
 *
 * The interval is Clopper and Pearson's for p, with e taken as known. Unlike the usual interval from the standard error
 * it does not shrink to a point if few labels agree without exception.
 */
export function agreementOf(table: LabelTable): Agreement {
  const { bothRelevant, onlyLabellerRelevant, onlyPersonRelevant, bothIrrelevant } = table;
  const agreed = bothRelevant + bothIrrelevant;
  const compared = agreed + onlyLabellerRelevant + onlyPersonRelevant;
  if (compared === 0) return { ...table, compared, accuracy: null, kappa: null, lower: null, upper: null };
  const labeller = (bothRelevant + onlyLabellerRelevant) / compared;
  const person = (bothRelevant + onlyPersonRelevant) / compared;
  const chance = labeller * person + (1 - labeller) * (1 - person);
  const beyondChance = (share: number): number => Math.max(-1, (share - chance) / (1 - chance));
  const accuracy = agreed / compared;
  if (chance === 1) return { ...table, compared, accuracy, kappa: null, lower: null, upper: null };
  return {
    ...table,
    compared,
    accuracy,
    kappa: beyondChance(accuracy),
    lower: beyondChance(lowerBound(agreed, compared, ONE_SIDED)),
    upper: beyondChance(upperBound(agreed, compared, ONE_SIDED)),
  };
}

/** Number of a person's labels that a labeller must have repeated before its own count. */
export const MIN_COMPARED = 20;

/**
 * Whether models may learn from a labeller's labels. `too-few`: too few compared labels; `low`: it agrees too little
 * with the person.
 */
export const LABELLER_GATES = ['open', 'too-few', 'low'] as const;
export type LabellerGate = (typeof LABELLER_GATES)[number];

/** @param minKappa minimum of the interval's lower end */
export function gateOf({ compared, lower }: Pick<Agreement, 'compared' | 'lower'>, minKappa: number): LabellerGate {
  // Without kappa all compared labels are of one class, which says nothing about the other.
  if (compared < MIN_COMPARED || lower === null) return 'too-few';
  return lower >= minKappa ? 'open' : 'low';
}
