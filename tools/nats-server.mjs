import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds a nats-server for tests and benchmarks, or downloads Debian's into the cache. Run directly, it prints the path.
 */

const NAME = 'nats-server';
const cache = path.resolve(import.meta.dirname, '..', '.cache', 'nats');
const cached = path.join(cache, 'root', 'usr', 'sbin', NAME);
/** Stores why the package could not be downloaded. It is retried after this time, not in each run of a test. */
const failure = path.join(cache, 'failure');
const TRIED_AGAIN_MS = 3_600_000;
/** For a package of 4 MB, and package lists of some 20 MB. */
const DOWNLOAD_MS = 120_000;

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, NAME))
    .find(isProgram);

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: DOWNLOAD_MS });
const lastLine = (error) =>
  String(error.stderr ?? '')
    .trim()
    .split('\n')
    .at(-1) || error.message;

/** Unpacks Debian's package without root. */
function download() {
  if (process.platform !== 'linux') throw new Error('it is fetched automatically only on Debian and Ubuntu');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'new-'));
  try {
    try {
      run('apt-get', ['download', NAME], folder);
    } catch {
      // Most container images lack the package lists; downloading these needs root.
      run('apt-get', ['update', '-qq'], folder);
      run('apt-get', ['download', NAME], folder);
    }
    const [file] = readdirSync(folder);
    run('dpkg', ['-x', file, 'root'], folder);
    // Another process may have been faster.
    if (!existsSync(cached)) renameSync(path.join(folder, 'root'), path.join(cache, 'root'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The path of a nats-server: NATS_SERVER_BIN, one on PATH, or Debian's package, unpacked into `.cache/nats`.
 *
 * @returns {{ path: string } | { reason: string }} the reason if there is none
 */
export function findNatsServer() {
  const named = process.env.NATS_SERVER_BIN;
  if (named)
    return isProgram(named) ? { path: named } : { reason: `NATS_SERVER_BIN names ${named}, which is not a program` };
  const found = onPath() ?? (isProgram(cached) ? cached : undefined);
  if (found) return { path: found };
  const age = Date.now() - (statSync(failure, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age < TRIED_AGAIN_MS) return { reason: readFileSync(failure, 'utf8') };
  try {
    download();
    return { path: cached };
  } catch (error) {
    const reason = `no nats-server on PATH or in NATS_SERVER_BIN, and none from Debian's packages (${lastLine(error)})`;
    mkdirSync(cache, { recursive: true });
    writeFileSync(failure, reason);
    return { reason };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findNatsServer();
  if (found.path) process.stdout.write(`${found.path}\n`);
  else {
    process.stderr.write(`${found.reason}\n`);
    process.exitCode = 1;
  }
}
