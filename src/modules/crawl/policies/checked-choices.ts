import { Availability, type FrontierView } from '../../../domain/frontier/frontier-view.js';
import type { Choice, CrawlPolicy, Explanation, PolicyDefinition } from '../../../domain/policies/index.js';
import { PolicyModuleError } from './policy-module-error.js';

const METHODS = ['seed', 'offer', 'choose', 'follow', 'observe', 'learn', 'stats', 'save', 'restore'] as const;
const KINDS: readonly unknown[] = ['fetch', 'search', 'wait', 'exhausted'] satisfies Choice['kind'][];

/**
 * The definition of a policy from outside of this project, whose choices are checked. Without the checks, a page chosen
 * twice would count twice, and a misspelt kind would end the crawl.
 */
export const withCheckedChoices = (definition: PolicyDefinition): PolicyDefinition => ({
  ...definition,
  create: (config, deps) => checked(definition.name, definition.create(config, deps)),
});

/** @throws PolicyModuleError naming a missing method; later, in `choose`, naming the wrong part of a choice */
function checked(name: string, policy: CrawlPolicy): CrawlPolicy {
  const missing = METHODS.filter(
    (method) => typeof (policy as Partial<CrawlPolicy> | undefined)?.[method] !== 'function',
  );
  if (missing.length > 0)
    throw new PolicyModuleError(`policy ${name}: create: expected a policy with the methods ${missing.join(', ')}`);
  const choose = policy.choose.bind(policy);
  const checkedChoose: CrawlPolicy['choose'] = (step, view, logged) => {
    const choice = choose(step, view, logged);
    const complaint = complaintOf(choice, view);
    if (complaint !== null) throw new PolicyModuleError(`policy ${name}: choose at step ${step}: ${complaint}`);
    return choice;
  };
  return Object.defineProperty(policy, 'choose', { value: checkedChoose });
}

/** The first wrong part of a choice, with its allowed values; null if it is right. */
function complaintOf(choice: Choice | undefined, view: FrontierView): string | null {
  if (!KINDS.includes(choice?.kind)) return `kind: expected one of ${KINDS.join(', ')}, not ${String(choice?.kind)}`;
  if (choice === undefined || choice.kind === 'wait' || choice.kind === 'exhausted') return null;
  const { value, exploration }: Partial<Explanation> = choice.explanation ?? {};
  if (!Number.isFinite(value)) return `explanation.value: expected a finite number, not ${String(value)}`;
  if (typeof exploration !== 'boolean')
    return `explanation.exploration: expected true or false, not ${String(exploration)}`;
  if (choice.kind === 'search') return null;
  const { urlNo, source } = choice;
  if (!Number.isInteger(urlNo)) return `urlNo: expected the number of an offered URL, not ${String(urlNo)}`;
  if (!Number.isInteger(source)) return `source: expected that of the offered link, not ${String(source)}`;
  const availability = view.availability(urlNo);
  return availability === Availability.Ready
    ? null
    : `urlNo: expected a URL whose view.availability is Ready; that of ${urlNo} is ${Availability[availability]}`;
}
