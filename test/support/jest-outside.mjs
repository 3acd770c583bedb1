import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

/**
 * Modules that a jest worker loads outside of its sandbox, once for all of its suites: the product, as compiled in
 * `dist`, and large packages. In the sandbox each suite would reload them, which takes up to four seconds, and
 * computations would be many times slower. `npm test` compiles first.
 */

const require = createRequire(import.meta.url);
/** Sources and their compiled files. */
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

/** Names come from the module itself, because re-exports are not in its text. */
const namesOf = (root, file) =>
  Object.keys(require(loadedFile(root, file)))
    .filter((name) => name !== '__esModule' && name !== 'module.exports')
    .sort();

export default {
  process(_source, file, { config: { rootDir }, supportsStaticESM }) {
    const load = `requireOutside(${JSON.stringify(loadedFile(rootDir, file))})`;
    if (!supportsStaticESM) return { code: `module.exports = ${load};` };
    const names = namesOf(rootDir, file);
    // Names such as `catch` may be exported but cannot name constants.
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
