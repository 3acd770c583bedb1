import { z } from 'zod';
import type { Explanation } from '../policies/policy.js';
import { NO_URL, type StepPlan } from './step.js';

/** Shown and stored; nothing is computed from it. */
export const explanationSchema: z.ZodType<Explanation> = z.custom<Explanation>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an explanation is needed',
);

const count = z.int().min(0);

/** Plans in snapshots. */
export const stepPlansSchema: z.ZodType<readonly StepPlan[]> = z.array(
  z.object({
    step: count,
    urlNo: z.int().min(NO_URL),
    source: z.int(),
    chosenAfter: count,
    explanation: explanationSchema,
    as: z.enum(['page', 'sitemap', 'search']),
    search: z.object({ query: z.string(), page: count, limit: count }).optional(),
    choice: count,
    attempt: count,
    deferrals: count,
    readLinks: z.boolean(),
    patient: z.boolean(),
    notBeforeMs: z.number().optional(),
    namedBy: count.optional(),
  }),
);
