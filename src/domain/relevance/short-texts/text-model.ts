/** What judges anchors and other short texts: the model of the pages itself, or one beside it. */
export const TEXT_MODELS = ['own', 'short-texts', 'naive-bayes'] as const;
export type TextModel = (typeof TEXT_MODELS)[number];
