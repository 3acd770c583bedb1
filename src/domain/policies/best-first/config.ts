import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';

export const configSchema = z.strictObject({ text: linkTextSchema, maxCandidates });
export type BestFirstConfig = z.infer<typeof configSchema>;
