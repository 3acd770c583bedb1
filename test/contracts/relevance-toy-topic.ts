import type { DocumentText } from '../../src/domain/text/index.js';
import { createRng } from '../../src/domain/base/rng.js';
import { openWordVectors, WordVectorsBuilder, type WordVectors } from '../../src/domain/learning/word-vectors.js';
import type { Keyword } from '../../src/domain/topic/index.js';

/** Artificial words: those of the topic, of other subjects, and of any page. */
const made = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}um`);
const TOPIC_WORDS = made('top', 40);
const OTHER_WORDS = made('oth', 200);
const COMMON_WORDS = made('com', 60);
const KEYWORDS = 4;

const DIMENSIONS = 16;
const SITES = 8;
const TITLE_WORDS = 4;
const TEXT_WORDS = 80;
/** Share of topic words in a topic page and in another page: most words are neutral. */
const SHARE_ON = 0.2;
const SHARE_OFF = 0.01;

/** The first topic words. */
export function toyKeywords(): Keyword[] {
  return TOPIC_WORDS.slice(0, KEYWORDS).map((text) => ({ text, kind: 'keyword', origin: 'user', similarity: 1 }));
}

/** Vectors that place topic words near one direction and others anywhere. */
export function toyVectors(): WordVectors {
  const rng = createRng(77);
  const words = [...COMMON_WORDS, ...OTHER_WORDS, ...TOPIC_WORDS];
  const builder = new WordVectorsBuilder(words, DIMENSIONS);
  words.forEach((word, row) => {
    const vector = Array.from({ length: DIMENSIONS }, () => rng.next() - 0.5);
    if (word.startsWith('top')) vector[0] += 2;
    builder.setRow(row, vector);
  });
  return openWordVectors(builder.finish());
}

/** Pages about the topic, or about something else, on eight sites. */
export function toyDocuments(kind: 'topic' | 'other', count: number, seed: number): DocumentText[] {
  const rng = createRng(seed);
  const share = kind === 'topic' ? SHARE_ON : SHARE_OFF;
  const word = (ofTopic: number): string => {
    const list = rng.next() < ofTopic ? TOPIC_WORDS : rng.next() < 0.5 ? OTHER_WORDS : COMMON_WORDS;
    return list[rng.below(list.length)];
  };
  const words = (length: number, ofTopic: number): string => Array.from({ length }, () => word(ofTopic)).join(' ');
  return Array.from({ length: count }, (_, i) => ({
    url: `http://site${i % SITES}-${kind}.example/${seed}/${i}`,
    title: words(TITLE_WORDS, 2 * share),
    description: '',
    text: words(TEXT_WORDS, share),
  }));
}
