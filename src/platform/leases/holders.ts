import { Prisma } from '../database/index.js';
import type { Holder } from './renewal-loop.js';

/*
 * Who lives and who writes, by advisory locks of two numbers: a hash of what is held, and the number of the claim. The connection that renews a lease locks
 * the number itself, transactions that write under the lease lock its negative. Locks end with the connection, hence with the process, and not before.
 */

const LOCKS = Prisma.sql`
  pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** Numbers are kept as unsigned ones there. */
const unsigned = (number: Prisma.Sql): Prisma.Sql => Prisma.sql`(${number}::bigint & 4294967295)::oid`;

/** Whether the process that holds a row is alive, however slow, as a condition. @param id text column or value, `epoch` an integer one */
export function holderLives(id: Prisma.Sql, epoch: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM ${LOCKS} AND l.classid = ${unsigned(Prisma.sql`hashtext(${id})`)} AND l.objid = ${unsigned(epoch)})`;
}

/** A statement over a text and a number, the holder's, that marks the transaction it is in as one of this holder. It waits for nothing. */
export const MARK_WRITER = 'SELECT pg_advisory_xact_lock_shared(hashtext($1::text), -$2::int)';

/** A query that ends the connections of former holders that have a marked transaction open: what they write must not be waited for. */
export function endFormerWriters({ id, epoch }: Holder): Prisma.Sql {
  // By a function of the database's owner: the role of the service may end no connections.
  return Prisma.sql`SELECT end_former_writers(${id}::text, ${epoch}::int)`;
}
