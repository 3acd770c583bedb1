import { type Setting, misfitOf, textOf, type Texts, valueOf, problemOf, standardOf } from './setting.js';
import { BEGUN, SETTINGS } from './setting-groups.js';
import { schemaSettings } from './schema-settings.js';

/** The settings of a session as they are entered. */
export interface EnteredSettings {
  readonly policy: string;
  /** Settings of policies by policy, so that looking at another one loses nothing. */
  readonly ofPolicies: Readonly<Record<string, Texts>>;
  /** All other settings. */
  readonly texts: Texts;
}

export interface PolicySchema {
  readonly name: string;
  readonly configSchema: unknown;
}

const DEFAULT_POLICY = 'prospector';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts a value where its path leads. */
function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let at = into;
  for (const part of parts) at = (at[part] ??= {}) as Record<string, unknown>;
  at[last] = value;
}

/** The input as JSON: settings that differ from the defaults. */
export function valuesOf(settings: readonly Setting[], texts: Texts): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const text = texts[setting.path] ?? '';
    if (text.trim() === standardOf(setting) || problemOf(setting, text) !== null) continue;
    const value = valueOf(setting, text);
    if (value !== undefined) put(values, setting.path, value);
  }
  return values;
}

/** The body of a new session as the service takes it: what differs from the defaults. */
export function bodyOf({ policy, ofPolicies, texts }: EnteredSettings, policies: readonly PolicySchema[]): Json {
  const schema = policies.find(({ name }) => name === policy)?.configSchema;
  const policyConfig = valuesOf(schemaSettings(schema), ofPolicies[policy] ?? {});
  return {
    policy,
    ...(Object.keys(policyConfig).length > 0 && { policyConfig }),
    ...valuesOf(SETTINGS, texts),
  };
}

export interface BodyProblem {
  /** The field, as the service names it; empty for the whole document. */
  readonly field: string;
  readonly message: string;
}

const known = (names: Iterable<string>): string => [...new Set(names)].sort().join(', ');

/** Reads values into texts, with what is not known or does not fit. */
function readValues(
  settings: readonly Setting[],
  values: Json,
  prefix: string,
  within = '',
): { readonly texts: Record<string, string>; readonly problems: BodyProblem[] } {
  const [texts, problems]: [Record<string, string>, BodyProblem[]] = [{}, []];
  for (const [name, value] of Object.entries(values)) {
    const path = within + name;
    const field = prefix + path;
    const setting = settings.find((one) => one.path === path);
    if (value === null || value === undefined) continue;
    if (setting) {
      const misfit = misfitOf(setting, value);
      if (misfit === null) texts[path] = textOf(setting, value);
      else problems.push({ field, message: `${field} ${misfit}.` });
      continue;
    }
    const below = settings.filter((one) => one.path.startsWith(`${path}.`));
    if (below.length === 0) {
      const here = settings.filter((one) => one.path.startsWith(within));
      const names = known(here.map((one) => one.path.slice(within.length).split('.')[0] ?? ''));
      problems.push({ field, message: `There is no setting ${field}. Allowed: ${names || 'none'}.` });
    } else if (isObject(value)) {
      const inner = readValues(settings, value, prefix, `${path}.`);
      Object.assign(texts, inner.texts);
      problems.push(...inner.problems);
    } else problems.push({ field, message: `${field} must be an object.` });
  }
  return { texts, problems };
}

/** Stored settings under a name. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
}

/** A body with the settings of the template that it names, filled in as the service does. */
function filledIn(
  body: Json,
  templates: readonly Template[],
): { readonly body: Json; readonly problems: BodyProblem[] } {
  const { templateId, ...own } = body;
  if (templateId === undefined || templateId === null) return { body: own, problems: [] };
  const template = templates.find(({ id }) => id === templateId);
  if (!template) {
    const allowed =
      templates.length === 0 ? 'The project has none.' : `Known: ${known(templates.map(({ id }) => id))}.`;
    return {
      body: own,
      problems: [{ field: 'templateId', message: `templateId must be the id of a session template. ${allowed}` }],
    };
  }
  const { policyConfig, budget, ...rest } = isObject(template.settings) ? template.settings : {};
  const isSamePolicy = own['policy'] == null || own['policy'] === (rest['policy'] ?? DEFAULT_POLICY);
  const limits = { ...(isObject(budget) ? budget : {}), ...(isObject(own['budget']) ? own['budget'] : {}) };
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
  return {
    body: {
      ...rest,
      ...(isSamePolicy && policyConfig !== undefined && { policyConfig }),
      ...given,
      ...(Object.keys(limits).length > 0 && { budget: limits }),
    },
    problems: [],
  };
}

/** The input that corresponds to the body of a session. Defaults are omitted. */
export function readBody(
  whole: unknown,
  policies: readonly PolicySchema[],
  templates: readonly Template[] = [],
): { readonly entered: EnteredSettings; readonly problems: readonly BodyProblem[] } {
  const { body, problems } = isObject(whole)
    ? filledIn(whole, templates)
    : { body: {}, problems: [{ field: '', message: 'The settings must be an object.' }] };
  const { policy = DEFAULT_POLICY, policyConfig, access, ...rest } = body as Record<string, unknown>;
  const definition = policies.find(({ name }) => name === policy);
  if (!definition)
    problems.push({ field: 'policy', message: `policy must be one of ${known(policies.map(({ name }) => name))}.` });
  if (access !== undefined && access !== null)
    problems.push({ field: 'access', message: 'Logins and proxies are secret: enter them in the form.' });
  const config = policyConfig ?? {};
  if (!isObject(config)) problems.push({ field: 'policyConfig', message: 'policyConfig must be an object.' });
  const ofPolicy = readValues(
    schemaSettings(definition?.configSchema),
    isObject(config) && definition ? config : {},
    'policyConfig.',
  );
  const others = readValues(SETTINGS, rest, '');
  const name = definition?.name ?? DEFAULT_POLICY;
  return {
    entered: { policy: name, ofPolicies: { [name]: ofPolicy.texts }, texts: others.texts },
    problems: [...problems, ...ofPolicy.problems, ...others.problems],
  };
}

/** Settings that belong to one session or topic: a template has none of them. */
export const OF_SESSION = [
  ...['name', 'note', 'modelId', 'keywordSetVersion', 'seeds', 'randomSeed', 'startFrom'],
] as const;
const isOfSession = (name: string): boolean => (OF_SESSION as readonly string[]).includes(name);

/** The part of a body that a template stores. */
export const ofTemplate = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !isOfSession(name)));

/** The input after a template was chosen: fields of the session stay, and the limit if the template has none. */
export function withTemplate(
  before: EnteredSettings,
  template: unknown,
  policies: readonly PolicySchema[],
): EnteredSettings {
  const { entered } = readBody(template, policies);
  const isKept = (path: string): boolean =>
    isOfSession(path) || (path.startsWith('budget.') && !(isObject(template) && 'budget' in template));
  const kept = Object.entries(before.texts).filter(([path]) => isKept(path));
  return { ...entered, texts: { ...entered.texts, ...Object.fromEntries(kept) } };
}

/** A new form. */
export const NEW_SETTINGS: EnteredSettings = { policy: DEFAULT_POLICY, ofPolicies: {}, texts: BEGUN };
