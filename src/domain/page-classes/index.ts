export { ClassCollection, type PageClass, type PlainCollection } from './class-collection.js';
export { PageClassifier, type WordCounts, wordsOfPage } from './page-classifier.js';
