import type { DocumentText } from '../../text/document-text.js';
import type { Rng } from '../../base/rng.js';
import { urlWords } from '../../url/index.js';
import { MAX_SHORT_TEXT_WORDS, wordsOf, type NumberedDocument } from '../features/document-words.js';
import type { TrainingSet } from '../training/training-set.js';

/** Most links read of a document: further ones mostly repeat. */
const MAX_ANCHORS = 5;
/** Most words read of a title or an anchor: as many as links have. */
const MAX_WORDS = 12;
/** Length of an excerpt if a document has neither title nor URL: the range measured to serve anchors best. */
const CUTTING = { least: 2, most: 10 };

/** Texts as short as links', each representing a document of a training set. */
export interface ShortTexts {
  readonly words: readonly (readonly string[])[];
  /** Index of the represented document, ascending. */
  readonly document: Int32Array;
}

/**
 * Texts that resemble links to a document, in the form that policies submit for judging: its title and each known
 * anchor, with the words of the URL.
 *
 * @returns the words of each; empty if there is neither title nor anchor nor URL
 */
export function linkLikeTexts({ url, title, anchors = [] }: DocumentText): string[][] {
  const address = url === '' ? [] : wordsOf(urlWords(url), MAX_SHORT_TEXT_WORDS);
  const texts = [...new Set([title, ...anchors.slice(0, MAX_ANCHORS)])].map((text) => [
    ...wordsOf(text, MAX_WORDS),
    ...address,
  ]);
  return texts.filter((words) => words.length > 0);
}

/**
 * Short texts of all documents of a set; for those without known links, an excerpt of their text. @param rng draws the
 * excerpts
 */
export function shortTextsOf(set: TrainingSet, rng: Rng): ShortTexts {
  const words: (readonly string[])[] = [];
  const document: number[] = [];
  set.documents.forEach((one, i) => {
    const texts = linkLikeTexts(one);
    for (const text of texts.length > 0 ? texts : [cuttingOf(set.numbered[i], set.words, rng)]) {
      words.push(text);
      document.push(i);
    }
  });
  return { words, document: Int32Array.from(document) };
}

/** Consecutive words. */
function cuttingOf({ description, text }: NumberedDocument, words: readonly string[], rng: Rng): string[] {
  const source = text.length > 0 ? text : description;
  const length = CUTTING.least + rng.below(CUTTING.most - CUTTING.least + 1);
  const from = rng.below(Math.max(1, source.length - length + 1));
  return Array.from(source.subarray(from, from + length), (word) => words[word]);
}
