import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Marks a policy's snapshot with whose it is. */
export const stamp = (policy: string, version: number, parts: Snapshot): Snapshot => ({ policy, version, ...parts });

/** A reader of a policy's snapshot. @throws RangeError when it is not one of this policy and version */
export function checkStamp(source: SnapshotSource, policy: string, version: number): SnapshotReader {
  const from = SnapshotReader.of(source);
  if (from.unknown('policy') === policy && from.unknown('version') === version) return from;
  const found = JSON.stringify([from.unknown('policy'), from.unknown('version')]);
  throw new RangeError(`the snapshot is of ${found}, not of policy ${policy}, version ${version}`);
}
