import type { DocumentText } from '../../text/document-text.js';
import { englishStem } from '../../text/index.js';
import type { KeywordTrie } from '../../topic/keyword-trie.js';
import { documentWords, isContentWord, keywordTrie } from '../features/document-words.js';
import type { TrainingInput } from './types.js';

/**
 * Share of the general documents that is removed as closest to the topic. Topics of crawls rarely make up more than a
 * twentieth of general English (WordNet: food 2%, the largest class, artifacts, 10%).
 */
const CLOSEST_SHARE = 0.05;
/** Words of a document that are compared: enough to show its subject. */
const WORDS_COMPARED = 200;
/** Positives that represent the topic, beside its keywords. */
const POSITIVES_COMPARED = 200;

/**
 * General documents without those that may belong to the topic, so that as negatives they do not teach against it: none
 * with a keyword or key phrase, and not the twentieth most similar to the topic's keywords or, without keywords, to its
 * relevant examples.
 */
export function withoutTopic(
  background: readonly DocumentText[],
  topic: Pick<TrainingInput, 'keywords' | 'positives' | 'vectors'>,
): DocumentText[] {
  const trie = keywordTrie(topic.keywords);
  const words = background.map(comparedWordsOf);
  const free = background.map((_, i) => i).filter((i) => !holdsKeyword(trie, words[i].stems));
  const { vectors } = topic;
  if (vectors === null) return free.map((i) => background[i]);

  const centre = new Float32Array(vectors.dimensions);
  const known = vectors.meanVector(
    topic.keywords.flatMap(({ text }) => text.split(' ')),
    centre,
  );
  if (known === 0)
    vectors.meanVector(
      topic.positives.slice(0, POSITIVES_COMPARED).flatMap(wordsToCompare).filter(isContentWord),
      centre,
    );
  const mean = new Float32Array(vectors.dimensions);
  const similarity = free.map((i) => {
    vectors.meanVector(words[i].content, mean);
    let sum = 0;
    for (let k = 0; k < mean.length; k++) sum += mean[k] * centre[k];
    return sum;
  });
  const places = free.map((_, place) => place).sort((a, b) => similarity[b] - similarity[a] || a - b);
  const closest = new Set(places.slice(0, Math.ceil(places.length * CLOSEST_SHARE)));
  return free.filter((_, place) => !closest.has(place)).map((i) => background[i]);
}

function wordsToCompare(document: DocumentText): string[] {
  const { title, description, text } = documentWords(document);
  return [...title, ...description, ...text].slice(0, WORDS_COMPARED);
}

/** The words by which a document is compared, for any topic. */
interface ComparedWords {
  readonly stems: readonly string[];
  readonly content: readonly string[];
}

/**
 * Cached as long as the document is in use: general documents are the same in each training, and extracting their words
 * takes half of a quick one.
 */
const comparedWords = new WeakMap<DocumentText, ComparedWords>();

function comparedWordsOf(document: DocumentText): ComparedWords {
  let compared = comparedWords.get(document);
  if (compared === undefined) {
    const words = wordsToCompare(document);
    compared = { stems: words.map(englishStem), content: words.filter(isContentWord) };
    comparedWords.set(document, compared);
  }
  return compared;
}

function holdsKeyword(trie: KeywordTrie, stems: readonly string[]): boolean {
  let found = false;
  trie.scan(stems, () => (found = true));
  return found;
}
