const HALF_BITS = 16;
const HALVES = 1 << HALF_BITS;
const LOW = HALVES - 1;
const SIGN = 0x8000_0000;

/**
 * Whole numbers in the order of `keys`: a float's bits read as an integer grow with the float, once the sign is
 * reversed.
 *
 * @param keys - float32 without NaN; 0 and -0 get the same rank
 * @returns one uint32 for each key
 */
export function ranksOf(keys: Float32Array): Uint32Array {
  const ranks = new Uint32Array(keys.length);
  const asFloat = new Float32Array(1);
  const asBits = new Uint32Array(asFloat.buffer);
  for (let i = 0; i < keys.length; i++) {
    asFloat[0] = keys[i] + 0;
    const bits = asBits[0];
    ranks[i] = bits >= SIGN ? ~bits : bits | SIGN;
  }
  return ranks;
}

/**
 * The value at index `k` of the sorted `values`. Linear: one histogram of the upper halves, one of the lower halves
 * below the chosen upper half.
 *
 * @param k - from 0, less than the number of values
 */
export function kthSmallest(values: Uint32Array, k: number): number {
  const upper = new Uint32Array(HALVES);
  for (let i = 0; i < values.length; i++) upper[values[i] >>> HALF_BITS]++;
  const [high, before] = bucketOf(upper, k);
  const lower = new Uint32Array(HALVES);
  for (let i = 0; i < values.length; i++) if (values[i] >>> HALF_BITS === high) lower[values[i] & LOW]++;
  const [low] = bucketOf(lower, k - before);
  return ((high << HALF_BITS) | low) >>> 0;
}

/** @returns the bucket that contains index `k`, and the number of values in the buckets before it */
function bucketOf(counts: Uint32Array, k: number): readonly [bucket: number, before: number] {
  let before = 0;
  let bucket = 0;
  while (before + counts[bucket] <= k) before += counts[bucket++];
  return [bucket, before];
}
