import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compilerOptions } from './swc-options.mjs';

/**
 * Compiles src into dist with swc: files that changed since the last run, nothing else. Types are not checked here; `npm run typecheck` does that.
 */

const stampOf = (file) => {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
};

/** Source files below a folder, relative to it; tests apart. */
export function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !entry.name.endsWith('.spec.ts') &&
        !entry.name.endsWith('.d.ts'),
    )
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * @param root folder of the project
 * @param manifestFile where the stamps of what was compiled are kept
 * @param key what else the output depends on: another one compiles everything anew
 * @returns how many files were compiled
 */
export async function compile(root, manifestFile, key) {
  const [src, dist] = [join(root, 'src'), join(root, 'dist')];
  const known = existsSync(manifestFile) && existsSync(dist) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : null;
  const before = known?.key === key ? known.files : {};
  if (known?.key !== key) rmSync(dist, { recursive: true, force: true });
  // A run that is killed half-way must not leave a manifest that says more than was done.
  rmSync(manifestFile, { force: true });

  const files = {};
  const { transform } = await import('@swc/core');
  const options = compilerOptions('es6', true);
  const work = [];
  for (const file of sources(src)) {
    const from = join(src, file);
    const to = join(dist, file.replace(/\.ts$/, '.js'));
    files[file] = stampOf(from);
    if (before[file] === files[file] && existsSync(to)) continue;
    work.push(async () => {
      const { code, map } = await transform(readFileSync(from, 'utf8'), {
        ...options,
        filename: from,
        sourceFileName: relative(dirname(to), from),
      });
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, `${code}\n//# sourceMappingURL=${file.split(/[\\/]/).pop().replace(/\.ts$/, '.js.map')}\n`);
      writeFileSync(`${to}.map`, map);
    });
  }
  for (let at = 0; at < work.length; at += 50) await Promise.all(work.slice(at, at + 50).map((run) => run()));
  for (const file of Object.keys(before)) {
    if (file in files) continue;
    for (const end of ['.js', '.js.map']) rmSync(join(dist, file.replace(/\.ts$/, end)), { force: true });
  }
  writeFileSync(manifestFile, JSON.stringify({ key, files }));
  return work.length;
}

// Run by itself as a child of the preparation, which is synchronous: arguments as of `compile`.
const [root, manifestFile, key] = process.argv.slice(2);
const count = await compile(root, manifestFile, key);
if (count > 0) process.stderr.write(`gleaner: ${count} files compiled\n`);
