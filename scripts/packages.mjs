import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compares installed packages with package-lock.json. Uses only Node itself. */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LEAST_NODE = [20, 19];

/** Exits with a message. */
export function fail(message, code = 1) {
  process.stderr.write(`gleaner: ${message}\n`);
  process.exit(code);
}

export function say(message) {
  process.stderr.write(`gleaner: ${message}\n`);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]))
    fail(`needs Node ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}`);
}

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null);
const installed = () => packagesOf(join(root, 'node_modules', '.package-lock.json'));

/**
 * Whether the installed packages match the lock file. Packages for other platforms may be absent.
 *
 * @param {{ development: boolean }} packages whether to include development packages
 */
export function isInstalled({ development }) {
  const present = installed();
  if (present === null) return false;
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || (entry.dev && !development)) return true;
    const there = present[path];
    return there === undefined ? Boolean(entry.optional || entry.devOptional) : there.version === entry.version;
  });
}

export const hasDevelopmentPackages = () => Object.values(installed() ?? {}).some(({ dev }) => dev === true);
