import type { ThreadTask } from '../../../../platform/threads/index.js';
import { openWordVectors } from '../../../../domain/learning/word-vectors.js';
import {
  type CandidateInput,
  suggestKeywords,
  type SuggestionOptions,
  type Suggestions,
} from '../../../../domain/topic/index.js';
import { heldAgainst } from './expansion-task.js';

interface SuggestionRequest extends Omit<CandidateInput, 'background'> {
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly options: Partial<SuggestionOptions>;
}

/** Finds keywords in seed pages, in another thread. */
export const task: ThreadTask<SuggestionRequest, Suggestions> = {
  url: import.meta.url,
  run: ({ vectors: buffer, options, ...input }) => {
    const vectors = openWordVectors(buffer);
    return suggestKeywords({ ...input, ...heldAgainst(input, vectors) }, vectors, options);
  },
};
