import { canonicalUrl, MAX_URL_CHARS } from '../../../domain/url/index.js';
import { invalid } from '../../../platform/errors/index.js';
import { MAX_SEEDS } from './topic.js';

const ALLOWED = `an http or https URL of at most ${MAX_URL_CHARS} characters`;

/**
 * The canonical form of a user's seeds, in their order; of equal ones the first counts.
 *
 * @throws DomainError VALIDATION_FAILED naming the first wrong one, e.g. `seeds[2]`
 */
export function seedsFromUser(raw: readonly string[]): string[] {
  const seeds = new Set(raw.map((text, i) => requireUrl(text, `seeds[${i}]`)));
  if (seeds.size > MAX_SEEDS) throw invalid('seeds', `${seeds.size} seeds are too many`, `at most ${MAX_SEEDS}`);
  return [...seeds];
}

/** @throws DomainError VALIDATION_FAILED naming the field */
export function requireUrl(raw: string, field: string): string {
  const url = canonicalUrl(raw);
  if (url === null)
    throw invalid(field, `${JSON.stringify(raw.slice(0, 200))} is not a URL that can be crawled`, ALLOWED);
  return url;
}
