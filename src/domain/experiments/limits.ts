/** Most texts of general English on which a lab's model is trained. */
export const MAX_BACKGROUND = 10_000;
/** Default median response time in a simulated crawl, ms. */
export const USUAL_ANSWER_MS = 200;
