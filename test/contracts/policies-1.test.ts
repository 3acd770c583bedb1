import { describeContracts } from './policy-configurations.js';

describeContracts(1, 0.2, true);
