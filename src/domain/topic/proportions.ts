/** An interval of a share. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's interval of a share (1927): valid for few documents and for shares of 0 and 1. @param z standard errors to
 * each side
 */
export function wilsonInterval(found: number, of: number, z: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = found / of;
  const denominator = 1 + (z * z) / of;
  const centre = (share + (z * z) / (2 * of)) / denominator;
  const half = (z / denominator) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Interval of the difference of two shares, first minus second (Newcombe 1998, method 10). */
export function shareDifference(
  first: readonly [found: number, of: number],
  second: readonly [found: number, of: number],
  z: number,
): Interval {
  const a = wilsonInterval(...first, z);
  const b = wilsonInterval(...second, z);
  const p = first[1] === 0 ? 0.5 : first[0] / first[1];
  const q = second[1] === 0 ? 0.5 : second[0] / second[1];
  return { low: p - q - Math.hypot(p - a.low, b.high - q), high: p - q + Math.hypot(a.high - p, q - b.low) };
}

/**
 * The quantile of the normal distribution that is exceeded with the given probability, in (0, ½]. Abramowitz and Stegun
 * 26.2.23: within 4.5e-4.
 */
export function normalQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}
