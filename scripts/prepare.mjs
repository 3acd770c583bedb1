import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Makes ready what a command needs: packages, generated database client, compiled code. Uses nothing but Node itself. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const stamps = join(cache, 'run');
const LEAST_NODE = [20, 19];
const LOCK_PATIENCE_MS = 15 * 60_000;

/** Ends the run with a message. */
export function fail(message, code = 1) {
  process.stderr.write(`gleaner: ${message}\n`);
  process.exit(code);
}

export function say(message) {
  process.stderr.write(`gleaner: ${message}\n`);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    fail(`needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}`);
  }
}

const sha = (...parts) =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
const readIf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** Runs a step to its end; any failure of it ends the run. */
function step(title, command, args, options = {}) {
  const from = Date.now();
  say(`${title} …`);
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (result.error) fail(`${title}: ${result.error.message}`);
  if (result.status !== 0) fail(`${title} failed (${result.signal ?? `exit ${result.status}`})`);
  say(`${title}: done in ${((Date.now() - from) / 1_000).toFixed(1)} s`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** One preparation at a time: two commands started together must not install or build over each other. */
function locked(work) {
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
      // Of several that find the lock abandoned only one succeeds in moving it away.
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
    work();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

/** Whether what is installed is what the lock file says. Packages for other platforms are rightly absent. */
function isInstalled() {
  const installed = readIf(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const { packages: present } = JSON.parse(installed);
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const there = present[path];
    return there === undefined ? Boolean(entry.optional || entry.devOptional) : there.version === entry.version;
  });
}

function install() {
  const npm = process.env.npm_execpath;
  const [command, args] =
    npm && /\.c?js$/.test(npm) ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  step('installing packages (npm ci)', command, [...args, 'ci', '--no-fund', '--no-audit'], {
    shell: command.endsWith('.cmd'),
  });
}

/** Runs `work` unless it ran before on the same inputs and its output is still there. */
function cached(name, key, output, work) {
  const stamp = join(stamps, name);
  if (readIf(stamp) === key && existsSync(output)) return;
  rmSync(stamp, { force: true });
  work();
  if (!existsSync(output)) fail(`${name}: ${output} was not made`);
  writeFileSync(stamp, key);
}

function generate() {
  const schema = readFileSync(join(root, 'prisma', 'schema.prisma'));
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'prisma', 'package.json'), 'utf8'));
  cached('generate', sha(schema, version), join(root, 'src', 'platform', 'database', 'generated', 'client.ts'), () => {
    step(
      'generating the database client',
      process.execPath,
      [join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate'],
      {
        env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
      },
    );
  });
}

/** Compiles what changed. The output depends on the compiler and its options too. */
function compile() {
  const inputs = ['package-lock.json', 'scripts/compile.mjs', 'scripts/swc-options.mjs'].map((file) =>
    readFileSync(join(root, file)),
  );
  const result = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'compile.mjs'), root, join(stamps, 'compiled.json'), sha(...inputs)],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
    },
  );
  if (result.status !== 0) fail(`compiling failed (${result.signal ?? `exit ${result.status}`})`);
}

/** @param {'packages' | 'client' | 'code'} what how far to prepare; each includes those before it */
export function prepare(what) {
  checkNode();
  locked(() => {
    if (!isInstalled()) install();
    if (what === 'packages') return;
    generate();
    if (what === 'code') compile();
  });
}
