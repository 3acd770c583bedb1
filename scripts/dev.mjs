import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { onNpmGone } from './npm-gone.mjs';
import { root, say } from './packages.mjs';
import { build } from './prepare.mjs';

/**
 * `npm run dev`: API and worker, recompiled and restarted when a file of `src` or of the TypeScript client changes, or
 * the database schema. Until Ctrl-C.
 */

/** Editors write a file in several steps, and a checkout writes many files. */
const QUIET_MS = 200;
const dist = (...parts) => new URL(join('..', 'dist', ...parts), import.meta.url);

await build();
const { loadConfig, processEnvironment } = await import(dist('platform', 'config', 'index.js'));
const { startDatabase } = await import(dist('platform', 'database', 'index.js'));
// The embedded database ends with the last process that uses it: held here it outlives the restarts.
const database = await startDatabase(loadConfig(processEnvironment()));

let child = null;
let changed = null;
let restarting = Promise.resolve();

function start() {
  child = spawn(process.execPath, [join(root, 'dist', 'cli', 'index.js'), 'serve'], { cwd: root, stdio: 'inherit' });
  child.ended = new Promise((resolve) => child.once('exit', resolve));
}

async function stop() {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  await child.ended;
}

/** A failed compilation leaves the service running; the compiler has printed the reason. */
function compiles() {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

async function restart() {
  if (!compiles()) return;
  say('restarting');
  await stop();
  start();
}

const WATCHED = ['src', join('clients', 'typescript', 'src'), 'prisma'];
const isWatched = (file) =>
  /\.(ts|prisma)$/.test(file) &&
  !file.endsWith('.spec.ts') &&
  !file.startsWith(join('platform', 'database', 'generated'));

const watchers = WATCHED.map((folder) =>
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || !isWatched(file)) return;
    clearTimeout(changed);
    changed = setTimeout(() => (restarting = restarting.then(restart)), QUIET_MS);
  }),
);

async function end() {
  clearTimeout(changed);
  for (const watcher of watchers) watcher.close();
  await restarting;
  await stop();
  await database.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end());
onNpmGone(() => void end());

start();
say(`watching ${WATCHED.join(', ')}`);
