import { fewFiles } from './machine.js';
import { StartError } from './start-error.js';

/** An error wraps its cause; anything deeper is a cycle. */
const MAX_DEPTH = 8;

/** Properties of errors from Node.js and PostgreSQL's driver. */
interface Fault {
  readonly message?: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

const FILES =
  'too many files are open: raise the limit of this process (ulimit -n, LimitNOFILE= of systemd) or of the system (fs.file-max)';
const PROCESSES =
  'the system starts no further process or thread: raise the limit of processes (ulimit -u, TasksMax= of systemd, --pids-limit of a container)';
const MEMORY = 'the system gives no further memory: give the machine or the container more, or end other programs';

/** The user who has to own the files that this process writes. */
const user = (): string => (process.getuid === undefined ? 'this user' : `user ${process.getuid()}`);
const place = ({ path }: Fault): string => path ?? 'a file';
const address = (fault: Fault): string =>
  fault.address === undefined ? 'the server' : `${fault.address}:${fault.port ?? ''}`;
const isListening = ({ syscall }: Fault): boolean => syscall === 'listen';
const noAnswer = (fault: Fault): string =>
  `${address(fault)} does not answer (${fault.code ?? ''}): start the server, or correct the setting that names it (DATABASE_URL, NATS_URL)`;
const startsProcess = ({ syscall }: Fault): boolean => /^(?:spawn|fork|uv_thread_create)/.test(syscall ?? '');

function noAccess(fault: Fault): string {
  if (isListening(fault))
    return `${address(fault)} cannot be listened on: ports below 1024 need a privilege; choose another one (PORT, WORKER_PORT)`;
  if (startsProcess(fault)) return `${place(fault)} cannot be run: make it executable for ${user()}`;
  return `${user()} has no access to ${place(fault)}: change its owner (chown -R), or set DATA_DIR to a folder of this user`;
}

const noSpace = (fault: Fault): string =>
  `no space is left for ${place(fault)}: free some on its disk, or move DATA_DIR, CACHE_DIR or ARCHIVE_DIR to another one`;

/** By error code: the problem and its remedy. */
const SENTENCES: Readonly<Record<string, (fault: Fault) => string>> = {
  EMFILE: () => FILES,
  ENFILE: () => FILES,
  EAGAIN: () => PROCESSES,
  ERR_WORKER_INIT_FAILED: () => PROCESSES,
  ENOMEM: () => MEMORY,
  ERR_WORKER_OUT_OF_MEMORY: () => MEMORY,
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  ENOENT: (fault) => `${place(fault)} does not exist: correct the setting that names it, or install it`,
  EROFS: (fault) =>
    `${place(fault)} is on a disk that can only be read: mount it writable, or set DATA_DIR to another folder`,
  EIO: (fault) => `the disk of ${place(fault)} fails: look at the log of the system`,
  EACCES: noAccess,
  EPERM: noAccess,
  ENOTDIR: (fault) => `${place(fault)} is not in a folder: a file stands where a folder is expected (DATA_DIR)`,
  EEXIST: (fault) => `${place(fault)} is not a folder: remove it, or set DATA_DIR to another one`,
  ENAMETOOLONG: (fault) => `${place(fault)} is too long for the system: set DATA_DIR to a shorter path`,
  EADDRINUSE: (fault) =>
    `${address(fault)} is in use by another program: end it, or choose another port (PORT, WORKER_PORT)`,
  EADDRNOTAVAIL: (fault) => `this machine has no address ${fault.address ?? ''}: set HOST to one of its own`,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ENOTFOUND: (fault) => `a host name cannot be resolved (${fault.message ?? ''}): correct the setting that names it`,
  ERR_MODULE_NOT_FOUND: (fault) => `a package is missing (${fault.message ?? ''}): install all of them by npm ci`,
  '28P01': (fault) => refusesLogin(fault),
  '28000': (fault) => refusesLogin(fault),
  '3D000': (fault) => `${fault.message ?? 'the database does not exist'}: create it, or correct DATABASE_URL`,
  '53300': () => 'PostgreSQL has no connection free: raise its max_connections, or end other programs that use it',
  '42501': (fault) =>
    `the user of the database may not do what the start needs (${fault.message ?? ''}): set DATABASE_OWNER_URL to the owner of its tables`,
};

const refusesLogin = ({ message }: Fault): string =>
  `PostgreSQL refuses the login (${message ?? ''}): correct user and password in DATABASE_URL`;

/** Codes of the system and of PostgreSQL for which a start is refused, each with its sentence. */
export const startRefusals = (): (readonly [code: string, sentence: string])[] => {
  const fault: Fault = { path: 'PATH', address: 'HOST', port: 0 };
  return Object.entries(SENTENCES).map(([code, sentence]) => [code, sentence({ ...fault, code })]);
};

/** Messages of PostgreSQL's programs when they do not start, and of its driver without a code. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /No space left on device|Disk quota exceeded/,
    'the disk of the data folder is full: free some of it, or set DATA_DIR to another one',
  ],
  [/Too many open files|insufficient file descriptors/i, FILES],
  [
    /could not (?:create|resize|map|open) [^\n]*shared memory/,
    `PostgreSQL gets no shared memory; ${MEMORY} (/dev/shm)`,
  ],
  [/could not fork|popen failure|Resource temporarily unavailable/, PROCESSES],
  [/Cannot allocate memory|out of memory/i, MEMORY],
  [
    /invalid locale|locale[^\n]* (?:not recognized|could not be set)|failed to restore old locale/,
    'the system has no locale C: install the locales of its C library, or set DATABASE_URL to a PostgreSQL server',
  ],
  [
    /error while loading shared libraries|Library not loaded|No such file or directory[^\n]*ld-/,
    'a library of the system is missing that PostgreSQL needs: install it, or set DATABASE_URL to a PostgreSQL server',
  ],
  [
    /database files are incompatible with server|was initialized by PostgreSQL version/,
    'the data folder was made by another major version of PostgreSQL: dump it with that one and restore it here',
  ],
  [
    /has wrong ownership|has invalid permissions|Permission denied/,
    'the database in the data folder belongs to another user: change the owner of pg/ back to the one who made it (chown -R), with mode 0700',
  ],
];

/** The problem and its remedy for a message of PostgreSQL; null for unknown messages. */
export const sentenceIn = (words: string): string | null => WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;

/**
 * Derives from an error why the start is refused: the innermost cause that an operator can fix.
 *
 * @returns null for an error that an operator cannot fix: a bug
 */
export function refusalOf(error: unknown, depth = 0): StartError | null {
  if (error instanceof StartError) return error;
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return null;
  const fault = error as Fault;
  const inner = [fault.cause, ...(Array.isArray(fault.errors) ? (fault.errors as unknown[]) : [])];
  for (const one of inner) {
    const found = refusalOf(one, depth + 1);
    if (found !== null) return found;
  }
  if (typeof fault.code !== 'string') return null;
  // With too few open files Node cannot look for modules, and reports them as missing.
  if (fault.code === 'ERR_MODULE_NOT_FOUND' || fault.code === 'EMFILE') {
    const few = fewFiles();
    if (few !== null) return few;
  }
  const sentence = SENTENCES[fault.code];
  return sentence === undefined ? null : new StartError(sentence(fault), { cause: error });
}
