import type { ThreadTask } from '../../../../platform/threads/index.js';
import { createRng } from '../../../../domain/base/rng.js';
import { openWordVectors, type WordVectors } from '../../../../domain/learning/word-vectors.js';
import {
  type CandidateInput,
  type CandidateOptions,
  type CandidateSearch,
  type ExpansionInput,
  ENGLISH,
  findCandidates,
  topicLanguage,
} from '../../../../domain/topic/index.js';
import { backgroundIn, backgroundSample } from '../../../base/word-vectors/index.js';

interface ExpansionRequest extends Omit<ExpansionInput, 'background'> {
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly options: Partial<CandidateOptions>;
}

/** General documents with which candidates are compared. */
const BACKGROUND_DOCUMENTS = 1_000;
/** The same ones every time. */
const BACKGROUND_SEED = 1;

/** The documents for comparing candidates: general ones in the language of the topic and its relevant documents. */
export function heldAgainst(
  { language, current, relevant }: Pick<CandidateInput, 'language' | 'current' | 'relevant'>,
  vectors: WordVectors,
): Pick<CandidateInput, 'language' | 'background'> {
  const resolved = topicLanguage({ language, keywords: current, positives: relevant, vectors });
  const background =
    resolved === ENGLISH
      ? backgroundSample(BACKGROUND_DOCUMENTS, createRng(BACKGROUND_SEED))
      : backgroundIn(BACKGROUND_SEED)(resolved);
  return { language: resolved, background };
}

/** Expands keywords in another thread: a large set of examples takes seconds. */
export const task: ThreadTask<ExpansionRequest, CandidateSearch> = {
  url: import.meta.url,
  run: ({ vectors: buffer, options, ...input }) => {
    const vectors = openWordVectors(buffer);
    return findCandidates({ ...input, ...heldAgainst(input, vectors) }, vectors, options);
  },
};
