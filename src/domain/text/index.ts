export { gibberishShare } from './gibberish.js';
export { collocations, type Collocation, type CollocationOptions, logLikelihoodRatio } from './collocations.js';
export type { DocumentText } from './document-text.js';
export { foldSpace } from './fold-space.js';
export { contentRuns, rakeKeywords, rakePhrases, type RakeOptions, type RankedPhrase } from './rake.js';
export { countBits, hammingDistance, simhash, type Fingerprint } from './simhash.js';
export { isStopWord } from './stop-words.js';
export { stem } from './stem.js';
export { tokenize } from './tokenize.js';
