import type { ThreadTask } from '../../../../platform/threads/index.js';
import type { DocumentText } from '../../../../domain/text/index.js';
import {
  type Keyword,
  keywordStatistics,
  type KeywordStatistics,
  topicLanguage,
} from '../../../../domain/topic/index.js';

/** Documents of both classes. */
export interface ClassDocuments {
  readonly relevant: readonly DocumentText[];
  readonly others: readonly DocumentText[];
}

export interface StatisticsRequest {
  /** The topic's language according to its user, ISO 639-1. */
  readonly language: string;
  readonly keywords: readonly Keyword[];
  readonly sources: readonly ClassDocuments[];
}

/** Counts and judges keywords in another thread: thousands of pages take a second or two. */
export const task: ThreadTask<StatisticsRequest, KeywordStatistics[]> = {
  url: import.meta.url,
  run: ({ language: named, keywords, sources }) => {
    const positives = sources.flatMap(({ relevant }) => relevant);
    const language = topicLanguage({ language: named, keywords, positives, vectors: null });
    return sources.map(({ relevant, others }) => keywordStatistics(keywords, relevant, others, language));
  },
};
