import type { Rng } from '../base/rng.js';
import type { PolicyDeps } from '../policies/policy.js';
import { createKeywordMatching, type Keyword } from '../topic/index.js';
import { rememberTexts } from './remembered-texts.js';
import { fetchLimit, initialCap, type SessionConfig } from './session-config.js';

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
