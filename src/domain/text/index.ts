export { asciiWords, MAX_WORD_NUMBERS, wordGeneration } from './ascii-words.js';
export { gibberishShare } from './gibberish.js';
export { collocations, type Collocation, type CollocationOptions, logLikelihoodRatio } from './collocations.js';
export { placeToEnd } from './cut-text.js';
export type { DocumentText } from './document-text.js';
export { type Excerpt, excerptOf, marksOf } from './excerpt.js';
export { foldSpace } from './fold-space.js';
export { contentRuns, rakeKeywords, rakePhrases, type RakeOptions, type RankedPhrase } from './rake.js';
export { shownJson, shownText, withHiddenAs } from './shown-text.js';
export { countBits, hammingDistance, simhash, type Fingerprint } from './simhash.js';
export { isStopWord } from './stop-words.js';
export { englishStem, stem } from './stem.js';
export {
  isBeginning,
  STEMMED_LANGUAGES,
  stemIn,
  stemmingLanguage,
  stemmingLanguages,
  stemsOf,
  withoutVowels,
} from './stemmers.js';
export { isPair, isUnspaced, lettersOfWord, shownWordsIn, wordsIn, written } from './scripts.js';
export { ENGLISH_READING, readingOf, type WordReading } from './word-reading.js';
export { WordFinder } from './word-finder.js';
export { letterRuns, shownWords, tokenize } from './tokenize.js';
