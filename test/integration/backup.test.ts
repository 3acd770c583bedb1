import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type Entry, openPromise } from 'yauzl';
import { makeBackup, restoreBackup } from '../../src/modules/service/backup/index.js';
import { BackupWriter, INCOMPLETE, MANIFEST } from '../../src/modules/service/backup/backup-file.js';
import { applyMigrations, migrationNames, MIGRATIONS_FOLDER } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase, testFolder } from '../support/database.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';

/** Owner of the tables of an external database: no superuser. */
const OWNER = 'backup_owner';

let folder: string;
let source: TestDatabase;
let rows: SessionRows;
let file: string;

const configOf = (url: string, name: string) => ({
  ...{ DATABASE_URL: url, DATABASE_OWNER_URL: undefined, ARCHIVE_STORE: undefined },
  ...{ DATA_DIR: path.join(folder, name), ARCHIVE_DIR: path.join(folder, name, 'archive') },
});

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Contents of each table, independent of row order. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
     AND relpersistence = 'p' AND relname <> '_prisma_migrations' ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [{ digest }] = await query<{ digest: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest FROM ${name} t`,
    );
    found[name] = digest;
  }
  return found;
}

/** Foreign keys, triggers and sequences, which a restore removes or sets. */
const standingOf = (url: string) =>
  query(
    url,
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) AS is, convalidated::text AS state FROM pg_constraint WHERE contype = 'f'
     UNION ALL SELECT tgrelid::regclass::text, tgname, '', tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT sequencename, '', coalesce(last_value, 0)::text, '' FROM pg_sequences ORDER BY 1, 2, 3, 4`,
  );

const LOCAL_HEADER_BYTES = 30;
/** A compressed empty table is two bytes with mostly unused bits. */
const SMALLEST_BYTES = 16;

/**
 * Positions in the middle of compressed data, by part. Headers before the parts repeat the directory at the end and are
 * not read.
 */
async function middlesOf(zip: string): Promise<number[]> {
  const bytes = await readFile(zip);
  const middles: number[] = [];
  const opened = await openPromise(zip, { lazyEntries: true });
  for await (const { relativeOffsetOfLocalHeader: at, compressedSize } of opened.eachEntry() as AsyncIterable<Entry>) {
    const names = bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (compressedSize > SMALLEST_BYTES) middles.push(at + LOCAL_HEADER_BYTES + names + (compressedSize >> 1));
  }
  return middles;
}

