import type { ThreadTask } from '../../../platform/threads/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import { type Keyword, keywordStatistics, type KeywordStatistics } from '../../../domain/topic/index.js';

/** Documents of both classes. */
export interface ClassDocuments {
  readonly relevant: readonly DocumentText[];
  readonly others: readonly DocumentText[];
}

export interface StatisticsRequest {
  readonly keywords: readonly Keyword[];
  readonly sources: readonly ClassDocuments[];
}

/** Counting and judging keywords in another thread: thousands of pages take a second or two. */
export const task: ThreadTask<StatisticsRequest, KeywordStatistics[]> = {
  url: import.meta.url,
  run: ({ keywords, sources }) => sources.map(({ relevant, others }) => keywordStatistics(keywords, relevant, others)),
};
