import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { addPolicies, type PolicyDefinition } from '../../../domain/policies/index.js';
import { withCheckedChoices } from './checked-choices.js';
import { PolicyModuleError } from './policy-module-error.js';

const definitionSchema = z.looseObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower case letters, digits and hyphens'),
  version: z.int().min(1),
  summary: z.string().min(1),
  source: z.string().min(1),
  configSchema: z.instanceof(z.ZodType, { error: 'a schema of the zod that Gleaner has' }),
  create: z.custom<PolicyDefinition['create']>((value) => typeof value === 'function', 'a function'),
});

/** Resolves the two packages that policies import, for modules in folders where they are not installed. */
const HOOKS = `
  let own;
  export const initialize = (urls) => void (own = urls);
  export async function resolve(specifier, context, next) {
    if (specifier === 'gleaner/policy') return { url: own.kit, shortCircuit: true };
    try {
      return await next(specifier, context);
    } catch (error) {
      if (specifier === 'zod') return { url: own.zod, shortCircuit: true };
      throw error;
    }
  }`;
let isHooked = false;

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  const data = {
    kit: new URL('../../../domain/policies/kit.js', import.meta.url).href,
    zod: import.meta.resolve('zod'),
  };
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data });
}

/**
 * Loads policies from modules outside of this project: the default export of each, with checks of its choices. They may
 * import `gleaner/policy` and `zod` from any folder.
 *
 * @throws PolicyModuleError naming the file, the field and its allowed values
 */
export async function readPolicyModules(files: readonly string[]): Promise<PolicyDefinition[]> {
  if (files.length > 0) hook();
  const definitions: PolicyDefinition[] = [];
  for (const file of files) {
    const module = (await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      throw new PolicyModuleError(
        `${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    })) as { default?: unknown };
    const read = definitionSchema.safeParse(module.default);
    if (!read.success) {
      const problems = read.error.issues.map((issue) => `  ${issue.path.join('.') || 'default'}: ${issue.message}`);
      throw new PolicyModuleError(`${file} exports no policy:\n${problems.join('\n')}`);
    }
    definitions.push(withCheckedChoices(module.default as PolicyDefinition));
  }
  return definitions;
}

/**
 * Adds the policies of modules to those of this process or thread.
 *
 * @throws PolicyModuleError as `readPolicyModules`, or for a name that another policy has
 */
export async function addPolicyModules(files: readonly string[]): Promise<void> {
  const definitions = await readPolicyModules(files);
  try {
    addPolicies(definitions);
  } catch (error) {
    if (error instanceof RangeError) throw new PolicyModuleError(error.message, { cause: error });
    throw error;
  }
}
