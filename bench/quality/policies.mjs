/** The policies that options name: registered ones, those of modules, and variants. */
import { choosePolicies, policiesOfModules } from '../../dist/cli/lab/chosen-policies.js';
import { readVariants } from '../../dist/cli/lab/policy-variants.js';
import { policies as registry } from '../../dist/domain/policies/index.js';

/** @returns `madeOf` describes each policy by name, so that runs of other versions or settings are not reused for it */
export async function chosenPolicies({ policies, policyConfig, policyModules, variants: texts }) {
  const known = [...registry, ...(await policiesOfModules(policyModules))];
  const variants = readVariants(texts, known);
  const names = [...new Set([...policies, ...variants.definitions.map(({ name }) => name)])];
  const definitions = choosePolicies(names, [...known, ...variants.definitions]);
  const configs = { ...policyConfig, ...variants.policyConfig };
  const madeOf = Object.fromEntries(
    definitions.map(({ name, version }) => [
      name,
      JSON.stringify([
        variants.policyOf[name] ?? name,
        version,
        configs[name] ?? {},
        variants.policySession[name] ?? {},
      ]),
    ]),
  );
  return { definitions, policyConfig: configs, policySession: variants.policySession, madeOf };
}
