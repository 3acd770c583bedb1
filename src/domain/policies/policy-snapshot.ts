import type { Snapshot } from '../base/snapshot.js';

/** Marks a policy's snapshot with whose it is. */
export const stamp = (policy: string, version: number, parts: Snapshot): Snapshot => ({ policy, version, ...parts });

/** @throws RangeError when the snapshot is not one of this policy and version */
export function checkStamp(snapshot: Snapshot, policy: string, version: number): void {
  if (snapshot.policy === policy && snapshot.version === version) return;
  const found = JSON.stringify([snapshot.policy, snapshot.version]);
  throw new RangeError(`the snapshot is of ${found}, not of policy ${policy}, version ${version}`);
}
