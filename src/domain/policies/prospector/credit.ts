import { chanceOfPage } from '../../relevance/evidence/chance.js';
import type { ObservedStep } from '../policy.js';

/**
 * A page's credit: its chance of being relevant, in [0, 1), from the judge's probability. A crawl learns more from it
 * than from the judge's yes or no: yes is rare at first, and a host of nearly relevant pages is better than one of
 * irrelevant pages.
 *
 * @param threshold probability from which the judge calls a page relevant
 */
export function creditOf({ ok, probability }: Pick<ObservedStep, 'ok' | 'probability'>, threshold: number): number {
  return ok ? chanceOfPage(probability, threshold) : 0;
}
