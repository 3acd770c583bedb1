import type { DocumentText } from '../text/document-text.js';
import { readingOf } from '../text/index.js';
import { judgeKeywords, type KeywordJudgement } from './keyword-judgement.js';
import { KeywordOccurrences } from './keyword-occurrences.js';
import type { Keyword } from './keyword-set.js';
import { ENGLISH } from './topic-language.js';

/** Keywords in the pages of one class, counted as in TRES (section 3.4, table 2). */
export interface KeywordPresence {
  readonly documents: number;
  /** Occurrences of keywords and key phrases per document. */
  readonly meanCount: number;
  /** Distinct keywords per document. */
  readonly meanDistinct: number;
  /** Share of documents with any keyword. */
  readonly share: number;
  /** Words per document: longer pages have more of everything. */
  readonly meanWords: number;
}

export interface KeywordStatistics {
  readonly relevant: KeywordPresence;
  readonly others: KeywordPresence;
  /** Of ranking the documents by their keywords; 0 if one class is empty. */
  readonly averagePrecision: number;
  /** In the order of the set. */
  readonly keywords: readonly KeywordJudgement[];
}

/** Counts a keyword set in relevant and other documents, and judges each keyword by the counts. */
export function keywordStatistics(
  set: readonly Keyword[],
  relevant: readonly DocumentText[],
  others: readonly DocumentText[],
  language = ENGLISH,
): KeywordStatistics {
  const reading = readingOf(language);
  const texts = set.map(({ text }) => text);
  const counted = {
    relevant: KeywordOccurrences.count(texts, relevant, reading),
    others: KeywordOccurrences.count(texts, others, reading),
  };
  const { averagePrecision, keywords } = judgeKeywords(set, counted.relevant, counted.others);
  return { relevant: presenceOf(counted.relevant), others: presenceOf(counted.others), averagePrecision, keywords };
}

/** Means per document over all keywords; 0 if there are no documents. */
export function presenceOf(counted: KeywordOccurrences): KeywordPresence {
  const n = counted.size;
  const distinct = new Int32Array(n);
  let count = 0;
  for (let term = 0; term < counted.length; term++) {
    const { documents, counts } = counted.of(term);
    for (const document of documents) distinct[document]++;
    for (const times of counts) count += times;
  }
  const per = (sum: number): number => (n === 0 ? 0 : sum / n);
  return {
    documents: n,
    meanCount: per(count),
    meanDistinct: per(distinct.reduce((sum, x) => sum + x, 0)),
    share: per(distinct.reduce((sum, x) => sum + (x > 0 ? 1 : 0), 0)),
    meanWords: per(counted.words.reduce((sum, x) => sum + x, 0)),
  };
}
