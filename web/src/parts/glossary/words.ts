/** A row of the glossary: a word, or several that mean the same, and what it means. */
export type Meaning = readonly [word: string, meaning: string];

/** `run (of a schedule)` is written `run`, `span, trace` is one of two words. */
const written = (word: string): string[] =>
  word
    .replace(/\s*\(.*?\)/g, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A word with its plural, by itself and not as a part of another one. */
const patternOf = (word: string): RegExp => {
  const stem = word.endsWith('y') ? `${escaped(word.slice(0, -1))}(?:y|ies)` : `${escaped(word)}(?:s|es)?`;
  return new RegExp(`(?<![\\p{L}\\p{N}-])${stem}(?![\\p{L}\\p{N}-])`, 'iu');
};

const patterns = new WeakMap<Meaning, readonly RegExp[]>();

function isIn(meaning: Meaning, text: string): boolean {
  let known = patterns.get(meaning);
  if (!known) {
    known = written(meaning[0]).map(patternOf);
    patterns.set(meaning, known);
  }
  return known.some((pattern) => pattern.test(text));
}

/** The rows whose words stand in a text, in the order of the glossary. */
export const meaningsIn = (text: string, glossary: readonly Meaning[]): Meaning[] =>
  glossary.filter((meaning) => isIn(meaning, text));

/**
 * The meanings of the terms in a label, in lines: "harvest rate: relevant fetched pages divided by all fetched pages";
 * '' if the label has no known term.
 */
export const explained = (label: string, glossary: readonly Meaning[]): string =>
  meaningsIn(label, glossary)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join('\n');
