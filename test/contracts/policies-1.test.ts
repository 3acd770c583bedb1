import { describeContracts } from './policy-configurations.js';

describeContracts(1);
