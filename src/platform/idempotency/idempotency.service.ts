import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Prisma } from '../database/index.js';
import { DomainError } from '../errors/index.js';
import type { IdempotencyKey } from './idempotency-key.js';
import { IdempotencyRepository, type KeyClaim } from './idempotency.repository.js';

/** A request that died keeps its key for this long; a live one renews its claim. */
const LEASE_MS = 15_000;
/** Longest time that a request waits for another one with its key. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** Most characters of a stored answer: a topic with thousands of keywords. */
const MAX_ANSWER_CHARS = 1_000_000;
const RETRY_AFTER_SECONDS = 2;

/** Creates an object in its own transaction, so that object and key appear together. @returns the object's id */
export type CreateOnce = (create: (tx: Prisma.TransactionClient) => Promise<string>) => Promise<string>;

/** The work of a request with a key. */
interface Work<T> {
  /** Does the work for the first time. */
  readonly first: (claim: KeyClaim | null) => Promise<T>;
  /**
   * Describes the object created by a request whose answer was not stored; absent if the work creates no single object.
   */
  readonly again?: (objectId: string) => Promise<T>;
}

/**
 * Replays answers to requests repeated with their `Idempotency-Key`, even after the created object was deleted. Of
 * concurrent requests with one key, one does the work, and the others wait and get its answer. Refusals are not stored:
 * the key is free again then.
 */
@Injectable()
export class IdempotencyService {
  private readonly log = new Logger('idempotency');

  constructor(private readonly keys: IdempotencyRepository) {}

  /**
   * Creates an object once per key.
   *
   * @param key absent if the client sent none: then the object is created without one
   * @param operation name of the operation, e.g. `createTopic`; the same key may serve different operations
   * @param hash `requestHash` of everything that the object is made from
   * @param work validates and creates; it runs only if the key is new, so expensive work belongs into it
   * @param describe the answer: plain data and dates
   * @throws DomainError IDEMPOTENCY_MISMATCH if the key was used for a different request, IDEMPOTENCY_IN_PROGRESS if
   * that one takes too long
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
   * Creates an object with a secret that is shown once. The secret is not stored in an answer, so a repetition creates
   * nothing and is refused: a client that has lost the answer can rotate the object's secret, as the error says.
   *
   * @param work as for `create`; returns the object's id with its secret
   * @throws DomainError as `create`; in a repetition CONFLICT naming the object
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
    throw new DomainError('CONFLICT', `${id} was created with this Idempotency-Key, and its secret was shown then`, {
      field: 'Idempotency-Key',
      allowed: 'to rotate its secret, which shows a new one, or to delete it and use another key',
    });
  }

  /**
   * Does work of several transactions once per key. If the process dies meanwhile, a repetition does it again: the work
   * must tolerate that.
   *
   * @param hash returns `requestHash` of the request; for a body that the work reads, once it has been read
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
      // While the body of the first request is being read it is unknown whether it is the same.
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
      () => void this.keys.renew(claim, LEASE_MS).catch(warn('cannot renew the claim of an idempotency key')),
      LEASE_MS / 3,
    );
    try {
      const answer = await first(claim);
      const text = JSON.stringify(answer);
      // The object exists whether or not its answer can be stored.
      await this.keys
        .keep(claim, await hash(), text.length > MAX_ANSWER_CHARS ? null : text)
        .catch(warn('cannot store the answer of an idempotency key'));
      return answer;
    } catch (error) {
      await this.keys.giveUp(claim).catch(warn('cannot release an idempotency key'));
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

/** Parses a stored answer: its moments, whose fields are all named `…At`, become dates again. */
function revive<T>(answer: string): T {
  return JSON.parse(answer, (name, value: unknown) =>
    typeof value === 'string' && name.endsWith('At') && MOMENT.test(value) ? new Date(value) : value,
  ) as T;
}
