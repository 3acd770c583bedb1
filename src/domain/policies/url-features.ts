import { nonPageExtension } from '../scope/index.js';
import { gibberishShare } from '../text/index.js';
import { hostOf, pathOf, urlWords } from '../url/index.js';
import { probability } from './link-text.js';

/** The features of a URL in Lim 2016 (5.2.4), in [0, 1], and the relevance of its words (5.2.1, R_url). */
export const URL_FEATURES = ['length', 'nonText', 'query', 'hostGibberish', 'pathGibberish', 'relevance'] as const;

/** "Way too long": longer URLs have the same value. */
const LONGEST = 200;

/**
 * Features of a canonical URL, in the order of `URL_FEATURES`.
 *
 * @param scoreText probability that a short text is relevant
 */
export function urlFeatures(url: string, scoreText: (text: string) => number): Float32Array {
  return Float32Array.of(
    Math.min(1, url.length / LONGEST),
    nonPageExtension(url) === null ? 0 : 1,
    url.includes('?') ? 1 : 0,
    gibberishShare(hostOf(url)),
    gibberishShare(pathOf(url)),
    probability(scoreText(urlWords(url))),
  );
}
