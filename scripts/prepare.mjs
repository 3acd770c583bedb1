import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConsoleBuilt } from './console.mjs';
import { isClientGenerated } from './database-client.mjs';
import { isDataWritten } from './package-data.mjs';
import { checkNode, fail, hasDevelopmentPackages, isInstalled, root, say } from './packages.mjs';
import { areVectorsUnpacked } from './unpack-word-vectors.mjs';

/** Prepares what `npm run demo`, `npm start` and `npm test` need: packages and compiled code. Uses only Node itself. */

const cache = join(root, '.cache');
const stamps = join(cache, 'run');
const LOCK_PATIENCE_MS = 15 * 60_000;

const sha = (...parts) =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
const readIf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** Runs a step to its end. @returns the error, or null */
function tried(title, command, args, options = {}) {
  const from = Date.now();
  say(`${title} …`);
  const { error, status, signal } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error) return error.message;
  if (status !== 0) return signal ?? `exit ${status}`;
  say(`${title}: done in ${((Date.now() - from) / 1_000).toFixed(1)} s`);
  return null;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** One preparation at a time: two concurrent commands must not install or build over each other. */
async function locked(work) {
  const lock = join(cache, 'run.lock');
  mkdirSync(stamps, { recursive: true });
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  let told = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readIf(lock));
    if (holder > 0 && (holder === process.pid || !isAlive(holder))) {
      // If several find the lock abandoned, only one succeeds in moving it away.
      try {
        renameSync(lock, `${lock}.${process.pid}`);
        rmSync(`${lock}.${process.pid}`);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
      continue;
    }
    if (!told) say(`waiting for process ${holder}, which is preparing`);
    told = true;
    if (Date.now() > deadline)
      fail(
        `${lock} has been held by process ${holder} for ${LOCK_PATIENCE_MS / 60_000} minutes; remove it if that process is not ours`,
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

function npm(title, args) {
  const own = process.env.npm_execpath;
  const [command, before] =
    own && /\.c?js$/.test(own) ? [process.execPath, [own]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const run = (...more) =>
    tried(title, command, [...before, ...args, '--no-fund', '--no-audit', ...more], {
      shell: command.endsWith('.cmd'),
    });
  // Packages in npm's cache are not requested again: the lock file identifies them by checksum. An old cache may be
  // incomplete.
  const problem = run('--prefer-offline') && run();
  if (problem) fail(`${title} failed (${problem})`);
}

/**
 * Development packages are installed when a command needs them, and then kept: a developer's packages are never
 * removed.
 */
function install(withDevelopment) {
  if (!withDevelopment && !hasDevelopmentPackages())
    return npm('installing the packages for running (npm ci --omit=dev)', ['ci', '--omit=dev']);
  // Adds the missing packages; the lock file determines the versions and is not written.
  if (isInstalled({ development: false }))
    return npm('installing development packages', ['install', '--include=dev', '--no-save']);
  npm('installing packages (npm ci)', ['ci', '--include=dev']);
}

/** Hash of a script's output-relevant inputs besides its sources. */
const keyOf = (...files) => sha(...['package-lock.json', ...files].map((file) => readFileSync(join(root, file))));

/** Runs one of the scripts that write what the build makes, to its end. */
async function write(script, stampFile, key) {
  const args = [join(root, 'scripts', script), root, stampFile, key];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const end = () => child.kill();
  process.once('exit', end);
  const [status, signal] = await once(child, 'exit');
  process.removeListener('exit', end);
  if (status !== 0) fail(`${script} failed (${signal ?? `exit ${status}`})`);
}

/** The inputs of the database client. */
const CLIENT = ['prisma/schema.prisma', 'scripts/database-client.mjs', 'scripts/lean-client.mjs'];

/** The inputs of the word vector block. */
const VECTORS = [
  'scripts/unpack-word-vectors.mjs',
  'src/modules/base/word-vectors/word-vectors.br',
  'src/domain/learning/packed-word-vectors.ts',
  'src/domain/learning/word-vectors.ts',
];

/** Writes the database client when the schema changed, or what writes it. */
async function generateClient() {
  mkdirSync(stamps, { recursive: true });
  const [stamp, key] = [join(stamps, 'database-client.txt'), keyOf(...CLIENT)];
  if (!isClientGenerated(root, stamp, key)) await write('database-client.mjs', stamp, key);
}

/** Writes data of packages into dist. */
async function writeData() {
  const [stamp, key] = [join(stamps, 'package-data.txt'), keyOf('scripts/package-data.mjs')];
  if (!isDataWritten(root, stamp, key)) await write('package-data.mjs', stamp, key);
}

/**
 * Compiles what changed, then unpacks the word vectors and writes data of packages. The output depends on the compilers
 * and their options too.
 */
async function compileProgram() {
  await generateClient();
  await write('compile.mjs', join(stamps, 'compiled.json'), keyOf('scripts/compile.mjs', 'scripts/swc-options.mjs'));
  const [stamp, key] = [join(stamps, 'word-vectors.txt'), keyOf(...VECTORS)];
  await Promise.all([
    areVectorsUnpacked(root, stamp, key) || write('unpack-word-vectors.mjs', stamp, key),
    writeData(),
  ]);
}

/** Builds the console when something of it changed. */
async function buildConsole() {
  mkdirSync(stamps, { recursive: true });
  const [stamp, key] = [join(stamps, 'console.txt'), keyOf('scripts/console.mjs')];
  if (!isConsoleBuilt(root, stamp, key)) await write('console.mjs', stamp, key);
}

const compile = () => Promise.all([compileProgram(), buildConsole()]);

/** @param {{ development: boolean }} packages whether development packages are needed too */
export async function prepare(packages) {
  checkNode();
  await locked(async () => {
    if (!isInstalled(packages)) install(packages.development);
    await compile();
  });
}

/** Does a step with the packages that are there. Ends the run with a message when they are not. */
async function withPackages(step) {
  checkNode();
  if (!isInstalled({ development: false })) fail('packages are missing or not those of package-lock.json; run: npm ci');
  await locked(step);
}

export const build = () => withPackages(compile);

/** For what reads the sources as they are: the type check, lint, and editors. */
export const generate = () => withPackages(generateClient);
