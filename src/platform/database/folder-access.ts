import fs from 'node:fs';
import path from 'node:path';
import { EXIT_CONFIG, StartError } from '../start/index.js';
import type { NativePostgres } from './native-postgres.js';

/** A folder that belongs to another user, with the remedy. Starting again does not help. */
export class FolderAccessError extends StartError {
  constructor(message: string) {
    super(message, { exitCode: EXIT_CONFIG });
    this.name = 'FolderAccessError';
  }
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** This process's user. Null on Windows, which has no such ids. */
function me(): User | null {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  return uid === undefined || gid === undefined ? null : { uid, gid };
}

/** `postgres (uid 70)`, or only the number if this system does not know the user. */
function nameOf(uid: number): string {
  const users = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const user = users.map((line) => line.split(':')).find(([, , id]) => id === String(uid));
  return user === undefined ? `the user with uid ${uid}` : `${user[0]} (uid ${uid})`;
}

function refusal(at: string, owner: number, who: string, { uid, gid }: User, mended: string): FolderAccessError {
  return new FolderAccessError(
    `${at} belongs to ${nameOf(owner)}, but ${who} as ${nameOf(uid)}, who may not use it. A copy made as root loses its owners. As root, run: chown -R ${uid}:${gid} ${mended}`,
  );
}

/**
 * Checks that this process may read and write a folder and those of the given files in it that exist.
 *
 * @throws FolderAccessError
 */
export function requireAccess(folder: string, files: readonly string[] = []): void {
  const user = me();
  if (user === null) return;
  for (const at of [folder, ...files.map((name) => path.join(folder, name))]) {
    try {
      // Nothing can be learned about a path inside a folder without search permission.
      const found = fs.statSync(at);
      fs.accessSync(at, fs.constants.R_OK | fs.constants.W_OK | (found.isDirectory() ? fs.constants.X_OK : 0));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // If the path is no folder, other code refuses it.
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      if (code !== 'EACCES') throw error;
      const owned = nearest(at);
      const mended = owned.startsWith(folder) ? folder : owned;
      throw refusal(owned, fs.statSync(owned).uid, 'this process runs', user, mended);
    }
  }
}

/** The path itself, or the nearest folder above it that can be examined. */
function nearest(at: string): string {
  for (let there = at; ; there = path.dirname(there)) {
    try {
      fs.statSync(there);
      return there;
    } catch {
      if (there === path.dirname(there)) return there;
    }
  }
}

/**
 * Checks that PostgreSQL's user owns a database folder: PostgreSQL accepts no other.
 *
 * @throws FolderAccessError
 */
export function requireOwner(folder: string, { user }: Pick<NativePostgres, 'user'>): void {
  const runner = user ?? me();
  if (runner === null || !fs.existsSync(folder)) return;
  const { uid } = fs.statSync(folder);
  if (uid !== runner.uid) throw refusal(folder, uid, 'PostgreSQL runs', runner, folder);
}
