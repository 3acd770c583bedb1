import { LEARNED_STATE_LIMITS, type LearnedWeight, type LearnedWeights } from './learned-state.js';

type Entry = Pick<LearnedWeight, 'name' | 'weight'> & Partial<LearnedWeight>;

const whole = ({ name, weight, group = null, start = null }: Entry): LearnedWeight => ({ name, group, weight, start });

/** A list of weights in its own order. */
export const weightList = (title: string, note: string, entries: readonly Entry[]): LearnedWeights => ({
  title,
  note,
  weights: entries.map(whole),
  inAll: entries.length,
});

/** The most telling weights, for or against: largest absolute value first, then by name. */
export function mostTelling(
  title: string,
  note: string,
  entries: readonly Entry[],
  inAll = entries.length,
): LearnedWeights {
  const size = ({ weight }: Entry): number => Math.abs(weight ?? 0);
  const weights = [...entries]
    .sort((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1))
    .slice(0, LEARNED_STATE_LIMITS.weights)
    .map(whole);
  return { title, note, weights, inAll };
}
