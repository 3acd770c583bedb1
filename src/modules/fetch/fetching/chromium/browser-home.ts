import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, utimesSync } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '../../../../platform/database/process-identity.js';
import type { BrowserUser } from './browser-user.js';

/** Interval for marking a home as in use. */
const HEARTBEAT_MS = 10 * 60_000;
/**
 * A home of another container, whose processes are not visible here, counts as abandoned after this time without a
 * mark.
 */
const STALE_MS = 6 * HEARTBEAT_MS;
/** The last processes of a browser keep writing briefly after its main process has ended. */
const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/** Folder of one browser: its profile and its temporary files. Its name identifies the owning process. */
export interface BrowserHome {
  readonly profile: string;
  readonly temporary: string;
  /**
   * The program to start instead of the browser: it changes the user, and removes the folder after the browser has
   * ended, even if this process has ended by then.
   */
  readonly executablePath: string;
  remove(): Promise<void>;
}

/** The folder of all homes of this user's processes. Other users may traverse but not list it. */
export function homesFolder(): string {
  return join(tmpdir(), `gleaner-browsers-${process.getuid?.() ?? 'user'}`);
}

/** @throws Error if the folder of homes belongs to another user */
export async function createHome(program: string, user: BrowserUser): Promise<BrowserHome> {
  const folder = homesFolder();
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const { uid } = lstatSync(folder);
  if (!lstatSync(folder).isDirectory() || (process.getuid !== undefined && uid !== process.getuid()))
    throw new Error(`${folder} belongs to somebody else`);
  const home = mkdtempSync(join(folder, `${ownerName(process.pid)}-`));
  const of = (name: string): string => {
    const path = join(home, name);
    mkdirSync(path, { mode: 0o700 });
    if (user.kind === 'other') chownSync(path, user.uid, user.gid);
    return path;
  };
  const heartbeat = setInterval(() => mark(home), HEARTBEAT_MS).unref();
  const made = { profile: of('profile'), temporary: of('tmp') };
  const executablePath = process.platform === 'linux' ? join(home, 'chromium') : program;
  if (executablePath !== program) {
    await writeFile(executablePath, launcher(program, user, home), { mode: 0o700 });
    // The launcher runs with this process's rights; the browser's user only needs to traverse the folder.
    if (user.kind === 'other') chmodSync(home, 0o711);
  }
  return {
    ...made,
    executablePath,
    remove: async () => {
      clearInterval(heartbeat);
      await rm(home, REMOVAL).catch(() => undefined);
    },
  };
}

/** Removes the homes of processes that were killed together with their browser and launcher. */
export async function sweepHomes(): Promise<void> {
  const folder = homesFolder();
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (await isAbandoned(name, path)) await rm(path, REMOVAL).catch(() => undefined);
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [namespace, pid] = name.split('-');
  if (namespace === undefined || !/^\d+$/.test(pid ?? '')) return false;
  if (namespace === pidNamespace()) return !name.startsWith(`${ownerName(Number(pid))}-`);
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return Date.now() - mtimeMs > STALE_MS;
}

/**
 * Identifies a process across containers and reused process ids; for a process that does not exist, `gone` replaces the
 * start time.
 */
function ownerName(pid: number): string {
  return `${pidNamespace()}-${(processIdentity(pid) ?? `${pid} gone`).replaceAll(' ', '-')}`;
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function mark(home: string): void {
  try {
    utimesSync(home, new Date(), new Date());
  } catch {
    // Another process has just removed it.
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The shell closes the browser's pipes, so that only the browser holds them and ends when the other side closes them.
 */
function launcher(program: string, user: BrowserUser, home: string): string {
  const change = user.kind === 'other' ? `setpriv --reuid=${user.uid} --regid=${user.gid} --clear-groups ` : '';
  return `#!/bin/sh
${change}${quoted(program)} "$@" &
exec 3>&- 4>&-
wait $!
code=$?
for attempt in 1 2 3 4 5; do rm -rf ${quoted(home)} && break; sleep 0.2; done
exit $code
`;
}
