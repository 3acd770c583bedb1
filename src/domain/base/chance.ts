/**
 * Random draws that depend only on the seed and the keys, not on earlier draws, so that a page looks the same in
 * whatever order pages are served.
 */
export interface Chance {
  /** A whole number in [0, bound) for these keys. */
  below(bound: number, ...keys: number[]): number;
  /** True with the given probability. */
  holds(probability: number, ...keys: number[]): boolean;
  /** One of the options. */
  pick<T>(options: readonly T[], ...keys: number[]): T;
}

/** Finaliser of MurmurHash3 (Appleby, public domain): every input bit changes half of the output bits. */
function scramble(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hashes the seed and the keys with MurmurHash3's finaliser: equal seeds draw alike on every machine. */
export function createChance(seed: number): Chance {
  const start = scramble(seed ^ 0x9e3779b9);
  const hash = (keys: readonly number[]): number =>
    keys.reduce((h, key) => scramble((h + Math.imul(key + 1, 0x9e3779b1)) | 0), start) >>> 0;
  const below = (bound: number, ...keys: number[]): number => Math.floor((hash(keys) / 0x1_0000_0000) * bound);
  return {
    below,
    holds: (probability, ...keys) => hash(keys) / 0x1_0000_0000 < probability,
    pick: (options, ...keys) => options[below(options.length, ...keys)],
  };
}
