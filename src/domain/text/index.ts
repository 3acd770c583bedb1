export { foldSpace } from './fold-space.js';
export { rakeKeywords, rakePhrases, type RakeOptions, type RankedPhrase } from './rake.js';
export { hammingDistance, simhash } from './simhash.js';
export { isStopWord } from './stop-words.js';
export { stem } from './stem.js';
export { tokenize } from './tokenize.js';
