import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Writes into dist the files that the service takes from large packages, so that only the build needs these packages:
 * the scripts of GraphiQL, compressed, and pdf.js's data of fonts that a PDF does not contain.
 */

const foldersIn = (root) => ['graphiql', 'pdf-data'].map((name) => join(root, 'dist', name));

/** Whether the files were written for the key. */
export const isDataWritten = (root, stampFile, key) =>
  foldersIn(root).every(existsSync) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === key;

const require = createRequire(import.meta.url);
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
/** Half of the maximum: the last tenth of size would take ten seconds. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

async function writeGraphiql(folder) {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const texts = {
    'graphiql.css': graphiql.css,
    'graphiql.js': graphiql.js,
    'worker-editor.js': graphiql.editorWorkerService,
    'worker-json.js': graphiql.jsonWorker,
    'worker-graphql.js': graphiql.graphqlWorker,
  };
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, QUALITY));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  cpSync(join(folderOf('@graphql-yoga/render-graphiql'), 'LICENSE'), join(folder, 'LICENSE'));
}

function writePdfData(folder) {
  const from = folderOf('pdfjs-dist');
  for (const name of ['cmaps', 'standard_fonts', 'LICENSE'])
    cpSync(join(from, name), join(folder, name), { recursive: true });
}

async function write(root, stampFile, key) {
  // A killed run must leave neither half a folder nor a stamp that claims too much.
  rmSync(stampFile, { force: true });
  const [graphiql, pdf] = foldersIn(root);
  for (const [folder, fill] of [
    [graphiql, writeGraphiql],
    [pdf, writePdfData],
  ]) {
    const part = `${folder}.part`;
    for (const each of [folder, part]) rmSync(each, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await fill(part);
    renameSync(part, folder);
  }
  writeFileSync(stampFile, key);
}

// Run by itself as a child of the preparation.
const [, script, ...args] = process.argv;
if (script?.endsWith('package-data.mjs')) await write(...args);
