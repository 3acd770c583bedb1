import { policyModules, processEnvironment } from './platform/config/index.js';

/** Loads the policies of POLICY_MODULES, before the application, which lists policies. @throws StartError */
export async function loadPolicyModules(): Promise<void> {
  const files = policyModules(processEnvironment());
  if (files.length > 0) await (await import('./modules/crawl/policies/plain.js')).usePolicyModules(files);
}
