/** A run of letters and digits. */
const RUNS = /[\p{L}\p{N}]+/gu;
const NON_LATIN = /[^\p{Script=Latin}\p{N}]/u;
const CONSONANTS_IN_A_ROW = /[^\d\W_aeiouy]{6}/u;
/** Changes between letters and digits. */
const CHANGES = /\p{L}(?=\p{N})|\p{N}(?=\p{L})/gu;
const VOWELS = /[aeiouy]/gu;
const DIGITS_ONLY = /^\d+$/;

/** Shorter runs are abbreviations and numbers. */
const MIN_CHARS = 6;
/** Longer numbers are no dates. */
const MIN_DIGITS = 9;
/** `mp3player` changes once or twice, `a8f7d9e2` seven times. */
const MAX_CHANGES = 2;
/** English words have some 40% vowels; few words such as `rhythms` have fewer than this. */
const MIN_VOWEL_SHARE = 0.12;

/**
 * The share of a text's letters and digits, in [0, 1], in runs that resemble no word of a language in Latin script:
 * long numbers, alternating letters and digits, many consecutive consonants, hardly a vowel.
 *
 * Heuristics without a dictionary; other scripts are never gibberish.
 */
export function gibberishShare(text: string): number {
  let all = 0;
  let gibberish = 0;
  for (const [run] of text.matchAll(RUNS)) {
    all += run.length;
    if (isGibberish(run)) gibberish += run.length;
  }
  return all === 0 ? 0 : gibberish / all;
}

function isGibberish(run: string): boolean {
  if (run.length < MIN_CHARS || NON_LATIN.test(run)) return false;
  if (DIGITS_ONLY.test(run)) return run.length >= MIN_DIGITS;
  // Accented vowels are vowels.
  const plain = run.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const count = (pattern: RegExp): number => plain.match(pattern)?.length ?? 0;
  return (
    count(CHANGES) > MAX_CHANGES || CONSONANTS_IN_A_ROW.test(plain) || count(VOWELS) / plain.length < MIN_VOWEL_SHARE
  );
}
