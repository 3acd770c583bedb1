import { describeModelSwitches } from '../support/model-switch.js';

// `npm test` has `tres`, and what does not depend on the policy.
describeModelSwitches(['best-first', 'seedfinder']);
