import { openWordVectors } from '../../domain/learning/word-vectors.js';
import type { DocumentText } from '../../domain/relevance/index.js';
import { expandKeywords, type Expansion, type ExpansionOptions, type Keyword } from '../../domain/topic/index.js';
import type { ThreadTask } from '../jobs/index.js';

export interface ExpansionRequest {
  readonly seeds: readonly Keyword[];
  readonly documents: readonly DocumentText[];
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly options: Partial<ExpansionOptions>;
}

/** Keyword expansion in another thread: a large set of examples takes seconds. */
export const task: ThreadTask<ExpansionRequest, Expansion> = {
  url: import.meta.url,
  run: ({ seeds, documents, vectors, options }) => expandKeywords(seeds, documents, openWordVectors(vectors), options),
};
