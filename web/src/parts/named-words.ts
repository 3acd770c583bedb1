/** A name of the API as words: `TRAIN_MODEL` is "train model". */
export const spelled = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

/** The same at the beginning of a sentence. */
export const headed = (name: string): string => {
  const words = spelled(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
