const LARGEST = 6;
const SMALLEST_CHANCE = 1e-4;

/** Log-odds of a probability, finite for 0 and 1 too: between -9.3 and 9.3. */
export const logOdds = (probability: number): number =>
  Math.log((probability + SMALLEST_CHANCE) / (1 - probability + SMALLEST_CHANCE));

/** Log-odds clamped to [-6, 6]. */
export const logitOf = (probability: number): number => Math.max(-LARGEST, Math.min(LARGEST, logOdds(probability)));

/** The probability with these `logOdds`; beyond the largest ones 0 or 1. */
export function chanceOf(logit: number): number {
  const odds = Math.exp(logit);
  return Math.max(0, Math.min(1, (odds * (1 + SMALLEST_CHANCE) - SMALLEST_CHANCE) / (1 + odds)));
}
