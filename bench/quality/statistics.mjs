/** Mean and sample deviation. */
export function meanOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

/** A generator with a fixed seed (mulberry32), so that equal rows give equal intervals. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A mean, and the 5th and 95th percentile of it over samples drawn with replacement. */
export const meanInterval = (values) => pairedInterval(values);

/**
 * The mean of differences of pairs, and the 5th and 95th percentile of that mean over samples drawn with replacement.
 */
export function pairedInterval(differences, samples = 2_000) {
  const random = generator(1);
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn++)
      sum += differences[Math.floor(random() * differences.length)];
    return sum / differences.length;
  }).sort((a, b) => a - b);
  return [meanOf(differences).mean, means[Math.floor(samples * 0.05)], means[Math.floor(samples * 0.95)]];
}
