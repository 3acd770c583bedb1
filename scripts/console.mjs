import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Builds the console (web/) into dist/console, and adds a compressed copy of each file for which it is worthwhile, so
 * that the service never compresses one itself.
 */

/** The inputs of the console, each with a stamp that changes with it. */
export function consoleStamps(root, key) {
  const web = join(root, 'web');
  const files = readdirSync(web, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !/node_modules|\.vite|generated/.test(entry.parentPath) &&
        !/\.(md|spec\.ts)$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(
      join(root, 'docs', 'glossary.md'),
      join(root, 'src', 'domain', 'text', 'shown-text.ts'),
      join(root, 'src', 'domain', 'text', 'cut-text.ts'),
    )
    .sort();
  const stamps = files.map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
  return [key, ...stamps].join('\n');
}

/** Whether dist/console was built from the current inputs. */
export function isConsoleBuilt(root, stampFile, key) {
  return (
    existsSync(join(root, 'dist', 'console', 'index.html')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === consoleStamps(root, key)
  );
}

/** Smaller files fit into one packet uncompressed. */
const LEAST_BYTES = 1_024;
const COMPRESSIBLE = /\.(html|js|css|svg|json)$/;

async function compressAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !COMPRESSIBLE.test(file) || statSync(file).size < LEAST_BYTES) continue;
    const bytes = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    );
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

async function buildConsole(root, stampFile, key) {
  const { build } = await import('vite');
  rmSync(stampFile, { force: true });
  const stamps = consoleStamps(root, key);
  const web = join(root, 'web');
  // The configuration is not bundled first: that would require development packages.
  await build({ root: web, configFile: join(web, 'vite.config.mjs'), configLoader: 'native', logLevel: 'warn' });
  await compressAll(join(root, 'dist', 'console'));
  writeFileSync(stampFile, stamps);
}

// Run by itself as a child of the preparation.
const [, script, ...args] = process.argv;
if (script?.endsWith('console.mjs')) {
  const from = Date.now();
  await buildConsole(...args);
  process.stderr.write(`gleaner: console built in ${((Date.now() - from) / 1_000).toFixed(1)} s\n`);
}
