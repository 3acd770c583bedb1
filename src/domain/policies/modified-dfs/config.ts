import { z } from 'zod';
import { maxCandidates } from '../candidate-limit.js';
import { HOST_RULES } from './host-memory.js';

/** Lim 2016, section 6.2.2: depthMax. */
const HOST_MEMORY = 3;
/** Searched for each page; a longer memory would need a set. */
const MAX_HOST_MEMORY = 100;

/** The settings of modified depth-first search, for policies based on it. */
export const modifiedDfsShape = {
  hostMemory: z
    .int()
    .min(0)
    .max(MAX_HOST_MEMORY)
    .default(HOST_MEMORY)
    .describe('Number of the last pages whose hosts are remembered. 0: plain depth-first search.'),
  hostRule: z
    .enum(HOST_RULES)
    .default('any')
    .describe(
      'Condition for passing over the links of a page. any: one of the remembered pages is on the same host; all: all of them are.',
    ),
};

export const configSchema = z.strictObject({
  ...modifiedDfsShape,
  reserve: z
    .boolean()
    .default(true)
    .describe(
      'Whether links that are passed over are kept until the stack is empty. false: they are dropped, as in the paper, and the crawl may end early.',
    ),
  maxCandidates,
});
export type ModifiedDfsConfig = z.infer<typeof configSchema>;
