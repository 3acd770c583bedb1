import type { ObservedStep } from '../policy.js';
import { logitOf } from '../log-odds.js';

/**
 * How often pages are relevant that the judge gives a probability: logistic in its log-odds. Among pages that crawls fetch, a judge trained on a few examples
 * says too much, because they look more like the topic than its examples of other pages do. Set by hand by the shares among pages fetched on tuning topics; no
 * command fits them yet.
 */
const SLOPE = 0.82;
const INTERCEPT = -3.05;

/**
 * What a page counts for: the chance that it is relevant, in [0, 1), by the probability that the judge gave it. A crawl learns more from it than from the
 * judge's yes or no: yes is rare at first, and a host of pages that come near it is better than one of pages that do not.
 */
export function creditOf({ ok, probability }: Pick<ObservedStep, 'ok' | 'probability'>): number {
  return ok ? 1 / (1 + Math.exp(-INTERCEPT - SLOPE * logitOf(probability))) : 0;
}
