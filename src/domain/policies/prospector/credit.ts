import { chanceOfPage } from '../../relevance/evidence/chance.js';
import type { ObservedStep } from '../policy.js';

/**
 * What a page counts for: the chance that it is relevant, in [0, 1), by the probability that the judge gave it. A crawl learns more from it than from the
 * judge's yes or no: yes is rare at first, and a host of pages that come near it is better than one of pages that do not.
 *
 * @param threshold probability from which the judge calls a page relevant
 */
export function creditOf({ ok, probability }: Pick<ObservedStep, 'ok' | 'probability'>, threshold: number): number {
  return ok ? chanceOfPage(probability, threshold) : 0;
}
