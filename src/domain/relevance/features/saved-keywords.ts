import { z } from 'zod';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Keyword } from '../../topic/keyword-set.js';

const keywordsSchema: z.ZodType<readonly Keyword[]> = z.array(
  z.object({
    text: z.string(),
    kind: z.enum(['keyword', 'phrase']),
    origin: z.enum(['user', 'expanded']),
    similarity: z.number(),
  }),
);

/** The keywords that a saved model has with it. @throws RangeError when there are none */
export const keywordsFrom = (saved: SnapshotReader): readonly Keyword[] => saved.json('keywords', keywordsSchema);