async function emptyDatabase(): Promise<TestDatabase & { readonly ownerUrl: string }> {
  const database = await createTestDatabase('none');
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  await query(
    database.url,
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${OWNER}') THEN
         CREATE ROLE ${OWNER} LOGIN NOSUPERUSER PASSWORD 'only-a-test';
         GRANT gleaner_api, gleaner_worker TO ${OWNER};
       END IF;
     END $$`,
  );
  await query(database.url, `ALTER DATABASE ${name} OWNER TO ${OWNER}`);
  Object.assign(url, { username: OWNER, password: 'only-a-test' });
  return { ...database, ownerUrl: url.href };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(testFolder(), 'backup-'));
  source = await createTestDatabase();
  rows = await insertSessionRows(source.url, { steps: 200, config: { archive: true } });
  file = path.join(folder, 'all.zip');
  const archive = path.join(folder, 'source', 'archive', rows.sessionId);
  await mkdir(archive, { recursive: true });
  await writeFile(path.join(archive, `gleaner-${rows.sessionId}-0001-00001.warc.gz`), 'as it is');
  await writeFile(path.join(archive, `gleaner-${rows.sessionId}-0001-00001.warc.gz.cdxj`), '');
  await makeBackup(configOf(source.url, 'source'), {}, file);
});
afterAll(() => source.drop());

it('restores every row, by the rights of an owner who is no superuser', async () => {
  const target = await emptyDatabase();
  try {
    const manifest = await restoreBackup(configOf(target.ownerUrl, 'owned'), file);
    expect(manifest.missing).toEqual([]);
    expect(await contentsOf(target.url)).toEqual(await contentsOf(source.url));
    expect(await standingOf(target.url)).toEqual(await standingOf(source.url));
    expect(await applyMigrations(target.ownerUrl)).toEqual([]);
    const warc = path.join(folder, 'owned', 'archive', rows.sessionId, `gleaner-${rows.sessionId}-0001-00001.warc.gz`);
    expect(await readFile(warc, 'utf8')).toBe('as it is');

    // Existing rows and archives are not replaced.
    await expect(restoreBackup(configOf(target.ownerUrl, 'other'), file)).rejects.toThrow(
      /nothing was restored into the database: the database is not empty.*name an empty folder with --data/,
    );
    await expect(restoreBackup(configOf(target.ownerUrl, 'owned'), file)).rejects.toThrow(
      /is there already: a restore replaces nothing/,
    );
  } finally {
    await target.drop();
  }
});

it('brings the backup of an earlier version up to this one', async () => {
  const past = path.join(folder, 'migrations');
  const names = await migrationNames();
  const earlier = names.slice(0, -3);
  for (const name of earlier) await cp(path.join(MIGRATIONS_FOLDER, name), path.join(past, name), { recursive: true });
  const [older, target] = [await createTestDatabase('none'), await emptyDatabase()];
  try {
    await applyMigrations(older.url, past);
    await query(
      older.url,
      `INSERT INTO topics (id, name, updated_at) VALUES (gen_random_uuid(), 'from before', now())`,
    );
    const made = await makeBackup(configOf(older.url, 'older'), {}, path.join(folder, 'older.zip'));
    expect(made.migrations).toEqual(earlier);
    await restoreBackup(configOf(target.ownerUrl, 'newer'), path.join(folder, 'older.zip'));
    expect(await applyMigrations(target.ownerUrl)).toEqual([]);
    expect(await query(target.url, 'SELECT name FROM topics')).toEqual([{ name: 'from before' }]);
  } finally {
    await older.drop();
    await target.drop();
  }
});

it('leaves a database with which no service starts where it broke off, and can be begun again', async () => {
  const target = await emptyDatabase();
  try {
    const stop = new AbortController();
    const broken = restoreBackup(configOf(target.ownerUrl, 'broken'), file, {
      signal: stop.signal,
      // Within the rows.
      onShare: (share) => share > 0.9 && stop.abort(),
    });
    await expect(broken).rejects.toThrow();
    await expect(applyMigrations(target.ownerUrl)).rejects.toThrow(
      /a restore into this database was begun and not finished: run "gleaner restore" again/,
    );
    expect(await readdir(path.join(folder, 'broken', 'archive'))).toEqual([]);
    await restoreBackup(configOf(target.ownerUrl, 'broken'), file);
    expect(await contentsOf(target.url)).toEqual(await contentsOf(source.url));
    expect(await readdir(path.join(folder, 'broken', 'archive'))).toEqual([rows.sessionId]);
  } finally {
    await target.drop();
  }
});

describe('a file that is refused', () => {
  const refused = async (name: string): Promise<string> => {
    // Nothing listens there: bad files are refused before connecting.
    const config = configOf('postgresql://nobody@127.0.0.1:1/none', 'refused');
    const error: unknown = await restoreBackup(config, path.join(folder, name)).catch((thrown: unknown) => thrown);
    expect(existsSync(config.DATA_DIR)).toBe(false);
    return String(error);
  };

  it('is cut short', async () => {
    const torn = path.join(folder, 'torn.zip');
    await copyFile(file, torn);
    const { length } = await readFile(file);
    for (const bytes of [0, 100, length >> 1, length - 1]) {
      await truncate(torn, bytes);
      expect(await refused('torn.zip')).toMatch(/torn\.zip: it is no backup, or not a whole one/);
      await copyFile(file, torn);
    }
  });

  it('has other bytes in any of its parts', async () => {
    const bytes = await readFile(file);
    const middles = await middlesOf(file);
    expect(middles.length).toBeGreaterThan(5);
    for (const at of middles) {
      const other = Buffer.from(bytes);
      // One bit may stand for a distance to another copy of the same text: then nothing has changed.
      for (let k = at; k < at + 4; k++) other[k] ^= 0xff;
      await writeFile(path.join(folder, 'other.zip'), other);
      expect(await refused('other.zip')).toMatch(/other\.zip: it is /);
    }
  });

  it.each([
    ['a newer format', { format: 2, version: '9.1.0' }, /made by Gleaner 9\.1\.0 in a newer format \(2\)/],
    [
      'a newer database',
      { format: 1, version: '9.1.0', migrations: ['99990101000000_later'] },
      /made by Gleaner 9\.1\.0, whose database is newer.*migration 99990101000000_later.*restore it with that version/,
    ],
    [
      'a path that leads elsewhere',
      { format: 1, version: '0.1.0', migrations: ['x'], files: [{ path: '../x', bytes: 1 }] },
      /its manifest is invalid at files\.0\.path/,
    ],
  ])('has %s', async (name, given, message) => {
    const writer = new BackupWriter(path.join(folder, `${name}.zip`));
    const rest = { createdAt: new Date().toISOString(), tables: [], sequences: [], missing: [], settings: {} };
    await writer.add(MANIFEST, [Buffer.from(JSON.stringify({ ...rest, files: [], secrets: [], ...given }))]);
    await writer.finish();
    expect(await refused(`${name}.zip`)).toMatch(message);
  });
});

describe('a backup that comes to nothing', () => {
  it('leaves nothing of its file, and the one that was there', async () => {
    const before = await readFile(file);
    const stop = new AbortController();
    const broken = makeBackup(configOf(source.url, 'source'), {}, file, {
      signal: stop.signal,
      onShare: () => stop.abort(),
    });
    await expect(broken).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.endsWith(INCOMPLETE))).toEqual([]);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('goes with the next backup into the folder when its process was killed; those in progress stay', async () => {
    const part = (name: string): string => path.join(folder, `${name}${INCOMPLETE}`);
    const anHourAgo = new Date(Date.now() - 3_700_000);
    await writeFile(part('killed.zip'), 'PK');
    await utimes(part('killed.zip'), anHourAgo, anHourAgo);
    const going = new BackupWriter(path.join(folder, 'going.zip'));
    await going.add('tables/x.copy', [Buffer.from('x')]);
    await makeBackup(configOf(source.url, 'source'), {}, path.join(folder, 'next.zip'));
    expect((await readdir(folder)).filter((name) => name.endsWith(INCOMPLETE))).toEqual([`going.zip${INCOMPLETE}`]);
    await going.discard();
  });

  it('is refused where there is no service', async () => {
    const config = { ...configOf('', 'nowhere'), DATABASE_URL: undefined };
    await expect(makeBackup(config, {}, path.join(folder, 'x.zip'))).rejects.toThrow(/nowhere has no database/);
    expect(existsSync(config.DATA_DIR)).toBe(false);
    const empty = await createTestDatabase('none');
    await expect(makeBackup(configOf(empty.url, 'nowhere'), {}, path.join(folder, 'x.zip'))).rejects.toThrow(
      /Gleaner was never started with it/,
    );
    await empty.drop();
  });
});

it('names archives that are not there, and settings without secrets', async () => {
  const manifest = await makeBackup(
    configOf(source.url, 'without'),
    {
      PORT: '4000',
      SEARXNG_URL: 'http://user:secret@search.example/',
      API_KEYS: 'a-secret-of-16-characters',
      HOME: '/x',
    },
    path.join(folder, 'without.zip'),
  );
  expect(manifest.missing).toEqual([rows.sessionId]);
  expect(manifest.settings).toEqual({ PORT: '4000', SEARXNG_URL: 'http://search.example/' });
  expect(manifest.secrets).toEqual(['API_KEYS']);
  expect((await readFile(path.join(folder, 'without.zip'))).includes('a-secret')).toBe(false);
});
