import { Injectable } from '@nestjs/common';
import { ofProject, type Prisma, PrismaService } from '../database/index.js';

/** Retention of keys: longer than any client repeats a request. */
const REMEMBER_DAYS = 7;
/** Old keys deleted per statement. */
const DELETED_AT_ONCE = 100;
/** Creations write a few rows; a longer transaction is stuck. */
const TRANSACTION = { maxWait: 15_000, timeout: 30_000 } as const;

/** The use of a key by one request. */
export interface KeyClaim {
  /** The key's owner: callers do not see each other's keys. */
  readonly caller: string;
  readonly key: string;
  readonly operation: string;
  /** A UUID that identifies the request. */
  readonly owner: string;
}

interface KnownKey {
  readonly requestHash: string;
  readonly objectId: string | null;
  readonly answer: string | null;
  /** Whether a request is being processed under it. */
  readonly busy: boolean;
}

/** Keys and the answers given under them. All statements are short, and none waits for another request. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Claims a key that is new, was released without effect, or is too old. @returns false if it is in use */
  async claim({ caller, key, operation, owner }: KeyClaim, requestHash: string, leaseMs: number): Promise<boolean> {
    const claimed = await this.prisma.$executeRaw`
      INSERT INTO idempotency_keys AS k (caller, key, operation, request_hash, owner, owned_until)
      VALUES (${caller}, ${key}, ${operation}, ${requestHash}, ${owner}::uuid, now() + ${leaseMs} * interval '1 millisecond')
      ON CONFLICT (project_id, caller, key, operation) DO UPDATE SET
        request_hash = excluded.request_hash, object_id = NULL, answer = NULL, owner = excluded.owner, owned_until = excluded.owned_until, created_at = now()
      WHERE (k.object_id IS NULL AND k.answer IS NULL AND k.owned_until < now()) OR k.created_at < now() - make_interval(days => ${REMEMBER_DAYS}::int)`;
    return claimed > 0;
  }

  async find({ caller, key, operation }: KeyClaim): Promise<KnownKey | null> {
    const rows = await this.prisma.$queryRaw<KnownKey[]>`
      SELECT request_hash AS "requestHash", object_id AS "objectId", answer, coalesce(owned_until > now(), false) AS busy
      FROM idempotency_keys WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation}`;
    return rows[0] ?? null;
  }

  async renew({ caller, key, operation, owner }: KeyClaim, leaseMs: number): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE idempotency_keys SET owned_until = now() + ${leaseMs} * interval '1 millisecond'
      WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation} AND owner = ${owner}::uuid`;
  }

  transaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    return this.prisma.$transaction(work, TRANSACTION);
  }

  /**
   * Records the created object, in the transaction that creates it. @returns false if another request has taken over
   * the key
   */
  async note(
    tx: Prisma.TransactionClient,
    { caller, key, operation, owner }: KeyClaim,
    objectId: string,
  ): Promise<boolean> {
    const noted = await tx.$executeRaw`
      UPDATE idempotency_keys SET object_id = ${objectId}::uuid WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation} AND owner = ${owner}::uuid`;
    return noted > 0;
  }

  /** Stores the answer and ends the request's claim. @param answer null if it is too large to store */
  async keep({ caller, key, operation, owner }: KeyClaim, requestHash: string, answer: string | null): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE idempotency_keys SET request_hash = ${requestHash}, answer = ${answer}, owner = NULL, owned_until = NULL
      WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation} AND owner = ${owner}::uuid`;
    await this.prisma.$executeRaw`
      DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < now() - make_interval(days => ${REMEMBER_DAYS}::int) LIMIT ${DELETED_AT_ONCE}))`;
  }

  /** Ends a request's claim without an answer. If nothing was created, the key is free again. */
  async giveUp({ caller, key, operation, owner }: KeyClaim): Promise<void> {
    await this.prisma.$executeRaw`
      WITH freed AS (
        DELETE FROM idempotency_keys WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation} AND owner = ${owner}::uuid AND object_id IS NULL)
      UPDATE idempotency_keys SET owner = NULL, owned_until = NULL
      WHERE ${ofProject()} AND caller = ${caller} AND key = ${key} AND operation = ${operation} AND owner = ${owner}::uuid AND object_id IS NOT NULL`;
  }
}
