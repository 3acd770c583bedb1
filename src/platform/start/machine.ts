import { readFileSync } from 'node:fs';
import { StartError } from './start-error.js';

const LEAST_NODE = [20, 19] as const;
/** Files that a service opens at once while its modules are loaded; with fewer, Node reports modules as missing. */
const LEAST_FILES = 1_024;

/** @throws StartError if this version of Node is too old */
export function checkNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new StartError(`Node ${version} is too old: install Node ${LEAST_NODE.join('.')} or newer`);
}

/** Number of files that this process may open; Node has raised the soft limit to the hard one. Infinity if unknown. */
function mostFiles(): number {
  try {
    const most = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return most === undefined ? Infinity : Number(most);
  } catch {
    return Infinity;
  }
}

/** Read at once: with too few files it could not be read when needed. */
const MOST_FILES = mostFiles();

/** An error if this process may open too few files; null otherwise. */
export function fewFiles(most = MOST_FILES): StartError | null {
  if (most >= LEAST_FILES) return null;
  return new StartError(
    `this process may open ${most} files, which is too few: allow ${LEAST_FILES} or more (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile of a container)`,
  );
}

/** @throws StartError if this machine cannot run a service */
export function checkMachine(): void {
  checkNode();
  const few = fewFiles();
  if (few !== null) throw few;
}
