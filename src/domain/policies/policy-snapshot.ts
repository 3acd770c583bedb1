import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { Misfit } from './policy.js';

/** Marks a policy's snapshot with its name and version. */
export const stamp = (policy: string, version: number, parts: Snapshot): Snapshot => ({ policy, version, ...parts });

/** A reader of a policy's snapshot. @throws RangeError if it is of another policy or version */
export function checkStamp(source: SnapshotSource, policy: string, version: number): SnapshotReader {
  const from = SnapshotReader.of(source);
  from.expect('policy', policy);
  from.expect('version', version);
  return from;
}

/** The first of some settings whose values differ; null if all agree. */
export function firstMisfit(
  names: readonly string[],
  here: Readonly<Record<string, unknown>>,
  there: Readonly<Record<string, unknown>>,
): Misfit | null {
  const setting = names.find((name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]));
  return setting === undefined ? null : { setting, here: here[setting], there: there[setting] };
}
