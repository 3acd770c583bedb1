import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

/**
 * Modules that a worker of jest loads outside of its sandbox, once for all suites that it runs: the product, as compiled in `dist`, and large packages. In the
 * sandbox each suite would load them anew, which takes up to four seconds, and what computes would take many times as long. `npm test` compiles before.
 */

const require = createRequire(import.meta.url);
/** Sources, and where they are compiled to. */
const PARTS = [
  ['src', 'dist'],
  [join('clients', 'typescript', 'src'), join('dist', 'client')],
];
function loadedFile(root, file) {
  const part = PARTS.find(([from]) => file.startsWith(join(root, from) + sep));
  if (part === undefined) return file;
  const [from, to] = part;
  return join(root, to, relative(join(root, from), file).replace(/\.ts$/, '.js'));
}

/** Asked of the module itself: where it only gives on what another exports, the names are not in its text. */
const namesOf = (root, file) =>
  Object.keys(require(loadedFile(root, file)))
    .filter((name) => name !== '__esModule' && name !== 'module.exports')
    .sort();

export default {
  process(_source, file, { config: { rootDir }, supportsStaticESM }) {
    const load = `requireOutside(${JSON.stringify(loadedFile(rootDir, file))})`;
    if (!supportsStaticESM) return { code: `module.exports = ${load};` };
    const names = namesOf(rootDir, file);
    // Names such as `catch` may be exported, but not be those of constants.
    const taken = names.map((name, i) => `${name}: _${i}`).join(', ');
    return {
      code: `const { ${taken} } = ${load}; export { ${names.map((name, i) => `_${i} as ${name}`).join(', ')} };`,
    };
  },
  getCacheKey: (_source, file, { config: { rootDir }, supportsStaticESM }) =>
    createHash('sha1')
      .update(JSON.stringify([3, loadedFile(rootDir, file), supportsStaticESM, namesOf(rootDir, file)]))
      .digest('hex'),
};
