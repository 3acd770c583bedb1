export { foldSpace } from './fold-space.js';
export { isStopWord } from './stop-words.js';
export { stem } from './stem.js';
export { tokenize } from './tokenize.js';
