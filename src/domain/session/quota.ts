import type { StepSummary } from './step.js';

/**
 * What the operator of the service may limit for a project. The days are those of UTC.
 * STORED_PAGES: pages of its sessions that are stored. FETCHES_PER_DAY: fetches, as budgets count them. RENDERS_PER_DAY: pages rendered by Chromium.
 * SESSIONS_RUNNING: sessions that run at the same time.
 */
export const QUOTAS = ['STORED_PAGES', 'FETCHES_PER_DAY', 'RENDERS_PER_DAY', 'SESSIONS_RUNNING'] as const;
export type Quota = (typeof QUOTAS)[number];

/** What steps have used of the quotas of a day. */
export interface DayUsage {
  readonly fetches: number;
  readonly renders: number;
}

/** Sitemaps, searches and what was put off cost no budget, so they count for nothing here either. A page that Chromium failed on counts as rendered. */
export function usageOf(steps: readonly StepSummary[]): DayUsage {
  let fetches = 0;
  let renders = 0;
  for (const { facts, outcome } of steps) {
    if (!facts.free) fetches++;
    if (facts.rendered || outcome === 'render-failed' || outcome === 'render-killed') renders++;
  }
  return { fetches, renders };
}
