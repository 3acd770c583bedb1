import type { Command } from 'commander';
import { BackupError, makeBackup, type Manifest, restoreBackup } from '../modules/backup/index.js';
import { ConfigError, loadConfig, processEnvironment, setForProcess } from '../platform/config/index.js';
import { FolderAccessError } from '../platform/database/index.js';
import { CliError, Exit } from './cli-error.js';
import { watchInterruption } from './interruption.js';
import { createScreen, type Screen } from './screen.js';

interface BackupArguments {
  readonly data?: string;
  readonly quiet?: boolean;
}

const SETTINGS = `
Which service it is follows from the settings of the service: from the environment and a file .env in
this folder, such as DATA_DIR, DATABASE_URL and ARCHIVE_DIR.`;

/** `gleaner backup`: of a service that runs, or of one that does not. */
export function defineBackup(command: Command): void {
  optionsOf(command, 'file to write, a ZIP file; one of this name is replaced once the new one is whole').action(
    (file: string, args: BackupArguments) =>
      withScreen(args, async (screen, signal) => {
        const manifest = await sharing(screen, 'Backup', (onShare) =>
          makeBackup(loadConfig(processEnvironment()), processEnvironment(), file, { onShare, signal }),
        );
        screen.line(`${file}: ${described(manifest)}`);
        const { missing } = manifest;
        if (missing.length === 0) return;
        screen.note(
          `Not in it, as they were not there, or were deleted or moved to the object store meanwhile (archives and exports): ${missing.length}`,
        );
        for (const path of missing.slice(0, MOST_NAMED)) screen.note(`  ${path}`);
      }),
  );
}

/** `gleaner restore`: into a folder or a database that is empty. */
export function defineRestore(command: Command): void {
  optionsOf(command, 'a file that `gleaner backup` wrote').action((file: string, args: BackupArguments) =>
    withScreen(args, async (screen, signal) => {
      const manifest = await sharing(screen, 'Restore', (onShare) =>
        restoreBackup(loadConfig(processEnvironment()), file, { onShare, signal }),
      );
      screen.line(`${file}: ${described(manifest)} restored, as of ${manifest.createdAt}`);
      const { settings, secrets, missing } = manifest;
      if (missing.length > 0) screen.note(`Archives and exports that the backup did not have: ${missing.length}`);
      if (Object.keys(settings).length > 0)
        screen.note('Settings of the service that was backed up; none was restored:');
      for (const [name, value] of Object.entries(settings)) screen.note(`  ${name}=${value}`);
      if (secrets.length > 0) screen.note(`Secrets that it had, and that are not in the backup: ${secrets.join(', ')}`);
    }),
  );
}

/** Missing files that are named one by one. */
const MOST_NAMED = 20;

const optionsOf = (command: Command, file: string): Command =>
  command
    .argument('<file>', file)
    .option('--data <folder>', 'folder of the embedded database and of archives (DATA_DIR, ./data)')
    .option('--quiet', 'no progress lines')
    .addHelpText('after', SETTINGS);

const described = ({ tables, files }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, and ${files.length} files of archives and exports`;

/** @throws CliError for what a user can do something about */
async function withScreen(
  { data, quiet }: BackupArguments,
  work: (screen: Screen, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (data !== undefined) setForProcess('DATA_DIR', data);
  const interruption = watchInterruption();
  try {
    await work(createScreen(quiet), interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) throw new CliError('interrupted', Exit.Interrupted);
    if (error instanceof BackupError || error instanceof FolderAccessError)
      throw new CliError(error.message, Exit.Conflict);
    if (error instanceof ConfigError) throw new CliError(error.message, Exit.Usage);
    throw error;
  } finally {
    interruption.release();
  }
}

async function sharing<T>(
  screen: Screen,
  label: string,
  work: (onShare: (share: number) => void) => Promise<T>,
): Promise<T> {
  const shown = screen.share(label);
  try {
    return await work((share) => shown.update(share));
  } finally {
    shown.end();
  }
}
