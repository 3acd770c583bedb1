/** `prospector` in which the valuer `text` makes all choices. */
import { prospector } from '../../../dist/domain/policies/prospector/index.js';
import { VALUERS } from '../../../dist/domain/policies/prospector/link-frontier.js';
import { ProspectorPolicy } from '../../../dist/domain/policies/prospector/prospector-policy.js';

const only = VALUERS.findIndex(({ name }) => name === 'text');

export default {
  ...prospector,
  name: 'only-text',
  create: (config, deps) => {
    const policy = new ProspectorPolicy(config, deps);
    policy.shares.next = () => only;
    return policy;
  },
};
