import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Prisma } from '../database/index.js';
import { DomainError } from '../errors/index.js';
import type { IdempotencyKey } from './idempotency-key.js';
import { IdempotencyRepository, type KeyClaim } from './idempotency.repository.js';

/** A request that stopped without a word keeps its key for so long; one that works renews its claim. */
const LEASE_MS = 15_000;
/** How long a request waits for another one with its key. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** Characters of an answer that is kept: a topic with thousands of keywords. */
const MAX_ANSWER_CHARS = 1_000_000;
const RETRY_AFTER_SECONDS = 2;

/** Creates an object in a transaction of its own, so that object and key appear together. @returns the object's id */
export type CreateOnce = (create: (tx: Prisma.TransactionClient) => Promise<string>) => Promise<string>;

/** What a request with a key does. */
interface Work<T> {
  /** Does it for the first time. */
  readonly first: (claim: KeyClaim | null) => Promise<T>;
  /** Describes what was created by a request whose answer was not kept; absent for work that creates no one object. */
  readonly again?: (objectId: string) => Promise<T>;
}

/**
 * Repeats answers to requests that come again with their `Idempotency-Key`, also when what they created is gone. Of requests with one key at the same time
 * one does the work, the others wait and get its answer. Refusals are not remembered: the key is free again then.
 */
@Injectable()
export class IdempotencyService {
  private readonly log = new Logger('idempotency');

  constructor(private readonly keys: IdempotencyRepository) {}

  /**
   * Creates an object once per key.
   *
   * @param key absent when the client sent none: the object is simply created
   * @param operation what the key is for, e.g. `createTopic`; the same key may serve different operations
   * @param hash `requestHash` of everything the object is made from
   * @param work checks and creates; it runs only when the key is new, so nothing that costs belongs before it
   * @param describe the answer: plain data and dates
   * @throws DomainError IDEMPOTENCY_MISMATCH when the key came with another request before, IDEMPOTENCY_IN_PROGRESS when that one takes too long
   */
  create<T>(
    key: IdempotencyKey | undefined,
    operation: string,
    hash: string,
    work: (once: CreateOnce) => Promise<string>,
    describe: (id: string) => Promise<T>,
  ): Promise<T> {
    const first = async (claim: KeyClaim | null): Promise<T> =>
      describe(
        await work((make) =>
          this.keys.transaction(async (tx) => {
            const id = await make(tx);
            if (claim && !(await this.keys.note(tx, claim, id))) throw inProgress(claim.key);
            return id;
          }),
        ),
      );
    return this.answerOnce(key, operation, () => Promise.resolve(hash), hash, { first, again: describe });
  }

  /**
   * Creates an object with a secret that is told once. No answer keeps the secret, so a repetition creates nothing and is refused: whoever has lost the answer
   * can have a new secret made for the object, which the refusal names.
   *
   * @param work as for `create`; the object's id comes with its secret
   * @throws DomainError as `create`; CONFLICT naming the object in a repetition
   */
  async createWithSecret(
    key: IdempotencyKey | undefined,
    operation: string,
    hash: string,
    work: (once: CreateOnce) => Promise<{ readonly id: string; readonly secret: string }>,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    let secret: string | undefined;
    const { id } = await this.create(
      key,
      operation,
      hash,
      async (once) => {
        const made = await work(once);
        ({ secret } = made);
        return made.id;
      },
      (made) => Promise.resolve({ id: made }),
    );
    if (secret !== undefined) return { id, secret };
    throw new DomainError('CONFLICT', `${id} was made under this Idempotency-Key, and its secret was told then`, {
      field: 'Idempotency-Key',
      allowed: 'to rotate its secret, which tells a new one, or to delete it and use another key',
    });
  }

  /**
   * Does work of several transactions once per key. Should the process die half-way, a repetition does it again: the work must stand that.
   *
   * @param hash answers `requestHash` of the request; for a body that is read while the work is done, when that has been read
   */
  perform<T>(
    key: IdempotencyKey | undefined,
    operation: string,
    hash: () => Promise<string>,
    work: () => Promise<T>,
  ): Promise<T> {
    return this.answerOnce(key, operation, hash, '', { first: work });
  }

  private async answerOnce<T>(
    key: IdempotencyKey | undefined,
    operation: string,
    hash: () => Promise<string>,
    known: string,
    work: Work<T>,
  ): Promise<T> {
    if (key === undefined) return work.first(null);
    const claim: KeyClaim = { caller: key.caller, key: key.value, operation, owner: randomUUID() };
    const deadline = performance.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      if (await this.keys.claim(claim, known, LEASE_MS)) return this.own(claim, hash, work);
      const found = await this.keys.find(claim);
      // While the body of the first request is being read nobody knows whether it is the same.
      if (found && found.requestHash !== '' && found.requestHash !== (await hash())) {
        throw new DomainError(
          'IDEMPOTENCY_MISMATCH',
          `Idempotency-Key ${key.value} was used before with a different request`,
          { field: 'Idempotency-Key' },
        );
      }
      if (found?.answer != null) {
        key.replayed();
        return revive<T>(found.answer);
      }
      if (found?.objectId != null && !found.busy && work.again) {
        const answer = await work.again(found.objectId);
        key.replayed();
        return answer;
      }
      if (performance.now() + pause > deadline) throw inProgress(key.value);
      await sleep(pause);
    }
  }

  private async own<T>(claim: KeyClaim, hash: () => Promise<string>, { first }: Work<T>): Promise<T> {
    const warn =
      (what: string) =>
      (error: unknown): void =>
        this.log.warn({ err: error, operation: claim.operation }, what);
    const renewal = setInterval(
      () => void this.keys.renew(claim, LEASE_MS).catch(warn('claim of an idempotency key not renewed')),
      LEASE_MS / 3,
    );
    try {
      const answer = await first(claim);
      const text = JSON.stringify(answer);
      // What is created is created, whether its answer can be kept or not.
      await this.keys
        .keep(claim, await hash(), text.length > MAX_ANSWER_CHARS ? null : text)
        .catch(warn('answer not kept'));
      return answer;
    } catch (error) {
      await this.keys.giveUp(claim).catch(warn('idempotency key not given up'));
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }
}

function inProgress(key: string): DomainError {
  return new DomainError(
    'IDEMPOTENCY_IN_PROGRESS',
    `a request with Idempotency-Key ${key} is still being worked on: try again shortly`,
    {
      field: 'Idempotency-Key',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A kept answer: its moments, whose fields are named `…At` throughout, are dates again. */
function revive<T>(answer: string): T {
  return JSON.parse(answer, (name, value: unknown) =>
    typeof value === 'string' && name.endsWith('At') && MOMENT.test(value) ? new Date(value) : value,
  ) as T;
}
