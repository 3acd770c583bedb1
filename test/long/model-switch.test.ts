import { describeModelSwitches } from '../support/model-switch.js';

// `npm test` has `best-first`, and tests independent of the policy.
describeModelSwitches(['tres', 'seedfinder']);
