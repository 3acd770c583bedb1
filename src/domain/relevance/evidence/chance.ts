import { logitOf } from '../../learning/log-odds.js';

/**
 * How often pages are relevant that the judge gives a probability: logistic in its log-odds less those of its threshold. Among pages that crawls fetch, a judge
 * trained on a few examples says too much, because they look more like the topic than its examples of other pages do; its threshold takes that in, and differs
 * from judge to judge. Set by hand by the shares among pages fetched on tuning topics;
 * `bench/quality/credit.mjs` fits -1.06 and .80 to judges with examples, and -1.63 and .67 to those of keywords alone, where these lose next to nothing.
 */
const SLOPE = 0.82;
const AT_THRESHOLD = -1.15;

/** The chance, in (0, 1), that a page of a crawl is relevant of which the judge says `probability`, and from `threshold` on that it is relevant. */
export const chanceOfPage = (probability: number, threshold: number): number =>
  1 / (1 + Math.exp(-AT_THRESHOLD - SLOPE * (logitOf(probability) - logitOf(threshold))));
