import { z } from 'zod';

/** Settings of a session that visits pages again. */
export const monitoringSchema = z
  .strictObject({
    revisitAfterMinutes: z
      .number()
      .min(0.001)
      .max(525_600)
      .optional()
      .describe('Minutes of running time after a visit until the page may be fetched again. This or revisitAfterSteps'),
    revisitAfterSteps: z
      .int()
      .min(1)
      .max(10_000_000)
      .optional()
      .describe(
        'Completed steps after a visit until the page may be fetched again. Earlier when nothing else is left to fetch. This or revisitAfterMinutes',
      ),
    freshHours: z
      .number()
      .min(0.01)
      .max(87_600)
      .default(24)
      .describe(
        'Pages that are older by Last-Modified, in hours, bring no reward. Without Last-Modified a page is young',
      ),
  })
  .refine(
    ({ revisitAfterMinutes, revisitAfterSteps }) =>
      (revisitAfterMinutes === undefined) !== (revisitAfterSteps === undefined),
    {
      path: ['revisitAfterMinutes'],
      message: 'one of revisitAfterMinutes and revisitAfterSteps is required, not both',
    },
  )
  .describe(
    'Makes it a monitoring session: pages are visited again and again, and what is new or changed is relevant. Needs trackChanges',
  );
export type MonitoringConfig = z.infer<typeof monitoringSchema>;

const HOUR_MS = 3_600_000;

/**
 * Whether a page is young enough to be news.
 *
 * @param fetchedAt epoch ms
 * @param lastModified the raw header; null or an invalid date makes a page as old as its visit
 */
export function isFresh(fetchedAt: number, lastModified: string | null, { freshHours }: MonitoringConfig): boolean {
  const modifiedAt = lastModified === null ? Number.NaN : Date.parse(lastModified);
  return !(Math.floor(fetchedAt) - modifiedAt > freshHours * HOUR_MS);
}
