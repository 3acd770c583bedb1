import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { nativePostgres } from '../../src/platform/database/native-postgres.js';
import { compiledProduct } from '../support/build.js';
import { inDatabase } from '../support/embedded-database.js';
import { isServed, killRest, newDataFolder, Service } from '../support/service-processes.js';

let dist: string;
beforeAll(() => {
  dist = compiledProduct();
}, 300_000);
afterAll(killRest);

/** PostgreSQL processes of a data folder. */
const serversOn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/pg`);
    } catch {
      return false;
    }
  });

async function refused(service: Service): Promise<{ readonly code: number; readonly said: string }> {
  const [code] = (await once(service.child, 'exit')) as [number];
  return { code, said: service.log };
}

/** The final sentence of a start, below a log. */
const sentenceOf = (service: Service): unknown[] =>
  service.log
    .split('\n')
    .filter((line) => line.includes('"fatal"'))
    .map((line) => (JSON.parse(line) as { msg: unknown }).msg);

describe('a start that is refused', () => {
  test('by a newer database says so, and ends the server that it has started', async () => {
    const folder = newDataFolder();
    await inDatabase(folder, [
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES ('later', '', now(), '99990101000000_later', 1)`,
    ]);
    expect(isServed(folder)).toBe(false);
    const service = Service.start(dist, { DATA_DIR: folder });
    expect((await refused(service)).code).toBe(1);
    expect(sentenceOf(service)).toEqual([
      'the database has migration 99990101000000_later, which this version does not know: it belongs to a newer version; start that one, or restore a backup from before',
    ]);
    expect([isServed(folder), serversOn(folder)]).toEqual([false, []]);
  }, 400_000);

  test('by a port in use says which, and ends the server that it has started', async () => {
    const folder = newDataFolder();
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port } = occupant.address() as AddressInfo;
    const service = Service.start(dist, { DATA_DIR: folder, ROLE: 'api', PORT: String(port) });
    expect((await refused(service)).code).toBe(1);
    occupant.close();
    expect(sentenceOf(service)).toEqual([
      `127.0.0.1:${port} is in use by another program: end it, or choose another port (PORT, WORKER_PORT)`,
    ]);
    expect([isServed(folder), serversOn(folder)]).toEqual([false, []]);
  }, 400_000);

  test.each([['main.js'], ['cli/index.js', 'serve'], ['worker.js'], ['fetcher.js']])(
    'of %s by too few files says how many it takes',
    async (...args) => {
      const folder = newDataFolder();
      const script = [path.join(dist, args[0] ?? ''), ...args.slice(1)].join(' ');
      const child = spawn('bash', ['-c', `ulimit -n 64; exec ${process.execPath} ${script}`], {
        env: { PATH: process.env['PATH'], DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
      const [code] = (await once(child, 'close')) as [number];
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          /^(?:gleaner: )?this process may open 64 files, which is too few: allow 1024 or more .*\n$/,
        ),
      ]);
      expect(readdirSync(folder)).toEqual([]);
    },
    180_000,
  );

  test.each([
    ['a file in place of the data folder', (at: string) => writeFileSync(at, ''), /is not a folder: remove it, or set/],
    [
      'a database of another version of PostgreSQL',
      (at: string) => {
        mkdirSync(path.join(at, 'pg'), { recursive: true });
        chmodSync(at, 0o711);
        writeFileSync(path.join(at, 'pg', 'PG_VERSION'), '9.6\n');
        for (const name of ['postgresql.conf', 'pg_hba.conf']) writeFileSync(path.join(at, 'pg', name), '');
        writeFileSync(path.join(at, 'pg-password'), 'x');
        const { user } = nativePostgres();
        if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path.join(at, 'pg')]);
        chmodSync(path.join(at, 'pg'), 0o700);
      },
      /^PostgreSQL did not start \(exit 1\): the data folder was made by another major version of PostgreSQL: dump it/,
    ],
  ] as const)(
    'by %s says what to do',
    async (_, prepare, sentence) => {
      const folder = path.join(newDataFolder(), 'data');
      prepare(folder);
      const service = Service.start(dist, { DATA_DIR: folder });
      expect((await refused(service)).code).toBe(1);
      expect(sentenceOf(service)).toEqual([expect.stringMatching(sentence)]);
      expect(service.log).not.toMatch(/^ +at /m);
      expect(serversOn(folder)).toEqual([]);
    },
    180_000,
  );

  test('by a Chromium that is not there is a wrong setting', async () => {
    const service = Service.start(dist, { DATA_DIR: newDataFolder(), CHROMIUM_PATH: '/nowhere/chromium' });
    expect(await refused(service)).toEqual({
      code: 78,
      said: 'Configuration refused:\n  CHROMIUM_PATH: there is no file "/nowhere/chromium"; expected the path of a Chromium\n',
    });
  }, 180_000);
});

test('a signal while a service starts ends what it has begun', async () => {
  const folder = newDataFolder();
  const service = Service.start(dist, { DATA_DIR: folder });
  while (!existsSync(path.join(folder, 'pg.lock'))) await new Promise((soon) => setTimeout(soon, 5));
  expect(await service.end('SIGTERM')).toBe(0);
  expect([isServed(folder), serversOn(folder)]).toEqual([false, []]);
}, 400_000);
