/** The part of this module without the framework. */
export { usePolicyModules } from './configured-policies.js';
export { PolicyModuleError, readPolicyModules } from './policy-modules.js';
