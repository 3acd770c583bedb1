import type { Command } from 'commander';
import { BackupError, makeBackup, type Manifest, restoreBackup } from '../modules/service/backup/index.js';
import { ConfigError, loadConfig, processEnvironment, setForProcess } from '../platform/config/index.js';
import { FolderAccessError } from '../platform/database/index.js';
import { CliError, Exit } from './cli-error.js';
import { watchInterruption } from './interruption.js';
import { checkOutputFiles } from './files.js';
import { createScreen, type Screen } from './screen.js';

interface BackupArguments {
  readonly data?: string;
  readonly quiet?: boolean;
}

const SETTINGS = `
Which service it is follows from the settings of the service: from the environment and a file .env in
this folder, such as DATA_DIR, DATABASE_URL and ARCHIVE_DIR.`;

/** `gleaner backup`: of a running or stopped service. */
export function defineBackup(command: Command): void {
  optionsOf(command, 'ZIP file to write; an existing file is replaced once the new one is complete').action(
    (file: string, args: BackupArguments) =>
      withScreen(args, async (screen, signal) => {
        await checkOutputFiles({ file });
        const manifest = await sharing(screen, 'Backup', (onShare) =>
          makeBackup(loadConfig(processEnvironment()), processEnvironment(), file, { onShare, signal }),
        );
        screen.line(`${file}: ${described(manifest)}`);
        const { missing } = manifest;
        if (missing.length === 0) return;
        screen.note(
          'Archives and exports not in it, because they were missing, deleted or moved to the object store ' +
            `meanwhile: ${missing.length}`,
        );
        for (const path of missing.slice(0, MOST_NAMED)) screen.note(`  ${path}`);
      }),
  );
}

/** `gleaner restore`: into an empty folder or database. */
export function defineRestore(command: Command): void {
  optionsOf(command, 'a file that `gleaner backup` wrote').action((file: string, args: BackupArguments) =>
    withScreen(args, async (screen, signal) => {
      const manifest = await sharing(screen, 'Restore', (onShare) =>
        restoreBackup(loadConfig(processEnvironment()), file, { onShare, signal }),
      );
      screen.line(`${file}: restored ${described(manifest)}, as of ${manifest.createdAt}`);
      const { settings, secrets, missing } = manifest;
      if (missing.length > 0) screen.note(`Archives and exports missing in the backup: ${missing.length}`);
      if (Object.keys(settings).length > 0) screen.note('Settings of the backed-up service; none was restored:');
      for (const [name, value] of Object.entries(settings)) screen.note(`  ${name}=${value}`);
      if (secrets.length > 0) screen.note(`Its secrets, which are not in the backup: ${secrets.join(', ')}`);
    }),
  );
}

/** Most missing files that are listed by name. */
const MOST_NAMED = 20;

const optionsOf = (command: Command, file: string): Command =>
  command
    .argument('<file>', file)
    .option('--data <folder>', 'folder of the embedded database and of archives (DATA_DIR, ./data)')
    .option('--quiet', 'no progress lines')
    .addHelpText('after', SETTINGS);

const described = ({ tables, files }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables, and ${files.length} files of archives and exports`;

/** @throws CliError for errors that a user can fix */
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
