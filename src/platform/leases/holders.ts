import { Prisma } from '../database/index.js';
import type { Holder } from './renewal-loop.js';

/*
 * Liveness and writing of lease holders, as advisory locks of two numbers: a hash of the held object, and the number of
 * the claim. The connection that renews a lease locks the number itself; transactions that write under the lease lock
 * its negative. The locks end with the connection, hence with the process, and not before.
 */

const LOCKS = Prisma.sql`
  pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** PostgreSQL shows the numbers as unsigned there. */
const unsigned = (number: Prisma.Sql): Prisma.Sql => Prisma.sql`(${number}::bigint & 4294967295)::oid`;

/**
 * Condition that the process holding a row is alive, however slow. @param id text column or value; `epoch` is an
 * integer one
 */
export function holderLives(id: Prisma.Sql, epoch: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM ${LOCKS} AND l.classid = ${unsigned(Prisma.sql`hashtext(${id})`)} AND l.objid = ${unsigned(epoch)})`;
}

/** A statement with a text and a number, the holder's, that marks its transaction as this holder's. It never waits. */
export const MARK_WRITER = 'SELECT pg_advisory_xact_lock_shared(hashtext($1::text), -$2::int)';

/**
 * A query that terminates the connections of former holders with a marked open transaction: nothing must wait for their
 * writes.
 */
export function endFormerWriters({ id, epoch }: Holder): Prisma.Sql {
  // By a function of the database's owner: the service's role may not terminate connections.
  return Prisma.sql`SELECT end_former_writers(${id}::text, ${epoch}::int)`;
}

/** A lease on a session or a job, as stored. */
export interface LeaseHeld {
  /** Id of the session or job. */
  readonly id: string;
  readonly projectId: string;
  /** Name of the worker. */
  readonly owner: string;
  readonly startedAt: Date | null;
  /** Unless it is renewed before. */
  readonly expiresAt: Date;
}
