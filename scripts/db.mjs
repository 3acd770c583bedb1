import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root } from './packages.mjs';

/**
 * Prisma's command line, which has packages of its own in `prisma/`; they are installed when it is used for the first time.
 *
 * generate: writes the database client for a changed schema. migrate: makes the migration, on a throw-away database; Prisma wants a terminal for it.
 */
const folder = join(root, 'prisma');
const prisma = join(folder, 'node_modules', 'prisma', 'build', 'index.js');

function install() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-fund', '--no-audit'], {
    cwd: folder,
    stdio: 'inherit',
    shell: npm.endsWith('.cmd'),
  });
  if (status !== 0) fail("Prisma's command line could not be installed");
}

/** @returns its exit code */
function run(args, env = {}) {
  const child = spawn(process.execPath, [prisma, ...args], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1', ...env },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function migrate(args) {
  const { startEmbedded } = await import('../dist/platform/database/index.js');
  const data = mkdtempSync(join(tmpdir(), 'gleaner-migrate-'));
  chmodSync(data, 0o711);
  const database = await startEmbedded({ dataDir: data, database: 'gleaner' });
  const code = await run(['migrate', 'dev', ...args], { DATABASE_URL: database.url });
  await database.stop();
  rmSync(data, { recursive: true, force: true });
  return code;
}

const [command, ...args] = process.argv.slice(2);
const commands = { generate: () => run(['generate', ...args]), migrate: () => migrate(args) };
if (!Object.hasOwn(commands, command ?? '')) fail('usage: node scripts/db.mjs generate|migrate [arguments]', 2);
if (!existsSync(prisma)) install();
// The process ends by itself only when Prisma's terminal is given back.
process.exit(await commands[command]());
