import { logitOf } from '../../learning/log-odds.js';

/**
 * The share of relevant pages at a judge's probability: logistic in its log-odds relative to the threshold's. Among
 * fetched pages, a judge trained on a few examples is overconfident, because they resemble the topic more than its
 * irrelevant examples do; its threshold compensates for that, and differs between judges. Set by hand from the shares
 * among fetched pages of tuning topics; `bench/quality/credit.mjs` fits -1.06 and .80 to judges with examples, and
 * -1.63 and .67 to those with only keywords, which lose almost nothing.
 */
const SLOPE = 0.82;
const AT_THRESHOLD = -1.15;

/** The chance, in (0, 1), that a crawled page is relevant, from a judge's probability and threshold. */
export const chanceOfPage = (probability: number, threshold: number): number =>
  1 / (1 + Math.exp(-AT_THRESHOLD - SLOPE * (logitOf(probability) - logitOf(threshold))));
