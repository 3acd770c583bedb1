import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

/**
 * Prisma 7's command line refuses to run, even `generate`, without a native schema engine that it would download.
 * Where none is present it is pointed at the stand-in, which speaks the same protocol over Prisma's own WASM engine.
 *
 * The stand-in can go as soon as Prisma's command line runs `generate` and `migrate diff` from its npm packages alone: try it by setting nothing here, in a
 * folder without `node_modules`, on a machine that reaches the npm registry and nothing else.
 */
function useBundledSchemaEngine() {
  if (process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.platform === 'win32') return;
  const prisma = createRequire(createRequire(import.meta.url).resolve('prisma/package.json'));
  const engines = dirname(prisma.resolve('@prisma/engines/package.json'));
  const native = existsSync(engines) && readdirSync(engines).some((file) => file.startsWith('schema-engine'));
  if (!native) process.env.PRISMA_SCHEMA_ENGINE_BINARY = fileURLToPath(new URL('./schema-engine.mjs', import.meta.url));
}

useBundledSchemaEngine();

export default defineConfig({
  schema: '../../prisma/schema.prisma',
  migrations: { path: '../../prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
