export { type AnswerShelf } from './answer-shelf.js';
export { CacheFolder } from './cache-folder.js';
export { ScoreTable } from './score-table.js';
export { WebStore } from './web-store.js';
