import {
  type AppConfig,
  type Environment,
  VERSION,
  type SettingName,
  settings,
} from '../../../platform/config/index.js';
import { hasCluster, startDatabase } from '../../../platform/database/index.js';
import { archiveFiles, exportFile, type FoundFile } from './archive-files.js';
import { BackupError, type FileCopy, FORMAT, type Manifest, type TableCopy } from './manifest.js';
import { BackupWriter, filePart, MANIFEST, removeAbandoned, tablePart } from './backup-file.js';
import { DatabaseSnapshot } from './database-snapshot.js';

type BackedUp = Pick<AppConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR' | 'ARCHIVE_DIR' | 'ARCHIVE_STORE'>;

export interface BackupOptions {
  /** Called with the completed share, from 0 to 1. */
  readonly onShare?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes all data of a service to one file: the database at one moment, and the archives and exports that it refers to.
 * The service may be running, and may be stopped meanwhile. Objects in object stores are not copied.
 *
 * @param env the environment of the settings
 * @returns the manifest
 * @throws BackupError if there is nothing to back up; Error of the database or the file system; the signal's reason.
 * The incomplete file is removed then; that of a killed process by the next backup into its folder
 */
export async function makeBackup(
  config: BackedUp,
  env: Environment,
  path: string,
  { onShare, signal }: BackupOptions = {},
): Promise<Manifest> {
  if (config.DATABASE_URL === undefined && !hasCluster(config.DATA_DIR))
    throw new BackupError(`${config.DATA_DIR} has no database: name the data folder of a service, or set DATABASE_URL`);
  const database = await startDatabase(config);
  try {
    await removeAbandoned(path);
    const writer = new BackupWriter(path, signal);
    try {
      const manifest = await DatabaseSnapshot.take(database.ownerUrl, async (snapshot) => {
        const described = await copied(snapshot, config, writer, onShare);
        return { ...described, ...givenSettings(env) };
      });
      await writer.add(MANIFEST, [Buffer.from(JSON.stringify(manifest, null, 2))]);
      await writer.finish();
      return manifest;
    } catch (error) {
      await writer.discard();
      throw error;
    }
  } finally {
    await database.stop();
  }
}

async function copied(
  snapshot: DatabaseSnapshot,
  config: BackedUp,
  writer: BackupWriter,
  onShare?: (share: number) => void,
): Promise<Omit<Manifest, 'settings' | 'secrets'>> {
  // Archives are ahead of the database: they contain everything it refers to at this moment.
  const createdAt = new Date().toISOString();
  const { found, missing } = await filesOf(snapshot, config);
  const all = [...snapshot.tables, ...found].reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let done = 0;
  const counted = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      done += piece.length;
      onShare?.(Math.min(1, done / Math.max(1, all)));
      yield piece;
    }
  };
  // First, because they may be deleted.
  const files: FileCopy[] = [];
  for (const { path, bytes, isPacked, read } of found) {
    const copiedBytes = await writer.add(filePart(path), counted(read()), isPacked);
    if (bytes === null || bytes === copiedBytes) files.push({ path, bytes: copiedBytes });
    else missing.push(path);
  }
  const tables: TableCopy[] = [];
  for (const table of snapshot.tables) {
    const { name, columns, format } = table;
    let rows = 0;
    await writer.add(tablePart(name), counted(snapshot.rows(table, (count) => (rows = count))));
    tables.push({ name, columns: [...columns], format, rows });
  }
  return {
    ...{ format: FORMAT, version: VERSION, createdAt, migrations: [...snapshot.migrations] },
    ...{ tables, sequences: await snapshot.sequences(), files, missing },
  };
}

/** Files that the database refers to: found here, or missing. Object stores are not searched. */
async function filesOf(
  snapshot: DatabaseSnapshot,
  { ARCHIVE_DIR, ARCHIVE_STORE }: BackedUp,
): Promise<{ readonly found: FoundFile[]; readonly missing: string[] }> {
  const found: FoundFile[] = [];
  const missing: string[] = [];
  for (const { id, hasFetched } of await snapshot.archivedSessions()) {
    const files = await archiveFiles(ARCHIVE_DIR, id);
    found.push(...files);
    if (files.length === 0 && hasFetched && ARCHIVE_STORE === undefined) missing.push(id);
  }
  for (const one of await snapshot.exports()) {
    const file = await exportFile(ARCHIVE_DIR, one);
    if (file !== null) found.push(file);
    else if (ARCHIVE_STORE === undefined) missing.push(`exports/${one.id}`);
  }
  return { found, missing };
}

/** The settings given in an environment; of secrets only the names. */
function givenSettings(env: Environment): Pick<Manifest, 'settings' | 'secrets'> {
  const given = (Object.keys(settings) as SettingName[]).filter((name) => (env[name] ?? '').trim() !== '');
  return {
    settings: Object.fromEntries(
      given.filter((name) => !settings[name].secret).map((name) => [name, withoutLogin(env[name] ?? '')]),
    ),
    secrets: given.filter((name) => settings[name].secret),
  };
}

/** URLs may contain user and password. */
function withoutLogin(value: string): string {
  if (!/^[a-z+.-]+:\/\/[^/]*@/i.test(value) || !URL.canParse(value)) return value;
  const url = new URL(value);
  url.username = '';
  url.password = '';
  return url.href;
}
