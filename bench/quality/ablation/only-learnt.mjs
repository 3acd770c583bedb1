/** `prospector` in which the valuer `learnt` makes all choices. */
import { prospector } from '../../../dist/domain/policies/prospector/index.js';
import { VALUERS } from '../../../dist/domain/policies/prospector/link-frontier.js';
import { ProspectorPolicy } from '../../../dist/domain/policies/prospector/prospector-policy.js';

const only = VALUERS.findIndex(({ name }) => name === 'learnt');

export default {
  ...prospector,
  name: 'only-learnt',
  create: (config, deps) => {
    const policy = new ProspectorPolicy(config, deps);
    policy.shares.next = () => only;
    return policy;
  },
};
