import { z } from 'zod';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Keyword } from '../../topic/keyword-set.js';

const fields = {
  text: z.string(),
  kind: z.enum(['keyword', 'phrase']),
  origin: z.enum(['user', 'expanded']),
};
const keywordsSchema = z.array(
  // Until 22 November 2026 similarity was named score.
  z.union([z.object({ ...fields, similarity: z.number() }), z.object({ ...fields, score: z.number() })]),
);

/** The form that `keywordsFrom` reads. */
export const savedKeywords = (keywords: readonly Keyword[]) => keywords.map((keyword) => ({ ...keyword }));

/** The keywords of a saved model. @throws RangeError if there are none */
export const keywordsFrom = (saved: SnapshotReader): readonly Keyword[] =>
  saved.json('keywords', keywordsSchema).map(({ text, kind, origin, ...rest }) => ({
    ...{ text, kind, origin },
    similarity: 'similarity' in rest ? rest.similarity : rest.score,
  }));
