import { EXIT_CONFIG, StartError } from '../../../platform/start/index.js';
import { loadFirstInThreads } from '../../../platform/threads/plain.js';
import { PolicyModuleError } from './policy-module-error.js';
import { addPolicyModules } from './policy-modules.js';

/**
 * Adds the policies of POLICY_MODULES to this process and the threads of its tasks. Modules that list policies when
 * they are loaded have to be loaded later.
 *
 * @throws StartError
 */
export async function usePolicyModules(files: readonly string[]): Promise<void> {
  try {
    await addPolicyModules(files);
  } catch (error) {
    if (error instanceof PolicyModuleError)
      throw new StartError(`POLICY_MODULES: ${error.message}`, { exitCode: EXIT_CONFIG, cause: error });
    throw error;
  }
  loadFirstInThreads(new URL('./policy-modules-thread.js', import.meta.url).href);
}
