/** Settings of a session as `POST /v1/topics/:id/sessions` takes them. */
export type Settings = Readonly<Record<string, unknown>>;

/** The fields of a session in REST that another one can be started with. */
export interface SettledSession {
  readonly policy: string;
  readonly policyConfig: Settings;
  readonly seeds: readonly string[];
  readonly config: Settings;
}

interface Cap {
  readonly kind: string;
  readonly max?: number;
  readonly start?: number;
  readonly min?: number;
}

/** MAX as it is written. */
function capOf({ kind, max, start, min }: Cap): string | number {
  if (kind === 'fixed' && max !== undefined) return max;
  return kind === 'adaptive' ? `${start ?? 1}->${min ?? 1}` : 'unlimited';
}

/**
 * All settings of a session, so that another one with the same ones can be started.
 *
 * @param topicSeeds seeds that are left out, because the topic has them
 */
export function settingsOf(
  { policy, policyConfig, seeds, config }: SettledSession,
  topicSeeds: readonly string[] = [],
): Settings {
  const isOfTopic = seeds.length === topicSeeds.length && seeds.every((url) => topicSeeds.includes(url));
  const { domainCap, ...rest } = config;
  return {
    policy,
    policyConfig,
    ...(isOfTopic ? {} : { seeds }),
    ...rest,
    ...(domainCap === undefined ? {} : { domainCap: capOf(domainCap as Cap) }),
  };
}

/** Settings whose values are enums of GraphQL. */
export const ENUMS: ReadonlySet<string> = new Set([
  'grouping',
  'known',
  'render',
  'contentTypes',
  'cookies',
  'until',
  'search',
]);
/** Settings that GraphQL takes as JSON. */
const JSON_SETTINGS: ReadonlySet<string> = new Set(['policyConfig']);

/** Settings as GraphQL spells them. */
export const asGraphql = (settings: Settings): Settings => spelled(settings, '') as Settings;

function spelled(value: unknown, name: string): unknown {
  if (JSON_SETTINGS.has(name)) return value;
  if (typeof value === 'string') return ENUMS.has(name) ? value.toUpperCase().replaceAll('-', '_') : value;
  if (Array.isArray(value)) return value.map((one) => spelled(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spelled(part, key)]));
}
