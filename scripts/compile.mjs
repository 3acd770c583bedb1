import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compilerOptions } from './swc-options.mjs';

/**
 * Compiles src, and the TypeScript client, into dist with swc: only files that changed since the last run. Types are
 * not checked here; `npm run typecheck` does that.
 */

const stampOf = (file) => {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
};

/** Source and target folders. */
const PARTS = [
  { from: 'src', to: 'dist' },
  { from: join('clients', 'typescript', 'src'), to: join('dist', 'client') },
];

/** Prisma's runtime, which `database-client.mjs` copies beside the generated client, is taken as it is. */
const COPIED = /\.(?:mjs|wasm)$/;

/** Source files below a folder, relative to it, without tests. */
export function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && (COPIED.test(entry.name) || /(?<!\.spec|\.d)\.ts$/.test(entry.name)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * @param root folder of the project
 * @param manifestFile stores the stamps of compiled files
 * @param key of all other inputs: a changed key recompiles everything
 * @returns number of compiled files
 */
export async function compile(root, manifestFile, key) {
  const dist = join(root, 'dist');
  const known = existsSync(manifestFile) && existsSync(dist) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : null;
  const before = known?.key === key ? known.files : {};
  // The console is built at the same time, and knows by itself what it is made from.
  if (known?.key !== key && existsSync(dist))
    for (const name of readdirSync(dist))
      if (name !== 'console') rmSync(join(dist, name), { recursive: true, force: true });
  // A killed run must not leave a manifest that claims too much.
  rmSync(manifestFile, { force: true });

  const files = {};
  const { transform } = await import('@swc/core');
  const options = compilerOptions('es6', true);
  const work = [];
  const all = PARTS.flatMap((part) => sources(join(root, part.from)).map((file) => [part, file]));
  for (const [part, file] of all) {
    const from = join(root, part.from, file);
    const made = join(part.to, file.replace(/\.ts$/, '.js'));
    const to = join(root, made);
    files[made] = stampOf(from);
    if (before[made] === files[made] && existsSync(to)) continue;
    work.push(async () => {
      mkdirSync(dirname(to), { recursive: true });
      if (COPIED.test(file)) return copyFileSync(from, to);
      const { code, map } = await transform(readFileSync(from, 'utf8'), {
        ...options,
        filename: from,
        sourceFileName: relative(dirname(to), from),
      });
      writeFileSync(to, `${code}\n//# sourceMappingURL=${file.split(/[\\/]/).pop().replace(/\.ts$/, '.js.map')}\n`);
      writeFileSync(`${to}.map`, map);
    });
  }
  for (let at = 0; at < work.length; at += 50) await Promise.all(work.slice(at, at + 50).map((run) => run()));
  for (const made of Object.keys(before)) {
    if (made in files) continue;
    for (const end of ['', '.map']) rmSync(join(root, `${made}${end}`), { force: true });
  }
  writeFileSync(manifestFile, JSON.stringify({ key, files }));
  return work.length;
}

// Run by itself as a child of the preparation: arguments as of `compile`.
const [root, manifestFile, key] = process.argv.slice(2);
const count = await compile(root, manifestFile, key);
if (count > 0) process.stderr.write(`gleaner: ${count} files compiled\n`);
