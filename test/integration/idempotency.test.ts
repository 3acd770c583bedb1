import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { DomainError } from '../../src/platform/errors/index.js';
import { IdempotencyKey, IdempotencyRepository, IdempotencyService } from '../../src/platform/idempotency/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { useDefaultProject } from '../support/default-project.js';

useDefaultProject();

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

let database: TestDatabase;
let prisma: PrismaService;
beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  prisma = new PrismaService(database.url, loadConfig({ DATABASE_POOL_SIZE: '4' }));
});
afterAll(async () => {
  await prisma.onApplicationShutdown();
  await database.drop();
});

/** A service in its own process. */
const service = () => new IdempotencyService(new IdempotencyRepository(prisma));
/** A key that counts its replays. */
function newKey(value = randomUUID(), caller = '') {
  let replays = 0;
  return { key: new IdempotencyKey(value, caller, () => void replays++), replays: () => replays };
}
let made: string[];
beforeEach(() => void (made = []));
const describeThing = (id: string): Promise<Thing> =>
  Promise.resolve({ id, name: `made as number ${made.indexOf(id) + 1}`, createdAt: new Date(0) });
const create = (
  key: IdempotencyKey | undefined,
  { hash = 'h', operation = 'make', ms = 0, describe = describeThing } = {},
): Promise<Thing> =>
  service().create(
    key,
    operation,
    hash,
    (once) =>
      once(async () => {
        await sleep(ms);
        made.push(randomUUID());
        return made[made.length - 1];
      }),
    describe,
  );
const rowOf = (key: IdempotencyKey) => prisma.idempotencyKey.findFirst({ where: { key: key.value } });

describe('IdempotencyService', () => {
  test('creates once, also with twenty concurrent requests and few connections, and marks the others as replays', async () => {
    const { key, replays } = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, { ms: 300 })));
    expect(made).toHaveLength(1);
    expect(answers).toEqual(answers.map(() => ({ id: made[0], name: 'made as number 1', createdAt: new Date(0) })));
    expect(replays()).toBe(19);
  });

  test('repeats what was answered, whatever the object is by now', async () => {
    const { key } = newKey();
    const first = await create(key);
    expect(await create(key, { describe: () => Promise.reject(new Error('gone')) })).toEqual(first);
  });

  test('refuses another request under the key; the key of another operation is another', async () => {
    const { key } = newKey();
    const first = await create(key);
    await expect(create(key, { hash: 'other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
      field: 'Idempotency-Key',
    });
    expect((await create(key, { operation: 'other', hash: 'other' })).id).not.toBe(first.id);
  });

  test('the same key of another caller is another, in all it does', async () => {
    const value = randomUUID();
    const [one, other] = [newKey(value, 'one'), newKey(value, 'other')];
    const first = await create(one.key, { hash: 'of one' });
    await expect(
      service().create(other.key, 'make', 'of the other', () => Promise.reject(new Error('refused')), describeThing),
    ).rejects.toThrow('refused');
    expect(await create(one.key, { hash: 'of one' })).toEqual(first);
    const [, second] = await Promise.all([0, 1].map(() => create(other.key, { hash: 'of the other', ms: 100 })));
    expect(second.id).not.toBe(first.id);
    expect([made.length, one.replays(), other.replays()]).toEqual([2, 1, 1]);
  });

  test('a refusal leaves the key free, for those too that waited meanwhile', async () => {
    const { key, replays } = newKey();
    let refuse = (): void => undefined;
    const told = new Promise<void>((resolve) => (refuse = resolve));
    const refused = service().create(
      key,
      'make',
      'h',
      async () => {
        await told;
        throw new DomainError('CONFLICT', 'not now');
      },
      describeThing,
    );
    while ((await rowOf(key)) === null) await sleep(5);
    const waiting = create(key);
    refuse();
    await expect(refused).rejects.toThrow('not now');
    expect((await waiting).id).toBe(made[0]);
    expect(replays()).toBe(0);
  });

  test('a key whose request died is taken over, and the dead one cannot create any more', async () => {
    const { key } = newKey();
    let go = (): void => undefined;
    const slow = new Promise<void>((resolve) => (go = resolve));
    const frozen = service().create(
      key,
      'make',
      'h',
      (once) =>
        once(async () => {
          await slow;
          return randomUUID();
        }),
      describeThing,
    );
    while ((await rowOf(key)) === null) await sleep(5);
    await prisma.$executeRaw`UPDATE idempotency_keys SET owned_until = now() - interval '1 second' WHERE key = ${key.value}`;
    const second = await create(key);
    go();
    await expect(frozen).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(await create(key)).toEqual(second);
  });

  test('an object committed by a request that died before its response is described again, once', async () => {
    const { key, replays } = newKey();
    const first = await create(key);
    await prisma.$executeRaw`UPDATE idempotency_keys SET answer = NULL WHERE key = ${key.value}`;
    expect(await create(key)).toEqual(first);
    expect(made).toHaveLength(1);
    expect(replays()).toBe(1);
  });

  test('an answer that is too large is not kept', async () => {
    const { key } = newKey();
    let called = 0;
    const large = (id: string): Promise<Thing> =>
      Promise.resolve({ id, name: 'x'.repeat(1_100_000), createdAt: new Date(called++) });
    await create(key, { describe: large });
    expect(await rowOf(key)).toMatchObject({ answer: null, objectId: made[0] });
    expect((await create(key, { describe: large })).id).toBe(made[0]);
    expect(called).toBe(2);
  });

  test('keys are forgotten after a week, and their rows deleted', async () => {
    const [{ key }, { key: other }] = [newKey(), newKey()];
    const first = await create(key);
    await create(other);
    await prisma.$executeRaw`UPDATE idempotency_keys SET created_at = now() - interval '8 days'`;
    expect((await create(key, { hash: 'another request' })).id).not.toBe(first.id);
    expect(await rowOf(other)).toBeNull();
  });

  test('work of several transactions is remembered by its answer', async () => {
    const { key, replays } = newKey();
    let times = 0;
    const perform = (hash: string) =>
      service().perform(
        key,
        'import',
        () => Promise.resolve(hash),
        () => Promise.resolve({ lines: ++times }),
      );
    expect(await perform('h')).toEqual({ lines: 1 });
    expect(await perform('h')).toEqual({ lines: 1 });
    await expect(perform('other')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(replays()).toBe(1);
  });

  test('without a key everything is created', async () => {
    expect((await create(undefined)).id).not.toBe((await create(undefined)).id);
  });
});
