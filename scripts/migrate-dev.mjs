import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../dist/platform/database/index.js';
import { root } from './prepare.mjs';

/** `prisma migrate dev` on a throw-away database: makes the migration for a changed schema. Prisma wants a terminal for it. */
const folder = mkdtempSync(join(tmpdir(), 'gleaner-migrate-'));
chmodSync(folder, 0o711);
const database = await startEmbedded({ dataDir: folder, database: 'gleaner' });
const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js');
const child = spawn(process.execPath, [prisma, 'migrate', 'dev', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: database.url },
});
child.once('exit', async (code) => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
