import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureServer, stopServer } from '../../src/platform/database/embedded-server.js';
import { programName } from '../../src/platform/database/process-identity.js';
import { compiledProduct } from '../support/build.js';
import { testFolder } from '../support/database.js';
import { someOf } from '../support/thoroughness.js';

let dist: string;
/** As in a separate container: it sees the folder, and no other processes. */
const APART = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const canBeApart = spawnSync(APART[0] ?? '', [...APART.slice(1), 'true']).status === 0;
const children = new Set<ChildProcess>();
const folders: string[] = [];

function newFolder(): string {
  const folder = mkdtempSync(path.join(testFolder(), 'embedded-'));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

let used: string | undefined;
/**
 * A folder in which a server has ended before: a first start takes seconds of CPU, and is requested where it matters.
 */
const usedFolder = (): string => (used ??= newFolder());

/** A separate process that uses the embedded database of a folder. */
class DatabaseUser {
  private lastId = 0;
  private constructor(readonly child: ChildProcess) {}

  static async spawn(folder: string, within: readonly string[] = []): Promise<DatabaseUser> {
    const [program, ...args] = [
      ...within,
      process.execPath,
      path.resolve('test/support/database-process.mjs'),
      path.join(dist, 'platform'),
      folder,
    ];
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    children.add(child);
    await once(child, 'message');
    return new DatabaseUser(child);
  }

  call<T>(name: string, args: object = {}): Promise<T> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const onMessage = (message: { id: number; result?: T; error?: string }) => {
        if (message.id !== id) return;
        this.child.off('message', onMessage);
        if (message.error === undefined) resolve(message.result as T);
        else reject(new Error(message.error));
      };
      this.child.on('message', onMessage);
      this.child.send({ id, name, args });
    });
  }

  start(): Promise<{ url: string; attached: boolean }> {
    return this.call('start');
  }

  async kill(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}

