import { z } from 'zod';
import { MAX_PAGE_HITS, MAX_RESULT_PAGES, MAX_SEARCHES, SEARCH_ENGINES } from '../../search/index.js';
import { maxCandidates } from '../candidate-limit.js';
import { linkTextSchema } from '../link-text.js';
import { CRAWLERS } from './crawlers.js';

const share = z.number().min(0).max(1);

export const configSchema = z.strictObject({
  engine: z
    .enum(SEARCH_ENGINES)
    .default('stored')
    .describe(
      'The search engine. stored: full-text search over the pages that all sessions of this service have stored; searxng: the SearXNG instance that the operator has set with SEARXNG_URL. On recorded webs both search the recording.',
    ),
  crawler: z.enum(CRAWLERS).default('best-first').describe('Policy by which links are followed between the queries'),
  text: linkTextSchema,
  crawlPages: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(50)
    .describe('Number of links followed between the end of a query and the next query'),
  maxSearches: z
    .int()
    .min(1)
    .max(MAX_SEARCHES)
    .default(1_000)
    .describe('Maximum number of requested pages of results in a session'),
  resultPages: z
    .int()
    .min(1)
    .max(MAX_RESULT_PAGES)
    .default(2)
    .describe('Maximum number of pages of results of one query'),
  hitsPerPage: z.int().min(1).max(MAX_PAGE_HITS).default(20).describe('Number of hits used of a page of results'),
  initialTerms: z.int().min(1).max(20).default(3).describe('Keywords of the first query'),
  maxTerms: z.int().min(1).max(20).default(8).describe('Maximum number of terms of a query'),
  goodPrecision: share
    .default(0.5)
    .describe(
      'Above this share of relevant pages among its hits a query teaches terms. Below it the next query is one term longer',
    ),
  freshShare: share
    .default(0.5)
    .describe('If fewer of its hits are new, the query after one of good precision is one term shorter'),
  initialScore: z.number().gt(0).max(1).default(0.01).describe('Score of a keyword before the first query'),
  maxVocabulary: z
    .int()
    .min(100)
    .max(1_000_000)
    .default(20_000)
    .describe('Maximum number of terms with a score. Unused terms with low scores are dropped'),
  maxCandidates,
});
export type SeedFinderConfig = z.infer<typeof configSchema>;
