import type { DocumentText } from '../../text/document-text.js';
import { urlWords } from '../../url/index.js';
import { WordTable } from '../features/document-words.js';
import type { Learner } from '../training/learner.js';
import { NEGATIVES_THAT_DECIDE, type TrainingSet } from '../training/training-set.js';

/**
 * The part of a page that a member reads. `beginning`: title, description and the first words; `name`: the title and
 * the words of the URL.
 */
export const READINGS = ['page', 'beginning', 'name'] as const;
export type Reading = (typeof READINGS)[number];

/** The training data of a member: `examples`: the user's labels, without general text and other topics. */
export const MATERIALS = ['all', 'examples'] as const;
export type Material = (typeof MATERIALS)[number];

/** Some 120 words. */
const BEGINNING_CHARS = 720;

/** The part of the page that a member reads. */
export function readAs(reading: Reading, document: DocumentText): DocumentText {
  if (reading === 'page') return document;
  if (reading === 'name')
    return { ...document, description: '', text: document.url === '' ? '' : urlWords(document.url) };
  const { text } = document;
  if (text.length <= BEGINNING_CHARS) return document;
  const space = text.lastIndexOf(' ', BEGINNING_CHARS);
  return { ...document, text: text.slice(0, space > 0 ? space : BEGINNING_CHARS) };
}

/** A training set as a member reads it; indices, labels and sites stay. */
export function setAs(reading: Reading, set: TrainingSet): TrainingSet {
  if (reading === 'page') return set;
  const documents = set.documents.map((document) => readAs(reading, document));
  const table = new WordTable();
  return { ...set, documents, numbered: documents.map((document) => table.number(document)), words: table.words };
}

/** Restricts a learner to the examples, if both classes have some. */
export function learningFrom(material: Material, learner: Learner, set: TrainingSet): Learner {
  if (material === 'all' || set.negatives < NEGATIVES_THAT_DECIDE) return learner;
  return {
    fit: (train, onProgress) => {
      const examples = train.filter((i) => set.isBackground[i] === 0);
      const relevant = examples.filter((i) => set.labels[i] === 1).length;
      return learner.fit(relevant === 0 || relevant === examples.length ? train : examples, onProgress);
    },
  };
}
