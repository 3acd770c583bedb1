import type { StepOutcome } from '../fetching/index.js';
import { usageOf } from './quota.js';
import type { StepRecord } from './step.js';

const step = (outcome: StepOutcome, free: boolean, rendered = false): StepRecord =>
  ({ outcome, facts: { free, rendered } }) as StepRecord;

describe('what steps use of quotas', () => {
  it('counts fetches as budgets do', () => {
    const steps = [step('page', false), step('http-error', false), step('sitemap', true), step('deferred', true)];
    expect(usageOf(steps)).toEqual({ fetches: 2, renders: 0 });
    expect(usageOf([])).toEqual({ fetches: 0, renders: 0 });
  });

  it('counts what Chromium was asked for, also where it failed', () => {
    const steps = [
      step('page', false, true),
      step('render-failed', false),
      step('render-killed', false),
      step('page', false),
    ];
    expect(usageOf(steps)).toEqual({ fetches: 4, renders: 3 });
  });
});
