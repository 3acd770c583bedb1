import { z } from 'zod';

/** The size the engine's memory is planned for: ten million candidates. */
const DEFAULT_MAX_CANDIDATES = 10_000_000;
/** 13 to 16 bytes a candidate: beyond this one frontier alone would take gigabytes. */
const HIGHEST_MAX_CANDIDATES = 100_000_000;

/** How many candidates a policy may hold, as a setting with this default. */
export const candidateLimit = (byDefault: number): z.ZodDefault<z.ZodInt> =>
  z
    .int()
    .min(1)
    .max(HIGHEST_MAX_CANDIDATES)
    .default(byDefault)
    .describe(
      'Maximum number of candidates, including stale ones. When it is reached, new ones are refused and counted.',
    );

/** One setting of every policy. */
export const maxCandidates = candidateLimit(DEFAULT_MAX_CANDIDATES);

/**
 * Candidates looked at in one choice while fetches are under way. Enough to see past the hosts that are busy now, few enough for well under a
 * millisecond. With nothing under way nothing can be busy, and the look-out has no limit.
 */
export const LOOKAHEAD = 20_000;
