import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AppConfig, VERSION } from '../../../platform/config/index.js';
import {
  applyMigrations,
  MigrationError,
  migrationNames,
  type RestoringDatabase,
  restoringInto,
  startDatabase,
} from '../../../platform/database/index.js';
import { BackupError, type Manifest } from './manifest.js';
import { BackupReader, filePart, tablePart } from './backup-file.js';
import { loadDatabase } from './load-database.js';
import type { BackupOptions } from './make-backup.js';

type RestoreTarget = Pick<AppConfig, 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATA_DIR' | 'ARCHIVE_DIR'>;

/** Folder below ARCHIVE_DIR for files until all of them are restored. */
const DRAFT = '.restore';

/**
 * Restores a backup into an empty database and an archive folder, and migrates the database to this version. Reads the
 * file twice: nothing changes unless it is intact.
 *
 * An interrupted restore leaves a database on which no service starts; it can be restarted.
 *
 * @returns the manifest
 * @throws BackupError if the file is damaged or of a newer version, or the database or an archive folder is not empty;
 * Error of the database or the file system; the signal's reason
 */
export async function restoreBackup(
  config: RestoreTarget,
  path: string,
  { onShare, signal }: BackupOptions = {},
): Promise<Manifest> {
  const backup = await BackupReader.open(path).catch(inFile(path));
  try {
    const manifest = await backup.manifest().catch(inFile(path));
    const known = new Set(await migrationNames());
    const unknown = manifest.migrations.find((name) => !known.has(name));
    if (unknown !== undefined)
      throw new BackupError(
        `${path}: it was made by Gleaner ${manifest.version}, whose database is newer than this version (${VERSION}) knows (migration ${unknown}): restore it with that version`,
      );
    const onBytes = sharesOf(2 * backup.bytes, onShare);
    await backup.check(onBytes, signal).catch(inFile(path));
    await requireRoom(config.ARCHIVE_DIR, manifest);
    await restored(config, backup, manifest, onBytes, signal);
    return manifest;
  } finally {
    backup.close();
  }
}

async function restored(
  config: RestoreTarget,
  backup: BackupReader,
  manifest: Manifest,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const database = await startDatabase(config);
  const draft = join(config.ARCHIVE_DIR, DRAFT);
  const read = async function* (part: string): AsyncGenerator<Buffer> {
    for await (const piece of backup.read(part)) {
      onBytes(piece.length);
      yield piece;
    }
  };
  try {
    await restoringInto(database.ownerUrl, async (target) => {
      requireSame(target, manifest);
      await rm(draft, { recursive: true, force: true });
      for (const { path } of manifest.files) {
        await mkdir(dirname(join(draft, path)), { recursive: true });
        await pipeline(read(filePart(path)), createWriteStream(join(draft, path), { flush: true }), { signal });
      }
      await target.migrate(manifest.migrations);
      await target.client.query('BEGIN');
      await loadDatabase(target.client, manifest, ({ name }) => read(tablePart(name)), signal);
      await target.done();
      // Before a service can start.
      await placeFiles(draft, config.ARCHIVE_DIR, unitsOf(manifest));
      await target.client.query('COMMIT');
      // The planner has no statistics yet.
      await target.client.query('ANALYZE');
    }).catch(refusal);
    await applyMigrations(database.ownerUrl);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await database.stop();
  }
}

/** Renames all of them, or none. */
async function placeFiles(draft: string, archiveDir: string, units: readonly string[]): Promise<void> {
  const placed: string[] = [];
  try {
    for (const unit of units) {
      await mkdir(dirname(join(archiveDir, unit)), { recursive: true });
      await rename(join(draft, unit), join(archiveDir, unit));
      placed.push(unit);
    }
  } catch (error) {
    for (const unit of placed) await rm(join(archiveDir, unit), { recursive: true, force: true });
    throw error;
  }
}

/** Folders that are renamed as a whole: those of sessions and of exports. */
const unitsOf = ({ files }: Manifest): string[] => Array.from(new Set(files.map(({ path }) => dirname(path)))).sort();

/** They may belong to the backed-up service, or to another copy of it. */
async function requireRoom(archiveDir: string, manifest: Manifest): Promise<void> {
  for (const unit of unitsOf(manifest)) {
    const isThere = await stat(join(archiveDir, unit)).then(
      () => true,
      () => false,
    );
    if (isThere)
      throw new BackupError(
        `${join(archiveDir, unit)} is there already: a restore replaces nothing. Name an empty folder with --data or ARCHIVE_DIR, or move this one away`,
      );
  }
}

/** An earlier interrupted restore must have been of the same state. */
function requireSame({ applied }: RestoringDatabase, { migrations }: Manifest): void {
  const other = applied.find((name) => !migrations.includes(name));
  if (other !== undefined)
    throw new MigrationError(`an earlier restore, of a newer backup, broke off in it (migration ${other})`);
}

function refusal(error: unknown): never {
  if (!(error instanceof MigrationError)) throw error;
  throw new BackupError(
    `nothing was restored into the database: ${error.message}. A restore replaces nothing: stop the service and name an empty folder with --data, or an empty database with DATABASE_URL`,
    { cause: error },
  );
}

const inFile =
  (path: string) =>
  (error: unknown): never => {
    throw error instanceof BackupError ? new BackupError(`${path}: ${error.message}`, { cause: error }) : error;
  };

function sharesOf(all: number, onShare?: (share: number) => void): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done += bytes;
    onShare?.(Math.min(1, done / Math.max(1, all)));
  };
}
