import { lowerBound, upperBound } from '../base/binomial.js';

/** Pages that a person and a labeller have both labelled, by what each said. */
export interface LabelTable {
  readonly bothRelevant: number;
  readonly onlyLabellerRelevant: number;
  readonly onlyPersonRelevant: number;
  readonly bothIrrelevant: number;
}

/** How far two who label agree. */
export interface Agreement extends LabelTable {
  readonly compared: number;
  /** Share of equal labels; null without any. */
  readonly accuracy: number | null;
  /** Cohen's kappa, in [-1, 1]; null where one of them calls all pages the same, and both the same: then agreement by chance is complete. */
  readonly kappa: number | null;
  /** 95% interval of kappa. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Each side of a 95% interval. */
const ONE_SIDED = 0.975;

/**
 * Accuracy and Cohen's kappa (1960, Educational and Psychological Measurement 20, 37-46): (p - e) / (1 - e), where p is the share of equal labels and e the
 * share that two would have by chance who call so many pages relevant.
 *
 * The interval is that of p by Clopper and Pearson, with e taken as known. Unlike the usual interval by the standard error it does not shrink to a point where
 * few labels agree without exception.
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

/** Labels of a person that a labeller must have repeated before its own count. */
export const MIN_COMPARED = 20;

/** Whether a labeller's labels may be learnt from. `too-few`: too little is known of it; `low`: it agrees too little with the person. */
export const LABELLER_GATES = ['open', 'too-few', 'low'] as const;
export type LabellerGate = (typeof LABELLER_GATES)[number];

/** @param minKappa what the lower end of the interval must reach */
export function gateOf({ compared, lower }: Pick<Agreement, 'compared' | 'lower'>, minKappa: number): LabellerGate {
  // Without kappa all labels compared are of one class, which tells nothing of the other.
  if (compared < MIN_COMPARED || lower === null) return 'too-few';
  return lower >= minKappa ? 'open' : 'low';
}
