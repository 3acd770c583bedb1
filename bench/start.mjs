/**
 * A start: `npm run build && node bench/start.mjs [--parts packages,demo,rest] [--rest-seconds 120]`
 *
 * - `packages`: the npm package in an empty folder, and `npm ci --omit=dev` in a fresh clone: megabytes on disk.
 * - `demo`: `npm run demo` in a fresh clone with an empty npm cache: seconds by step.
 * - `rest`: `npm start` on an empty folder, left alone: proportional memory (Pss) by process. V8 gives memory of the
 *   start back in its first idle minutes.
 *
 * Clones are of the last commit. Linux only.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from './support/report.mjs';

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'packages,demo,rest' },
    'rest-seconds': { type: 'string', default: '120' },
  },
});
const base = mkdtempSync(join(tmpdir(), 'gleaner-start-'));
// PostgreSQL runs as another user if this is root.
chmodSync(base, 0o755);
const env = { ...process.env, npm_config_cache: join(base, 'npm-cache') };
const rows = [];
const add = (...row) => rows.push(row);

const megabytes = (folder) => Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
const run = (command, args, cwd) => execFileSync(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
const seconds = (from) => ((performance.now() - from) / 1_000).toFixed(1);

function clone(name) {
  const folder = join(base, name);
  run('git', ['clone', '-q', '--local', process.cwd(), folder]);
  return folder;
}

function packages() {
  const [packed, home] = ['packed', 'home'].map((name) => join(base, name));
  for (const folder of [packed, home]) mkdirSync(folder);
  run('npm', ['pack', '--pack-destination', packed]);
  run('npm', ['init', '--yes'], home);
  run('npm', ['install', join(packed, readdirSync(packed)[0])], home);
  const all = megabytes(join(home, 'node_modules'));
  const own = megabytes(join(home, 'node_modules', 'gleaner'));
  add('npm package: Gleaner', `${own} MB`);
  add('npm package: packages', `${all - own} MB`);
  const cloned = clone('packages');
  const from = performance.now();
  run('npm', ['ci', '--omit=dev'], cloned);
  add('clone: npm ci --omit=dev', `${seconds(from)} s`);
  add('clone: packages, those of the build included', `${megabytes(join(cloned, 'node_modules'))} MB`);
}

/** The demo's steps, by the lines that the preparation prints. */
async function demo() {
  const folder = clone('demo');
  rmSync(env.npm_config_cache, { recursive: true, force: true });
  const from = performance.now();
  let installed;
  let built;
  const child = spawn('npm', ['run', 'demo'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (text.includes('done in')) installed ??= seconds(from);
    if (/compiled|console built/.test(text)) built = seconds(from);
  });
  child.stdout.resume();
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`the demo ended with ${code}`);
  add('demo: packages installed after', `${installed} s`);
  add('demo: built after', `${built} s`);
  add('demo: ended after', `${seconds(from)} s`);
}

/** Proportional memory of a process in MB, and its command. */
function memoryOf(pid) {
  const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1] / 1_024;
  return { pss, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
}

const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const treeOf = (pid) => [pid, ...childrenOf(pid).flatMap(treeOf)];

async function rest() {
  const data = join(base, 'data');
  const args = ['dist/cli/index.js', 'serve', '--data', data, '--port', '0'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => text.includes('"listening"') && resolve());
  });
  await new Promise((resolve) => setTimeout(resolve, Number(values['rest-seconds']) * 1_000));
  const parts = { API: 0, worker: 0, PostgreSQL: 0 };
  for (const pid of treeOf(child.pid)) {
    const { pss, command } = memoryOf(pid);
    parts[pid === child.pid ? 'API' : command.includes('postgres') ? 'PostgreSQL' : 'worker'] += pss;
  }
  for (const [part, mb] of Object.entries(parts)) add(`at rest: ${part}`, `${mb.toFixed(0)} MB`);
  add('at rest: API and worker', `${(parts.API + parts.worker).toFixed(0)} MB`);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

try {
  for (const part of values.parts.split(',')) await { packages, demo, rest }[part]();
  report('start', ['start', ''], rows);
} finally {
  rmSync(base, { recursive: true, force: true });
}
