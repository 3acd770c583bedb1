import { logitOf } from '../../learning/log-odds.js';
import type { ObservedStep } from '../policy.js';

/**
 * How often pages are relevant that the judge gives a probability: logistic in its log-odds less those of its threshold. Among pages that crawls fetch, a judge
 * trained on a few examples says too much, because they look more like the topic than its examples of other pages do; its threshold takes that in, and differs
 * from judge to judge. Set by hand by the shares among pages fetched on tuning topics;
 * `bench/quality/credit.mjs` fits -1.06 and .80 to judges with examples, and -1.63 and .67 to those of keywords alone, where these lose next to nothing.
 */
const SLOPE = 0.82;
const AT_THRESHOLD = -1.15;

/**
 * What a page counts for: the chance that it is relevant, in [0, 1), by the probability that the judge gave it. A crawl learns more from it than from the
 * judge's yes or no: yes is rare at first, and a host of pages that come near it is better than one of pages that do not.
 *
 * @param threshold probability from which the judge calls a page relevant
 */
export function creditOf({ ok, probability }: Pick<ObservedStep, 'ok' | 'probability'>, threshold: number): number {
  return ok ? 1 / (1 + Math.exp(-AT_THRESHOLD - SLOPE * (logitOf(probability) - logitOf(threshold)))) : 0;
}
