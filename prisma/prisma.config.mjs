import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

/**
 * Prisma 7's command line refuses to run, even `generate`, without a native schema engine that it would download.
 * Where none is present it is pointed at the stand-in, which speaks the same protocol over Prisma's own WASM engine.
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
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
