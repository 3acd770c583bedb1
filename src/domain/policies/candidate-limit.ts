import { z } from 'zod';

/** The planned capacity of the engine's memory: ten million candidates. */
const DEFAULT_MAX_CANDIDATES = 10_000_000;
/** 13 to 16 bytes per candidate: above this one frontier alone would take gigabytes. */
const HIGHEST_MAX_CANDIDATES = 100_000_000;

/** The setting for a policy's largest number of candidates, with this default. */
export const candidateLimit = (byDefault: number): z.ZodDefault<z.ZodInt> =>
  z
    .int()
    .min(1)
    .max(HIGHEST_MAX_CANDIDATES)
    .default(byDefault)
    .describe(
      'Maximum number of candidates, including stale ones. When it is reached, new ones are refused and counted.',
    );

/** A setting of every policy. */
export const maxCandidates = candidateLimit(DEFAULT_MAX_CANDIDATES);

/** The settings of policies that have no others. */
export const candidateLimitSchema = z.strictObject({ maxCandidates });
export type CandidateLimit = z.infer<typeof candidateLimitSchema>;

/**
 * Most candidates examined per choice while fetches are in flight. Enough to see past busy hosts, few enough for well
 * under a millisecond. With nothing in flight nothing is busy, and there is no limit.
 */
export const LOOKAHEAD = 20_000;
