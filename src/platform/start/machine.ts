import { readFileSync } from 'node:fs';
import { StartError } from './start-error.js';

const LEAST_NODE = [20, 19] as const;
/** A service opens so many at once while its modules are loaded; below that Node says of some module that it cannot be found. */
const LEAST_FILES = 1_024;

/** @throws StartError when this Node is too old */
export function checkNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new StartError(`Node ${version} is too old: install Node ${LEAST_NODE.join('.')} or newer`);
}

/** How many files this process may open; Node has raised it to the most that the system lets it. Infinity where that cannot be read. */
function mostFiles(): number {
  try {
    const most = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return most === undefined ? Infinity : Number(most);
  } catch {
    return Infinity;
  }
}

/** Read at once: with too few files it could not be read any more when it is needed. */
const MOST_FILES = mostFiles();

/** A refusal where this process may open too few files; null where it may open enough. */
export function fewFiles(most = MOST_FILES): StartError | null {
  if (most >= LEAST_FILES) return null;
  return new StartError(
    `this process may open ${most} files, which is too few: allow ${LEAST_FILES} or more (ulimit -n, LimitNOFILE= of systemd, --ulimit nofile of a container)`,
  );
}

/** @throws StartError when this machine does not let a service run */
export function checkMachine(): void {
  checkNode();
  const few = fewFiles();
  if (few !== null) throw few;
}
