import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leanClient } from './lean-client.mjs';
import { fail, root, say } from './packages.mjs';

/**
 * Prisma's command line, which has packages of its own in `tools/prisma`; they are installed when it is used for the first time.
 *
 * generate: writes the database client for a changed schema. migrate NAME: writes a migration, from what the migrations so far make of a throw-away
 * database to the schema.
 */
const folder = join(root, 'tools', 'prisma');
const schema = join(root, 'prisma', 'schema.prisma');
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

/** @returns what it printed */
function run(args, env = {}) {
  const { status, stdout } = spawnSync(process.execPath, [prisma, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1', ...env },
  });
  if (status !== 0) throw new Error(`prisma ${args.join(' ')} failed`);
  return stdout;
}

/** The statements that lead from all migrations to the schema. */
async function difference() {
  const { applyMigrations, startEmbedded } = await import('../dist/platform/database/index.js');
  const data = mkdtempSync(join(tmpdir(), 'gleaner-migrate-'));
  chmodSync(data, 0o711);
  const database = await startEmbedded({ dataDir: data, database: 'gleaner' });
  try {
    await applyMigrations(database.ownerUrl);
    const args = ['migrate', 'diff', '--from-config-datasource', '--to-schema', schema, '--script'];
    return run(args, { DATABASE_URL: database.ownerUrl });
  } finally {
    await database.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function migrate(name) {
  if (!/^[a-z0-9_]+$/.test(name ?? '')) fail('usage: npm run db:migrate NAME (small letters, digits and _)', 2);
  const script = await difference();
  if (!/^\s*[A-Z]/m.test(script)) return say('the migrations make what the schema says: nothing to do');
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const made = join(root, 'prisma', 'migrations', `${time}_${name}`);
  mkdirSync(made);
  writeFileSync(join(made, 'migration.sql'), script);
  process.stdout.write(script);
  say(`${join(made, 'migration.sql')} written. Read it: what a schema cannot say, such as some indexes, it would drop`);
}

/** Prisma writes all files of the client anew. */
async function generate() {
  process.stdout.write(run(['generate']));
  const file = join(root, 'src', 'platform', 'database', 'generated', 'internal', 'class.ts');
  writeFileSync(file, leanClient(readFileSync(file, 'utf8')));
}

const [command, name] = process.argv.slice(2);
const commands = { generate, migrate: () => migrate(name) };
if (!Object.hasOwn(commands, command ?? '')) fail('usage: node scripts/db.mjs generate|migrate NAME', 2);
if (!existsSync(prisma)) install();
await commands[command]().catch((error) => fail(error.message));
