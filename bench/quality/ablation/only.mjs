/** `prospector` in which one valuer makes all choices. */
import { prospector } from '../../../dist/domain/policies/prospector/index.js';
import { VALUERS } from '../../../dist/domain/policies/prospector/link-frontier.js';
import { ProspectorPolicy } from '../../../dist/domain/policies/prospector/prospector-policy.js';

export const only = (valuer) => {
  const number = VALUERS.findIndex(({ name }) => name === valuer);
  return {
    ...prospector,
    name: `only-${valuer}`,
    create: (config, deps) => {
      const policy = new ProspectorPolicy(config, deps);
      policy.shares.next = () => number;
      return policy;
    },
  };
};
