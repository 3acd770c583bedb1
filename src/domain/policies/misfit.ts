import type { Misfit } from './policy.js';

/** The first of some settings whose values differ; null if all agree. */
export function firstMisfit(
  names: readonly string[],
  here: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
): Misfit | null {
  const setting = names.find((name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]));
  return setting === undefined ? null : { setting, here: here[setting], there: there[setting] };
}
