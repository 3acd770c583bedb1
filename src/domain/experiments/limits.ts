/** Texts of general English a lab's model is trained on at most. */
export const MAX_BACKGROUND = 10_000;
/** Median time that an answer takes in a simulated crawl unless given, ms. */
export const USUAL_ANSWER_MS = 200;
