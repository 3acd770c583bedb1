import { z } from 'zod';
import { upperBound } from '../base/binomial.js';
import { RecentWindow } from './recent-window.js';

/** Default of the setting, and of estimates for sessions without a rule. */
export const DEFAULT_CONFIDENCE = 0.95;

const ruleShape = {
  window: z
    .int()
    .min(10)
    .max(1_000_000)
    .describe(
      'Number of the last fetched pages over which the harvest rate is taken. The session fetches at least twice as many before the rule can end it',
    ),
  minHarvestRate: z
    .number()
    .gt(0)
    .max(1)
    .describe(
      'The floor. The session ends as saturated when the upper confidence bound of the harvest rate has been below it for a whole window of pages',
    ),
};
const confidence = z
  .number()
  .min(0.5)
  .max(0.9999)
  .describe(
    'Confidence of the upper bound (Clopper and Pearson). Sessions made before there was this setting have none: they end as soon as the rate itself is below the floor',
  );

/** Whether a whole window without a relevant page could be random, so that the rule would never end a session. */
const isTooShort = (window: number, floor: number, level: number): boolean => upperBound(0, window, level) >= floor;

/** The shortest window in which the absence of relevant pages is significant. */
const shortestWindow = (floor: number, level: number): number => Math.ceil(Math.log(1 - level) / Math.log1p(-floor));

/** The rule in a request. */
export const saturationSchema = z
  .strictObject({ ...ruleShape, confidence: confidence.default(DEFAULT_CONFIDENCE) })
  .superRefine(({ window, minHarvestRate, confidence: level }, context) => {
    if (!isTooShort(window, minHarvestRate, level)) return;
    context.addIssue({
      code: 'custom',
      path: ['window'],
      message: `must be at least ${shortestWindow(minHarvestRate, level)}: even without a relevant page, ${window} pages cannot show with confidence ${level} that the harvest rate is below ${minHarvestRate}`,
    });
  })
  .describe('Rule that ends the session when its harvest rate is significantly below a floor');

/** The rule as stored. */
export const storedSaturationSchema = z
  .strictObject({ ...ruleShape, confidence: confidence.optional() })
  .describe(saturationSchema.description ?? '');
export type SaturationRule = z.infer<typeof storedSaturationSchema>;

/** A session's state with respect to its rule, over its last window of pages. */
export interface SaturationCounts {
  readonly windowFetched: number;
  readonly windowRelevant: number;
  /** Consecutive pages at which the upper bound was below the floor; at most a window, at which the rule holds. */
  readonly poorPages: number;
}

/**
 * Decides whether a session no longer pays.
 *
 * The bound is computed after each page, so at a rate around the floor it falls below it by chance sooner or later.
 * Therefore a single look proves nothing: the bound has to stay below for a whole window of pages. Then the first and
 * the last look share no page, and two independent samples agree.
 */
export class Saturation {
  private readonly recent: RecentWindow;
  /** The pages of all looks that may count: from them the run of poor pages is recomputed. */
  private readonly looks: RecentWindow;
  private readonly window: number;
  /** Most hits in a full window whose bound is below the floor; -1 if none is few enough. */
  private readonly poorHits: number;
  private poor = 0;

  constructor(private readonly rule: SaturationRule | undefined) {
    this.window = rule?.window ?? 0;
    this.recent = new RecentWindow(this.window);
    this.looks = new RecentWindow(rule?.confidence === undefined ? 0 : 2 * this.window - 1);
    this.poorHits = rule === undefined ? -1 : poorHitsOf(rule);
  }

  /** Records a fetched page. */
  push(relevant: boolean): void {
    this.recent.push(relevant);
    this.looks.push(relevant);
    const isPoor = this.recent.isFull && this.recent.hits <= this.poorHits;
    this.poor = isPoor ? Math.min(this.window, this.poor + 1) : 0;
  }

  get isReached(): boolean {
    if (this.rule === undefined || !this.recent.isFull) return false;
    return this.rule.confidence === undefined
      ? this.recent.hits / this.window < this.rule.minHarvestRate
      : this.poor >= this.window;
  }

  get counts(): SaturationCounts {
    return { windowFetched: this.recent.length, windowRelevant: this.recent.hits, poorPages: this.poor };
  }

  save(): Uint8Array {
    return (this.rule?.confidence === undefined ? this.recent : this.looks).save();
  }

  restore(saved: Uint8Array): void {
    this.recent.restore(new Uint8Array());
    this.looks.restore(new Uint8Array());
    this.poor = 0;
    for (const hit of saved) this.push(hit === 1);
  }
}

/** The bound grows with the hits, which allows a binary search. */
function poorHitsOf({ window, minHarvestRate, confidence: level }: SaturationRule): number {
  if (level === undefined) return -1;
  let low = -1;
  let high = Math.min(window, Math.ceil(window * minHarvestRate));
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (upperBound(middle, window, level) < minHarvestRate) low = middle;
    else high = middle;
  }
  return low;
}
