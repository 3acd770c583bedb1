import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { leanClient, leanRuntime, withOwnRuntime } from './lean-client.mjs';

/**
 * Writes the database client from `prisma/schema.prisma` with the generator of Prisma, which needs neither Prisma's
 * command line nor an engine, and copies the parts of Prisma's runtime that it uses beside it.
 */

const folderIn = (root) => join(root, 'src', 'platform', 'database', 'generated');

/** Whether the client was made from what the key is of. */
export const isClientGenerated = (root, stampFile, key) =>
  existsSync(join(folderIn(root), 'client.ts')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === key;

async function generate(root, stampFile, key) {
  // Their modules for ESM import files that do not exist.
  const require = createRequire(import.meta.url);
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
  const { getConfig, getDMMF } = require('@prisma/internals');

  const schemaPath = join(root, 'prisma', 'schema.prisma');
  const datamodel = readFileSync(schemaPath, 'utf8');
  const schemas = [[schemaPath, datamodel]];
  const { datasources, generators } = await getConfig({ datamodel: schemas });
  const dmmf = await getDMMF({ datamodel: schemas });
  const [generator] = generators;
  const prisma = new PrismaClientTsGenerator();
  const { requiresEngineVersion } = await prisma.getManifest(generator);
  // A run that is killed half-way must leave no stamp that says more than was done.
  rmSync(stampFile, { force: true });
  await prisma.generate({
    generator: { ...generator, output: { fromEnvVar: null, value: folderIn(root) } },
    otherGenerators: [],
    schemaPath,
    datamodel,
    datasources,
    dmmf,
    version: requiresEngineVersion,
  });
  finish(folderIn(root), dirname(require.resolve('@prisma/client/runtime/client')));
  writeFileSync(stampFile, key);
}

/** @param runtime folder with Prisma's runtime */
function finish(folder, runtime) {
  // For browsers.
  for (const name of ['browser.ts', join('internal', 'prismaNamespaceBrowser.ts')]) rmSync(join(folder, name));
  const file = join(folder, 'internal', 'class.ts');
  const { client, compiler } = leanClient(readFileSync(file, 'utf8'));
  writeFileSync(file, client);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, withOwnRuntime(readFileSync(file, 'utf8'), entry.parentPath === folder ? 0 : 1));
  }
  const own = join(folder, 'runtime');
  mkdirSync(own, { recursive: true });
  for (const name of ['client.d.mts', `${compiler}.mjs`]) copyFileSync(join(runtime, name), join(own, name));
  writeFileSync(join(own, 'client.mjs'), leanRuntime(readFileSync(join(runtime, 'client.mjs'), 'utf8')));
  writeFileSync(join(own, `${compiler}.wasm`), bytesIn(readFileSync(join(runtime, `${compiler}.wasm-base64.mjs`))));
}

/** The bytes that a module exports as base64 text. */
function bytesIn(module) {
  const from = module.indexOf('"') + 1;
  return Buffer.from(module.toString('latin1', from, module.indexOf('"', from)), 'base64');
}

// Run by itself as a child of the preparation.
const [, script, ...args] = process.argv;
if (script?.endsWith('database-client.mjs')) {
  const from = Date.now();
  await generate(...args);
  process.stderr.write(`gleaner: database client generated in ${((Date.now() - from) / 1_000).toFixed(1)} s\n`);
}
