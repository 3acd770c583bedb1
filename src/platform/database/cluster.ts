import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sentenceIn, StartError } from '../start/index.js';
import { requireOwner } from './folder-access.js';
import { type NativePostgres, reachableByOthers } from './native-postgres.js';

/** Location and credentials of a data folder's PostgreSQL cluster. */
export interface Cluster {
  readonly folder: string;
  readonly password: string;
  readonly logFile: string;
  /** The last port of the server, reused so that clients can reconnect after a restart; null before the first start. */
  readonly portFile: string;
}

/**
 * Folder of clusters whose data folder the unprivileged user cannot reach (a service run as root from a folder such as
 * /root).
 */
const FALLBACK = '/var/lib/gleaner';
/** A larger server log is replaced; one old log is kept. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** The location of a data folder's cluster, or its most likely location before it exists. */
export function clusterPlace(dataDir: string): string {
  const pointer = path.join(dataDir, 'pg-location');
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'pg');
}

function clusterFolder(dataDir: string, postgres: NativePostgres): string {
  const pointer = path.join(dataDir, 'pg-location');
  if (fs.existsSync(pointer)) return clusterPlace(dataDir);
  if (!postgres.user) return path.join(dataDir, 'pg');
  const mode = fs.statSync(dataDir).mode & 0o7777;
  if ((mode & 0o001) === 0 && fs.statSync(dataDir).uid === 0 && reachableByOthers(path.dirname(dataDir)))
    fs.chmodSync(dataDir, mode | 0o001);
  if (reachableByOthers(dataDir)) return path.join(dataDir, 'pg');
  const folder = path.join(FALLBACK, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  fs.mkdirSync(folder, { recursive: true });
  if (!reachableByOthers(folder))
    throw new StartError(
      `neither ${dataDir} nor ${FALLBACK} can be reached by an unprivileged user: set DATA_DIR to a folder that can`,
    );
  fs.writeFileSync(pointer, `${path.join(folder, 'pg')}\n`);
  return path.join(folder, 'pg');
}

/**
 * Removes drafts whose creators were killed. An `initdb` that survived its creator may still write into a draft: then
 * the next run removes it.
 */
function sweepDrafts(folder: string): void {
  const beside = path.dirname(folder);
  for (const name of fs.existsSync(beside) ? fs.readdirSync(beside) : []) {
    if (!name.startsWith(`${path.basename(folder)}.draft`)) continue;
    try {
      fs.rmSync(path.join(beside, name), { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}

/**
 * Creates the cluster in a draft folder and moves it into place whole, so that a killed run leaves no incomplete
 * cluster. Each draft has its own name: the `initdb` of a killed run may still be writing into another.
 */
async function create(
  folder: string,
  secretFile: string,
  postgres: NativePostgres,
  signal?: AbortSignal,
): Promise<void> {
  sweepDrafts(folder);
  const draft = `${folder}.draft-${randomBytes(6).toString('hex')}`;
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  const pwfile = `${draft}.password`;
  const password = randomBytes(18).toString('base64url');
  fs.writeFileSync(pwfile, password, { mode: 0o600 });
  if (postgres.user) {
    fs.chownSync(draft, postgres.user.uid, postgres.user.gid);
    fs.chownSync(pwfile, postgres.user.uid, postgres.user.gid);
  }
  const made = promisify(execFile)(
    postgres.initdb,
    [
      '-D',
      draft,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${pwfile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--lc-messages=C',
      '--data-checksums',
    ],
    { ...postgres.user, cwd: '/', env: postgres.env },
  );
  // Not by the signal of execFile, which rejects while initdb still writes.
  const end = () => void made.child.kill();
  signal?.addEventListener('abort', end);
  try {
    await made;
    signal?.throwIfAborted();
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
    signal?.throwIfAborted();
    const { stderr: words = '' } = error as { readonly stderr?: string };
    const why = sentenceIn(words) ?? words.trim();
    throw why === '' ? error : new StartError(`the database cannot be created: ${why}`, { cause: error });
  } finally {
    signal?.removeEventListener('abort', end);
    fs.rmSync(pwfile, { force: true });
  }
  fs.writeFileSync(secretFile, password, { mode: 0o600 });
  fs.renameSync(draft, folder);
}

/** Whether a data folder has a cluster. */
export const hasCluster = (dataDir: string): boolean =>
  ['pg-location', 'pg'].some((name) => fs.existsSync(path.join(dataDir, name)));

/**
 * Opens the cluster of a data folder, creating it if there is none. The caller holds the data folder's lock.
 *
 * @param signal stops a creation, which leaves nothing behind
 */
export async function openCluster(dataDir: string, postgres: NativePostgres, signal?: AbortSignal): Promise<Cluster> {
  const folder = clusterFolder(dataDir, postgres);
  requireOwner(folder, postgres);
  const secretFile = path.join(dataDir, 'pg-password');
  if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) await create(folder, secretFile, postgres, signal);
  if (!fs.existsSync(secretFile))
    throw new StartError(
      `${secretFile} is missing: without it nobody can log in to the database in ${folder}; restore the file`,
    );

  const logFile = path.join(dataDir, 'pg.log');
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > MAX_LOG_BYTES) fs.renameSync(logFile, `${logFile}.old`);
  return {
    folder,
    password: fs.readFileSync(secretFile, 'utf8').trim(),
    logFile,
    portFile: path.join(dataDir, 'pg-port'),
  };
}
