import type { Prisma } from './generated/client.js';

/** An open transaction, passed to the repositories that take part in it. */
export type DatabaseTransaction = Prisma.TransactionClient;

/**
 * Options of interactive transactions: Prisma's defaults (2 s for a connection, 5 s for the work) are short for a busy
 * machine, where refusing requests does not help.
 */
export const TRANSACTION = { maxWait: 15_000, timeout: 30_000 } as const;
