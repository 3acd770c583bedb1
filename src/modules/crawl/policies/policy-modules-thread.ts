import { policyModules, processEnvironment } from '../../../platform/config/index.js';
import { addPolicyModules } from './policy-modules.js';

// Tasks of this thread find the policies of POLICY_MODULES like the process that started it.
await addPolicyModules(policyModules(processEnvironment()));
