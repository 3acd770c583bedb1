import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { PolicyDefinition } from '../../domain/policies/index.js';
import { CliError, Exit } from '../cli-error.js';

const definitionSchema = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower case letters, digits and hyphens'),
  version: z.int().min(1),
  summary: z.string().min(1),
  source: z.string().min(1),
  configSchema: z.instanceof(z.ZodType, { error: 'a schema of zod' }),
  create: z.custom<PolicyDefinition['create']>((value) => typeof value === 'function', 'a function'),
});

/**
 * Loads policies from modules outside of this project: the default export of each.
 *
 * @throws CliError naming the file, the field and its allowed values
 */
export async function readPolicyModules(files: readonly string[]): Promise<PolicyDefinition[]> {
  const definitions: PolicyDefinition[] = [];
  for (const file of files) {
    const module = (await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      throw new CliError(
        `${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        Exit.Usage,
      );
    })) as { default?: unknown };
    const read = definitionSchema.safeParse(module.default);
    if (!read.success) {
      const problems = read.error.issues.map((issue) => `  ${issue.path.join('.') || 'default'}: ${issue.message}`);
      throw new CliError(`${file} exports no policy:\n${problems.join('\n')}`, Exit.Usage);
    }
    definitions.push(module.default as PolicyDefinition);
  }
  return definitions;
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
