import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { leanClient } from './lean-client.mjs';

/** Writes the database client from `prisma/schema.prisma` with the generator of Prisma, which needs neither Prisma's command line nor an engine. */

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
  const file = join(folderIn(root), 'internal', 'class.ts');
  writeFileSync(file, leanClient(readFileSync(file, 'utf8')));
  writeFileSync(stampFile, key);
}

// Run by itself as a child of the preparation.
const [, script, ...args] = process.argv;
if (script?.endsWith('database-client.mjs')) {
  const from = Date.now();
  await generate(...args);
  process.stderr.write(`gleaner: database client generated in ${((Date.now() - from) / 1_000).toFixed(1)} s\n`);
}
