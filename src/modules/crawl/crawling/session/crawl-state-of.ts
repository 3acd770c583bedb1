import { openSnapshot } from '../../../../domain/base/sealed-snapshot.js';
import { storedSettings } from '../../../../domain/base/stored-settings.js';
import { createRng } from '../../../../domain/base/rng.js';
import { findPolicy, type PolicyNeeds } from '../../../../domain/policies/index.js';
import type { LoadedModel } from '../../../topics/models/index.js';
import { isRemoteModel } from '../../../../domain/relevance/index.js';
import { CrawlState, policyDeps } from '../../../../domain/session/index.js';
import type { ClaimedSession } from '../crawl-session.js';

/** The needs of a session's policy; none if this version does not have it. */
export function needsOf({ policy, policyConfig }: Pick<ClaimedSession, 'policy' | 'policyConfig'>): PolicyNeeds {
  return findPolicy(policy)?.needs?.(policyConfig) ?? {};
}

/**
 * The state of a session before its first step, or before it is restored.
 *
 * @throws Error if this version of the program does not have the policy
 */
export function crawlStateOf(session: ClaimedSession, model: LoadedModel): CrawlState {
  const rng = createRng(session.randomSeed);
  const definition = findPolicy(session.policy);
  if (!definition)
    throw new Error(
      `there is no policy ${session.policy}: name its module in POLICY_MODULES, or use the version of Gleaner that has it`,
    );
  const policyConfig = storedSettings(definition.configSchema, session.policyConfig);
  const topic = {
    keywords: session.keywords,
    language: isRemoteModel(model) ? '' : model.language,
    scoreText: (text: string) => model.scoreText(text),
    threshold: model.threshold,
  };
  const prior = session.prior && { kind: session.prior.kind, state: openSnapshot(session.prior.data) };
  const policy = definition.create(policyConfig, policyDeps(session.config, topic, rng, { ...(prior && { prior }) }));
  return new CrawlState(session.config, policy, rng, {
    needs: definition.needs?.(policyConfig),
    // The output of an external classifier is used unchanged.
    ...(!isRemoteModel(model) && { threshold: model.threshold }),
  });
}
