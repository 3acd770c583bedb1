import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Prisma, PrismaService } from '../database/index.js';
import { DomainError } from '../errors/index.js';

/** How long a key is remembered: longer than any client repeats a request. */
const REMEMBER_DAYS = 7;
/** Creations write a few rows; one that takes longer is stuck. */
const TIMEOUT_MS = 30_000;

/** Plain data with its object keys in order, so that equal requests have equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, canonical(inner)]));
}

/** Fingerprint of a request's content; the order of object keys does not matter. */
export function requestHash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(canonical(request)) ?? '').digest('hex');
}

export interface IdempotentResult {
  readonly id: string;
  /** False when an earlier request with the same key had made the object. */
  readonly created: boolean;
}

@Injectable()
export class IdempotencyService {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Creates an object once per key. Of requests with the same key at the same time one creates, the others wait and get its object.
   *
   * @param key the client's `Idempotency-Key`; without one the object is simply created
   * @param operation what the key is for, e.g. `POST /topics`; the same key may serve different operations
   * @param hash `requestHash` of everything the object is made from
   * @param create makes the object in the given transaction, so that object and key appear together, and returns its id
   * @throws DomainError IDEMPOTENCY_MISMATCH when the key came with another request before
   */
  run(
    key: string | undefined, operation: string, hash: string, create: (tx: Prisma.TransactionClient) => Promise<string>,
  ): Promise<IdempotentResult> {
    return this.prisma.$transaction(async (tx) => {
      if (key === undefined) return { id: await create(tx), created: true };
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${operation}\n${key}`}, 0))`;
      const known = await tx.idempotencyKey.findUnique({ where: { key_operation: { key, operation } } });
      if (known && known.requestHash !== hash) {
        throw new DomainError('IDEMPOTENCY_MISMATCH', `Idempotency-Key ${key} was used before with a different request`, { field: 'Idempotency-Key' });
      }
      if (known) return { id: known.objectId, created: false };
      await tx.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(days => ${REMEMBER_DAYS}::int)`;
      const id = await create(tx);
      await tx.idempotencyKey.create({ data: { key, operation, requestHash: hash, objectId: id } });
      return { id, created: true };
    }, { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS });
  }
}
