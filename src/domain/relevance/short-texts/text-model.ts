/** Judges of anchors and other short texts: the model of the pages itself, or a separate one. */
export const TEXT_MODELS = ['own', 'short-texts', 'naive-bayes'] as const;
export type TextModel = (typeof TEXT_MODELS)[number];
