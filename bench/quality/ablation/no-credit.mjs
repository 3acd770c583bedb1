/** `prospector` whose pages count by the judge's yes or no instead of the probability of relevance. */
import { prospector } from '../../../dist/domain/policies/prospector/index.js';
import { ProspectorPolicy } from '../../../dist/domain/policies/prospector/prospector-policy.js';

const credit = ({ ok, relevant }) => (ok && relevant ? 1 : 0);

export default {
  ...prospector,
  name: 'no-credit',
  create: (config, deps) => new ProspectorPolicy(config, deps, { credit }),
};
