import type { Rng } from '../base/rng.js';
import type { PolicyDeps } from '../policies/policy.js';
import { createKeywordMatching, type Keyword } from '../topic/index.js';
import { fetchLimit, initialCap, type SessionConfig } from './session-config.js';
import { hashUrl } from '../url/index.js';

/** A power of two; 2 MB, for the link texts of some thousand pages. */
const ENTRIES = 1 << 17;

/**
 * A judge of short texts that remembers its last answers: menus and teasers stand on page after page, and to judge one
 * takes some microseconds. A text is identified by 64 bits, and each has one place.
 *
 * @param score depends only on the text
 */
export function rememberTexts(score: (text: string) => number): (text: string) => number {
  let halves = new Int32Array(0);
  let scores = new Float64Array(0);
  return (text) => {
    if (scores.length === 0) {
      halves = new Int32Array(2 * ENTRIES);
      scores = new Float64Array(ENTRIES).fill(NaN);
    }
    const { lo, hi } = hashUrl(text);
    const place = lo & (ENTRIES - 1);
    if (halves[2 * place] === (lo | 0) && halves[2 * place + 1] === (hi | 0) && !Number.isNaN(scores[place]))
      return scores[place];
    const scored = score(text);
    halves[2 * place] = lo;
    halves[2 * place + 1] = hi;
    scores[place] = scored;
    return scored;
  };
}

/** A session's topic as its policy knows it: the keywords, and the model's judgement of short texts. */
interface PolicyTopic extends Pick<PolicyDeps, 'scoreText' | 'threshold'> {
  readonly keywords: readonly Keyword[];
  /** ISO 639-1; English if it is '' or omitted. */
  readonly language?: string;
}

/** Settings of a session that its policy knows. */
export type PolicySettings = Pick<SessionConfig, 'budget' | 'domainCap' | 'grouping' | 'objective'>;

/** The inputs of a session's policy. */
export const policyDeps = (
  { budget, domainCap, grouping, objective }: PolicySettings,
  { keywords, language, scoreText, threshold }: PolicyTopic,
  rng: Rng,
  given: Pick<PolicyDeps, 'prior' | 'web'> = {},
): PolicyDeps => ({
  rng,
  scoreText: rememberTexts(scoreText),
  threshold,
  keywords: createKeywordMatching(keywords, language),
  keywordTexts: keywords.map(({ text }) => text),
  budget: fetchLimit(budget),
  domainCap: initialCap(domainCap),
  grouping,
  ...(objective && { objective }),
  ...given,
});
