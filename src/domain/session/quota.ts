import type { StepSummary } from './step.js';

/**
 * Quotas that the service's operator may set for a project. Days are UTC. STORED_PAGES: stored pages of its sessions.
 * FETCHES_PER_DAY: fetches, as counted by budgets. RENDERS_PER_DAY: pages rendered by Chromium. SESSIONS_RUNNING:
 * sessions that run at the same time.
 */
export const QUOTAS = ['STORED_PAGES', 'FETCHES_PER_DAY', 'RENDERS_PER_DAY', 'SESSIONS_RUNNING'] as const;
export type Quota = (typeof QUOTAS)[number];

/** The use of daily quotas by steps. */
export interface DayUsage {
  readonly fetches: number;
  readonly renders: number;
}

/**
 * Sitemaps, searches and deferrals cost no budget, so they do not count here either. A page on which Chromium failed
 * counts as rendered.
 */
export function usageOf(steps: readonly StepSummary[]): DayUsage {
  let fetches = 0;
  let renders = 0;
  for (const { facts, outcome } of steps) {
    if (!facts.free) fetches++;
    if (facts.rendered || outcome === 'render-failed' || outcome === 'render-killed') renders++;
  }
  return { fetches, renders };
}
