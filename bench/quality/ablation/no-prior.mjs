/**
 * `prospector` without a prior: all weights but the bias start at 0. The expected worth of a page as a hub, which is
 * not learnt, stays.
 */
import { prospector } from '../../../dist/domain/policies/prospector/index.js';
import { RELEVANCE_PRIOR } from '../../../dist/domain/policies/prospector/prior-weights.js';
import { ProspectorPolicy } from '../../../dist/domain/policies/prospector/prospector-policy.js';

const weights = { relevance: { bias: RELEVANCE_PRIOR.bias } };

export default {
  ...prospector,
  name: 'no-prior',
  create: (config, deps) => new ProspectorPolicy(config, deps, { weights }),
};
