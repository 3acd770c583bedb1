import * as lists from 'stopword';
import { stem } from './stem.js';
import { stemIn } from './stemmers.js';
import { isStopWord } from './stop-words.js';

/** How words of one language are compared, and which of them have no topic. */
export interface WordReading {
  /** @param word lower case */
  readonly stem: (word: string) => string;
  /** @param word lower case */
  readonly isStopWord: (word: string) => boolean;
}

export const ENGLISH_READING: WordReading = { stem, isStopWord };

/** Stop words of the package `stopword`, by ISO 639-1. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  ar: lists.ara,
  bg: lists.bul,
  bn: lists.ben,
  ca: lists.cat,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  es: lists.spa,
  et: lists.est,
  eu: lists.eus,
  fa: lists.fas,
  fi: lists.fin,
  fr: lists.fra,
  ga: lists.gle,
  gl: lists.glg,
  gu: lists.guj,
  he: lists.heb,
  hi: lists.hin,
  hr: lists.hrv,
  hu: lists.hun,
  hy: lists.hye,
  id: lists.ind,
  it: lists.ita,
  ja: lists.jpn,
  ko: lists.kor,
  ku: lists.kur,
  lt: lists.lit,
  lv: lists.lav,
  mr: lists.mar,
  ms: lists.msa,
  my: lists.mya,
  nl: lists.nld,
  no: lists.nob,
  pa: lists.panGu,
  pl: lists.pol,
  pt: [...lists.por, ...lists.porBr],
  ro: lists.ron,
  ru: lists.rus,
  sk: lists.slk,
  sl: lists.slv,
  sv: lists.swe,
  sw: lists.swa,
  th: lists.tha,
  tl: lists.tgl,
  tr: lists.tur,
  uk: lists.ukr,
  ur: lists.urd,
  vi: lists.vie,
  yo: lists.yor,
  zh: lists.zho,
};

/**
 * How words of a language are read; English if it is '' or `en`. Pages in other languages also have English words.
 * @param language ISO 639-1
 */
export function readingOf(language: string): WordReading {
  if (language === '' || language === 'en') return ENGLISH_READING;
  const own = new Set(STOP_WORDS[language]?.map((word) => word.toLowerCase()));
  return {
    stem: (word) => stemIn(language, word),
    isStopWord: (word) => own.has(word) || isStopWord(word),
  };
}
