const LARGEST = 6;
const SMALLEST_CHANCE = 1e-4;

/** Log-odds of a probability, in [-6, 6]: what is nearly certain counts no more than that. */
export function logitOf(probability: number): number {
  const logit = Math.log((probability + SMALLEST_CHANCE) / (1 - probability + SMALLEST_CHANCE));
  return Math.max(-LARGEST, Math.min(LARGEST, logit));
}
