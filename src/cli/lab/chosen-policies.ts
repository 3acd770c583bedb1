import type { PolicyDefinition } from '../../domain/policies/index.js';
import { PolicyModuleError, readPolicyModules } from '../../modules/crawl/policies/plain.js';
import { CliError, Exit } from '../cli-error.js';

/** Policies from the files of the command line. @throws CliError naming the file, the field and its allowed values */
export async function policiesOfModules(files: readonly string[]): Promise<PolicyDefinition[]> {
  try {
    return await readPolicyModules(files);
  } catch (error) {
    if (error instanceof PolicyModuleError) throw new CliError(error.message, Exit.Usage);
    throw error;
  }
}

/** The definitions with these names, in the given order. @throws CliError for unknown or ambiguous names */
export function choosePolicies(names: readonly string[], known: readonly PolicyDefinition[]): PolicyDefinition[] {
  const twice = known.find(({ name }, i) => known.findIndex((other) => other.name === name) !== i);
  if (twice) throw new CliError(`two policies are named ${twice.name}`, Exit.Usage);
  const chosen = names.map((name) => known.find((policy) => policy.name === name));
  const found = chosen.filter((policy) => policy !== undefined);
  if (found.length === 0 || found.length < chosen.length)
    throw new CliError(
      `--policies: expected names out of ${known.map((policy) => policy.name).join(', ')}`,
      Exit.Usage,
    );
  return found;
}
