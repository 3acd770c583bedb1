import { createRng } from '../../../domain/base/rng.js';
import { openSnapshot, sealSnapshot } from '../../../domain/base/sealed-snapshot.js';
import { SnapshotReader } from '../../../domain/base/snapshot-reader.js';
import type { Snapshot } from '../../../domain/base/snapshot.js';
import { findPolicy, type PriorKind } from '../../../domain/policies/index.js';
import { policyDeps, type PolicySettings } from '../../../domain/session/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';

/** A new session's warm start, as plain data for another thread. */
export interface TransferRequest {
  readonly policy: string;
  /** Settings of the new session's policy, resolved. */
  readonly config: unknown;
  /** Settings of the new session. */
  readonly session: PolicySettings;
  readonly kind: PriorKind;
  /** A sealed spider, or the checkpoint of the other session. */
  readonly data: Uint8Array;
  /** Settings of the policy in the other session. */
  readonly earlierConfig?: unknown;
}

type TransferResponse =
  { readonly kind: 'given'; readonly data: Uint8Array } | { readonly kind: 'refused'; readonly message: string };

/** Extracts the learned state from a checkpoint, which may be large, and tries whether the policy can start with it. */
export const task: ThreadTask<TransferRequest, TransferResponse> = {
  url: import.meta.url,
  run: ({ policy, config, session, kind, data, earlierConfig }) => {
    const definition = findPolicy(policy);
    if (!definition?.priors) throw new Error(`policy ${policy} supports no warm start`);
    try {
      const saved = openSnapshot(data);
      const state: Snapshot =
        kind === 'spider'
          ? saved
          : definition.priors.transfer(SnapshotReader.of(saved).child('policy'), earlierConfig ?? {});
      const topic = { keywords: [], scoreText: () => 0 };
      definition.create(config, policyDeps(session, topic, createRng(1), { prior: { kind, state } }));
      return { kind: 'given', data: sealSnapshot(state) };
    } catch (error) {
      if (error instanceof RangeError) return { kind: 'refused', message: error.message };
      throw error;
    }
  },
};
