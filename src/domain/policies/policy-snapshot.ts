import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';

/** Marks a policy's snapshot with its name and version. */
export const stamp = (policy: string, version: number, parts: Snapshot): Snapshot => ({ policy, version, ...parts });

/** A reader of a policy's snapshot. @throws RangeError if it is of another policy or version */
export function checkStamp(source: SnapshotSource, policy: string, version: number): SnapshotReader {
  const from = SnapshotReader.of(source);
  from.expect('policy', policy);
  from.expect('version', version);
  return from;
}
