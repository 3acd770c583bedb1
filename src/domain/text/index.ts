export { asciiWords, MAX_WORD_NUMBERS, shortAsciiWords, wordGeneration } from './ascii-words.js';
export { gibberishShare } from './gibberish.js';
export { collocations } from './collocations.js';
export type { DocumentText } from './document-text.js';
export { type Excerpt, excerptOf, marksOf } from './excerpt.js';
export { fileName } from './file-name.js';
export { foldSpace } from './fold-space.js';
export { nameIn } from './name-in.js';
export { inNewKanji } from './new-kanji.js';
export { rakePhrases } from './rake.js';
export { shownJson, shownText, shownTitle, withHiddenAs } from './shown-text.js';
export { hammingDistance, simhash } from './simhash.js';
export { inSimplified } from './simplified-chinese.js';
export { isStopWord } from './stop-words.js';
export { englishStem, stem } from './stem.js';
export {
  isBeginning,
  oneSpelling,
  searchedStems,
  STEMMED_LANGUAGES,
  stemIn,
  stemmingLanguage,
  stemmingLanguages,
  stemOfSpellings,
  stemsOf,
  withoutVowels,
} from './stemmers.js';
export { isDotless, isPair, isUnspaced, lowerCase, withoutAccents, wordsIn } from './scripts.js';
export { ENGLISH_READING, readingOf, type WordReading } from './word-reading.js';
export { WordFinder } from './word-finder.js';
export { letterRuns, shownWords, tokenize } from './tokenize.js';
