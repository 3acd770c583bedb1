import { describeContracts } from '../contracts/policy-configurations.js';

/** The contract of all policies, with a hundred times the interleavings of the daily run. */
for (const first of [0, 1, 2] as const) describeContracts(first, 20);
