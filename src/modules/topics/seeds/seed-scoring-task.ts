import { createRng } from '../../../domain/base/rng.js';
import { openWordVectors } from '../../../domain/learning/word-vectors.js';
import { findRelevanceModel, type RelevanceModel } from '../../../domain/relevance/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';
import { BACKGROUND_DOCUMENTS, backgroundSample } from '../../base/word-vectors/index.js';

interface SeedScoringRequest {
  readonly keywords: readonly Keyword[];
  /** Buffer of the word vectors. */
  readonly vectors: SharedArrayBuffer;
  readonly documents: readonly DocumentText[];
  /** Titles, snippets and words of URLs. */
  readonly texts: readonly string[];
}

/** Probabilities in the order of the request. */
export interface SeedScores {
  readonly documents: readonly number[];
  readonly texts: readonly number[];
  readonly threshold: number;
}

/** The kind of model that needs only keywords, the same that a session of the topic starts with. */
const KIND = 'keyword-vectors';
/** The same general texts every time. */
const SEED = 1;

/** A search for seeds judges three times by the same keywords; the thread is kept meanwhile. */
let made: { readonly key: string; readonly model: RelevanceModel } | null = null;

function modelOf({ keywords, vectors }: SeedScoringRequest): RelevanceModel {
  const key = JSON.stringify(keywords);
  if (made?.key === key) return made.model;
  const definition = findRelevanceModel(KIND);
  if (!definition) throw new Error(`there is no relevance model of kind ${KIND}`);
  const rng = createRng(SEED);
  const background = backgroundSample(BACKGROUND_DOCUMENTS, rng);
  const input = { keywords, positives: [], negatives: [], background, vectors: openWordVectors(vectors), rng };
  made = { key, model: definition.train({ ...input, config: definition.configSchema.parse({}) }) };
  return made.model;
}

/** Judges candidates in another thread: hundreds of pages take a second or two. */
export const task: ThreadTask<SeedScoringRequest, SeedScores> = {
  url: import.meta.url,
  run: (request) => {
    const model = modelOf(request);
    return {
      documents: request.documents.map((document) => model.score(document)),
      texts: request.texts.map((text) => model.scoreText(text)),
      threshold: model.threshold,
    };
  },
};
