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

/** The definitions with these names, in the given order. @throws CliError for unknown, repeated or ambiguous names */
export function choosePolicies(names: readonly string[], known: readonly PolicyDefinition[]): PolicyDefinition[] {
  const twice = known.find(({ name }, i) => known.findIndex((other) => other.name === name) !== i);
  if (twice) throw new CliError(`two policies are named ${twice.name}`, Exit.Usage);
  const unknown = names.filter((name) => !known.some((policy) => policy.name === name));
  if (names.length === 0 || unknown.length > 0)
    throw new CliError(
      `--policies: expected names out of ${known.map(({ name }) => name).join(', ')}, not ${unknown.join(', ') || 'none'}`,
      Exit.Usage,
    );
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined)
    throw new CliError(
      `--policies: expected each name once, not ${repeated} twice; --variant gives a policy another name`,
      Exit.Usage,
    );
  return names.flatMap((name) => known.filter((policy) => policy.name === name));
}
