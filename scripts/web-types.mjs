import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { root } from './packages.mjs';

/**
 * Writes the source of the console's query types: schema.graphql as a TypeScript type. It is not kept in the
 * repository, because it follows from the schema; type check and lint write it if it is missing or older.
 */
const file = join(root, 'web', 'generated', 'schema.d.ts');
const schema = introspectionFromSchema(buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8')), {
  descriptions: false,
});
const text = outputIntrospectionFile(minifyIntrospection(schema), { fileType: '.d.ts', shouldPreprocess: true });
mkdirSync(dirname(file), { recursive: true });
if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
