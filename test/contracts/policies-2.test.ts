import { describeContracts } from './policy-configurations.js';

describeContracts(2, 0.2, true);