const postmasterOf = (folder: string) =>
  Number(readFileSync(path.join(folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
/** A process id is not enough: it may be a zombie's, or reused. */
const isServed = (folder: string) =>
  existsSync(path.join(folder, 'pg', 'postmaster.pid')) && programName(postmasterOf(folder)) === 'postgres';

/** Whether the creation of a cluster has begun. */
const drafted = (folder: string) => readdirSync(folder).some((name) => name.startsWith('pg.draft-'));

async function until<T>(probe: () => Promise<T | undefined>, patienceMs = 20_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await probe().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}

beforeAll(async () => {
  dist = compiledProduct();
}, 300_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) {
    if (!existsSync(path.join(folder, 'pg', 'postmaster.pid'))) continue;
    const pid = postmasterOf(folder);
    if (programName(pid)?.startsWith('postgres')) await stopServer(pid);
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('embedded database', () => {
  test('keeps data and port over a restart, and ends with its only user', async () => {
    const folder = usedFolder();
    const first = await DatabaseUser.spawn(folder);
    const { url, attached } = await first.start();
    expect(attached).toBe(false);
    await first.call('query', { sql: 'CREATE TABLE kept AS SELECT 42 AS value' });
    await first.call('stop');
    expect(isServed(folder)).toBe(false);

    expect((await first.start()).url).toBe(url);
    expect(await first.call('query', { sql: 'SELECT value FROM kept' })).toEqual([{ value: 42 }]);
    await first.call('stop');
  });

  test('is shared by processes that start together, and ends with the last of them', async () => {
    const folder = newFolder();
    const users = await Promise.all([
      DatabaseUser.spawn(folder),
      DatabaseUser.spawn(folder),
      DatabaseUser.spawn(folder),
    ]);
    const started = await Promise.all(users.map((user) => user.start()));
    expect(new Set(started.map(({ url }) => url)).size).toBe(1);
    expect(started.filter(({ attached }) => !attached)).toHaveLength(1);

    const owner = started.findIndex(({ attached }) => !attached);
    await users[owner]?.call('stop');
    expect(isServed(folder)).toBe(true);
    const others = users.filter((_, index) => index !== owner);
    expect(await others[0]?.call('query', { sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
    await Promise.all(others.map((user) => user.call('stop')));
    expect(isServed(folder)).toBe(false);
  });

  test('survives kill -9 of the process that started it, for others at once and for the next start', async () => {
    const folder = usedFolder();
    const [owner, other] = await Promise.all([DatabaseUser.spawn(folder), DatabaseUser.spawn(folder)]);
    await owner.start();
    await other.start();
    await owner.call('query', { sql: 'CREATE TABLE survives AS SELECT 7 AS value' });
    await owner.kill();
    expect(await other.call('query', { sql: 'SELECT value FROM survives' })).toEqual([{ value: 7 }]);

    await other.kill();
    expect(isServed(folder)).toBe(true);
    const next = await DatabaseUser.spawn(folder);
    expect((await next.start()).attached).toBe(true);
    expect(await next.call('query', { sql: 'SELECT value FROM survives' })).toEqual([{ value: 7 }]);
    await next.call('stop');
    expect(isServed(folder)).toBe(false);
  });

  test('is started again on the same port after kill -9 of the server, with everything committed', async () => {
    const folder = usedFolder();
    const [one, two] = await Promise.all([DatabaseUser.spawn(folder), DatabaseUser.spawn(folder)]);
    const { url } = await one.start();
    await two.start();
    await one.call('query', { sql: 'CREATE TABLE restarted (value int)' });
    for (let round = 1; round <= 3; round++) {
      await one.call('query', { sql: `INSERT INTO restarted VALUES (${round})` });
      process.kill(postmasterOf(folder), 'SIGKILL');
      const rows = await until(() =>
        two.call<{ value: number }[]>('query', { sql: 'SELECT value FROM restarted ORDER BY value' }),
      );
      expect(rows).toEqual(Array.from({ length: round }, (_, index) => ({ value: index + 1 })));
      await until(async () => ((await one.call<object[]>('restarts')).length === round ? true : undefined));
    }
    expect(await one.call('restarts')).toEqual(
      Array.from({ length: 3 }, () => ({ attempts: expect.any(Number), moved: false })),
    );
    expect(new URL(url).port).toBe(readFileSync(path.join(folder, 'pg-port'), 'utf8'));
    await Promise.all([one.call('stop'), two.call('stop')]);
    expect(isServed(folder)).toBe(false);
  });

  test('starts after kill -9 at any moment of its first start', async () => {
    const folder = newFolder();
    for (const delayMs of someOf([30, 120, 300, 600, 900], (ms) => ms === 120 || ms === 600)) {
      const user = await DatabaseUser.spawn(folder);
      user.start().catch(() => undefined);
      await sleep(delayMs);
      await user.kill();
    }
    const last = await DatabaseUser.spawn(folder);
    await last.start();
    expect(await last.call('query', { sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
    await last.call('stop');
  });

  test.each(['while the cluster is created', 'while the server starts'])(
    'stops a start at the next safe point %s, and leaves nothing behind',
    async (moment) => {
      const isCreating = moment === 'while the cluster is created';
      const folder = isCreating ? newFolder() : usedFolder();
      if (!isCreating) await stopServer((await ensureServer(folder)).pid);
      const before = readdirSync(folder);
      const stop = new AbortController();
      const started = ensureServer(folder, {}, stop.signal).then(
        ({ pid }) => stopServer(pid),
        (error: unknown) => error,
      );
      const begun = () => (isCreating ? drafted(folder) : existsSync(path.join(folder, 'pg', 'postmaster.pid')));
      await until(async () => (begun() ? true : undefined));
      stop.abort();
      expect(await started).toMatchObject({ name: 'AbortError' });
      expect(readdirSync(folder)).toEqual(before);
      expect(isServed(folder)).toBe(false);
    },
  );

  test('refuses a folder whose server does not accept it', async () => {
    const folder = usedFolder();
    const user = await DatabaseUser.spawn(folder);
    await user.start();
    const secret = path.join(folder, 'pg-password');
    const password = readFileSync(secret, 'utf8');
    writeFileSync(secret, 'another');
    await expect(ensureServer(folder)).rejects.toThrow(
      /is served by PostgreSQL process \d+, which does not accept the password/,
    );
    writeFileSync(secret, password);
    await user.call('stop');
  });

  test('is not stopped by a claim whose process id now belongs to another program', async () => {
    const folder = usedFolder();
    const user = await DatabaseUser.spawn(folder);
    await user.start();
    // Stopped, so that it cannot restart the server before it is killed itself.
    user.child.kill('SIGSTOP');
    process.kill(postmasterOf(folder), 'SIGKILL');
    await user.kill();
    await until(async () => (isServed(folder) ? undefined : true));
    const claim = path.join(folder, 'pg', 'postmaster.pid');
    if (existsSync(claim)) writeFileSync(claim, readFileSync(claim, 'utf8').replace(/^\d+/, String(process.pid)));
    const next = await DatabaseUser.spawn(folder);
    expect((await next.start()).attached).toBe(false);
    await next.call('stop');
  });

  (canBeApart ? test : test.skip)(
    'is not opened a second time by a container that does not see the first',
    async () => {
      const folder = usedFolder();
      const user = await DatabaseUser.spawn(folder);
      await user.start();
      await user.call('query', { sql: 'CREATE TABLE guarded AS SELECT 1 AS value' });
      const server = postmasterOf(folder);
      const stranger = await DatabaseUser.spawn(folder, APART);
      await expect(stranger.start()).rejects.toThrow(/is served by a PostgreSQL that this process cannot see/);
      expect(postmasterOf(folder)).toBe(server);
      await user.call('query', { sql: 'INSERT INTO guarded VALUES (2)' });
      await user.call('stop');
      // It has no owner now.
      await stranger.start();
      expect(await stranger.call('query', { sql: 'SELECT value FROM guarded ORDER BY value' })).toEqual([
        { value: 1 },
        { value: 2 },
      ]);
      await stranger.call('stop');
    },
  );

  (canBeApart ? test : test.skip)('is opened by one of two containers that start together', async () => {
    const folder = newFolder();
    const users = await Promise.all([DatabaseUser.spawn(folder, APART), DatabaseUser.spawn(folder, APART)]);
    const starts = await Promise.allSettled(users.map((user) => user.start()));
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await Promise.all(users.map((user) => user.kill()));
    // Both were killed. Their remains block nobody.
    const next = await DatabaseUser.spawn(folder, APART);
    await next.start();
    await next.call('stop');
  });

  test('starts on a file system without sockets', async () => {
    const server = await ensureServer(usedFolder(), { unix_socket_directories: '/nowhere' });
    await stopServer(server.pid);
    expect(isServed(usedFolder())).toBe(false);
  });
});
