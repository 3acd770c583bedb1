/** Texts of general English a lab's model is trained on at most. */
export const MAX_BACKGROUND = 10_000;
