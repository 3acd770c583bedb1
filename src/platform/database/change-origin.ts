import type { DatabaseTransaction } from './prisma.service.js';

/** The origin of a change, for the records that triggers write about it. */
export interface ChangeOrigin {
  readonly actor?: 'user' | 'worker' | 'job' | 'schedule';
  /** A label of the caller, without secrets. */
  readonly caller?: string;
  /** The API of the request. */
  readonly api?: string;
  /** The reason, in one word. */
  readonly why?: string;
}

/** Sets the origin of changes for the rest of the transaction. */
export async function setOrigin(
  tx: Pick<DatabaseTransaction, '$executeRaw'>,
  { actor, caller = '', api = '', why = '' }: ChangeOrigin,
): Promise<void> {
  await tx.$executeRaw`SELECT set_config('gleaner.actor', ${actor ?? ''}, true), set_config('gleaner.caller', ${caller}, true),
    set_config('gleaner.api', ${api}, true), set_config('gleaner.why', ${why}, true)`;
}
