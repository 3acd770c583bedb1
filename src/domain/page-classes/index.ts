export { ClassCollection, type PageClass, type PlainCollection } from './class-collection.js';
export { PageClassifier, type WordCounts } from './page-classifier.js';
export { wordsOfPage } from './page-words.js';
