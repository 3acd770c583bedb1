/** A name of the API as words: `TRAIN_MODEL` is "train model". */
export const spelled = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

/** A name in camel case as words: `anchorProbability` is "anchor probability", `urlDepth` is "URL depth". */
export const spoken = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll(/\burl\b/g, 'URL');

/** Rules of a tree as words: `anchorProbability <= 0.5` is "anchor probability ≤ 0.5". */
export const ruleInWords = (text: string): string => spoken(text).replaceAll(' <= ', ' ≤ ');

/** `TRAIN_MODEL` at the beginning of a sentence. */
export const headed = (name: string): string => {
  const words = spelled(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
