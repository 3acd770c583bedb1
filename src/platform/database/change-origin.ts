import type { DatabaseTransaction } from './transaction.js';

/** Where a change comes from, for the records that triggers keep of it. */
export interface ChangeOrigin {
  readonly actor?: 'user' | 'worker' | 'job' | 'schedule';
  /** A label of whoever called, which gives no secret away. */
  readonly caller?: string;
  /** The API through which it was asked for. */
  readonly api?: string;
  /** Why it is made, in one word. */
  readonly why?: string;
}

/** Says for the rest of the transaction where its changes come from. */
export async function tellOrigin(
  tx: Pick<DatabaseTransaction, '$executeRaw'>,
  { actor, caller = '', api = '', why = '' }: ChangeOrigin,
): Promise<void> {
  await tx.$executeRaw`SELECT set_config('gleaner.actor', ${actor ?? ''}, true), set_config('gleaner.caller', ${caller}, true),
    set_config('gleaner.api', ${api}, true), set_config('gleaner.why', ${why}, true)`;
}
