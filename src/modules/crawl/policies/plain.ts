/** The part of this module without the framework. */
export { usePolicyModules } from './configured-policies.js';
export { PolicyModuleError } from './policy-module-error.js';
export { readPolicyModules } from './policy-modules.js';
