/**
 * The seeded generator for every random decision of a crawl.
 *
 * xoshiro128** (Blackman and Vigna, 2018): 16 bytes of state, which a checkpoint stores, so that a restored session
 * continues the same sequence. Not for secrets.
 */
export interface Rng {
  /** A number in [0, 1) with 32 random bits. */
  next(): number;
  /** A whole number in [0, bound). `bound` must be at least 1. */
  below(bound: number): number;
  /** The generator's state, four unsigned 32-bit words. */
  save(): Uint32Array;
  restore(state: ArrayLike<number>): void;
}

/** Words of a generator's state. */
export const RNG_WORDS = 4;

/** splitmix32: spreads a seed over the state so that neighbouring seeds give unrelated sequences. */
function splitmix32(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x9e3779b9) >>> 0;
    let t = a ^ (a >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  };
}

const rotl = (x: number, k: number): number => (x << k) | (x >>> (32 - k));

/** @param seed any whole number; only its low 32 bits count */
export function createRng(seed: number): Rng {
  const s = new Uint32Array(RNG_WORDS);
  const spread = splitmix32(seed);
  for (let i = 0; i < RNG_WORDS; i++) s[i] = spread();

  const nextWord = (): number => {
    const result = Math.imul(rotl(Math.imul(s[1], 5), 7), 9) >>> 0;
    const t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11);
    return result;
  };
  const next = (): number => nextWord() / 0x1_0000_0000;

  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    save: () => s.slice(),
    restore: (state) => {
      if (state.length !== RNG_WORDS)
        throw new RangeError(`rng state has ${state.length} words, expected ${RNG_WORDS}`);
      s.set(state);
    },
  };
}
