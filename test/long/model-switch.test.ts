import { describeModelSwitches } from '../support/model-switch.js';

// `npm test` has `best-first`, and what does not depend on the policy.
describeModelSwitches(['tres', 'seedfinder']);
