import type { Snapshot } from '../learning/snapshot.js';

/** Marks a policy's snapshot with whose it is. */
export const stamp = (policy: string, version: number, parts: Snapshot): Snapshot => ({ policy, version, ...parts });

/** @throws RangeError when the snapshot is not one of this policy and version */
export function checkStamp(snapshot: Snapshot, policy: string, version: number): void {
  if (snapshot.policy === policy && snapshot.version === version) return;
  throw new RangeError(`the snapshot is of ${String(snapshot.policy)} version ${String(snapshot.version)}, not of ${policy} version ${version}`);
}
