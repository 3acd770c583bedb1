import type { ThreadTask } from '../../../platform/threads/index.js';
import { createRng } from '../../../domain/base/rng.js';
import { openWordVectors } from '../../../domain/learning/word-vectors.js';
import {
  type CandidateOptions,
  type CandidateSearch,
  type ExpansionInput,
  findCandidates,
} from '../../../domain/topic/index.js';
import { backgroundSample } from '../../word-vectors/index.js';

export interface ExpansionRequest extends Omit<ExpansionInput, 'background'> {
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly options: Partial<CandidateOptions>;
}

/** General documents that candidates are held against. */
export const BACKGROUND_DOCUMENTS = 1_000;
/** The same ones every time. */
const BACKGROUND_SEED = 1;

export const generalDocuments = () => backgroundSample(BACKGROUND_DOCUMENTS, createRng(BACKGROUND_SEED));

/** Keyword expansion in another thread: a large set of examples takes seconds. */
export const task: ThreadTask<ExpansionRequest, CandidateSearch> = {
  url: import.meta.url,
  run: ({ vectors, options, ...input }) =>
    findCandidates({ ...input, background: generalDocuments() }, openWordVectors(vectors), options),
};
