import { readdirSync, readFileSync } from 'node:fs';
import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Of one browser: some hundred megabytes are ordinary with four tabs. */
const DEFAULT_MAX_BYTES = 2_048 * MB;
/** Where there is little memory in all, the crawler itself and its database need the rest. */
const SHARE_OF_MEMORY = 0.5;
/** A page fills memory with some gigabytes a second: a browser that has half of what it may have is looked at more often. */
const CALM_MS = 250;
const ALERT_MS = 50;

/** What a browser may have unless told: 2 GiB, or half of the memory of this machine or container, whichever is less. */
export function defaultMaxBytes(): number {
  const limit = constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(DEFAULT_MAX_BYTES, Math.floor(memory * SHARE_OF_MEMORY));
}

/** Whether processes can be looked at from outside here. Elsewhere the time limit of a page alone bounds what it takes. */
export const canWatch = process.platform === 'linux';

/**
 * Looks at all processes of a browser from outside, through /proc: a browser that a page has flooded cannot be asked. They are one process group, which none
 * of them leaves.
 */
export class BrowserWatch {
  /** Numbers of processes of other groups. A process is born into its group, so they are looked at once. */
  private strangers: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | undefined;
  private held = 0;

  /**
   * @param group number of the process group
   * @param maxBytes of all processes. One renderer process may have half of it, and is killed when it has more, which crashes its page and nothing else
   * @param onTooLarge called at each look at which they have more
   */
  constructor(
    private readonly group: number,
    private readonly maxBytes: number,
    private readonly onTooLarge: (bytes: number) => void,
  ) {
    this.later(CALM_MS);
  }

  /** Whether it has more than half of what it may have, as of the last look. */
  get isHalfFull(): boolean {
    return this.held > this.maxBytes / 2;
  }

  end(): void {
    clearTimeout(this.timer);
  }

  /** Threads of the browser that run or wait for a core. */
  runnable(): number {
    let runnable = 0;
    for (const pid of this.members())
      for (const thread of listed(`/proc/${pid}/task`)) if (statOf(`${pid}/task/${thread}`)?.state === 'R') runnable++;
    return runnable;
  }

  private later(ms: number): void {
    if (canWatch) this.timer = setTimeout(() => this.look(), ms).unref();
  }

  private look(): void {
    let bytes = 0;
    for (const pid of this.members()) {
      const own = bytesOf(pid);
      if (own > this.maxBytes / 2 && isRenderer(pid)) killProcess(Number(pid));
      else bytes += own;
    }
    this.held = bytes;
    this.later(this.isHalfFull ? ALERT_MS : CALM_MS);
    if (bytes > this.maxBytes) this.onTooLarge(bytes);
  }

  private members(): readonly string[] {
    const members: string[] = [];
    const strangers = new Set<string>();
    for (const pid of listed('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      if (this.strangers.has(pid) || statOf(pid)?.group !== this.group) strangers.add(pid);
      else members.push(pid);
    }
    this.strangers = strangers;
    return members;
  }
}

/**
 * What is a process's own, in memory or swapped out, and what it shares with others of the browser, such as bitmaps, which is counted for each of them. Left
 * out is what it has mapped of files: the program and its libraries, some 80 MB in each process, which are in memory once.
 *
 * The exact shares (`smaps_rollup`) would take the kernel a walk through all of its pages, and a sandboxed process does not show them.
 */
function bytesOf(pid: string): number {
  let kilobytes = 0;
  for (const [, size] of textOf(`/proc/${pid}/status`).matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm))
    kilobytes += Number(size);
  return kilobytes * 1_024;
}

const isRenderer = (pid: string): boolean => textOf(`/proc/${pid}/cmdline`).includes('--type=renderer');

/** @param path of a process or thread, below /proc */
function statOf(path: string): { readonly state: string; readonly group: number } | null {
  const stat = textOf(`/proc/${path}/stat`);
  // The name before it may contain anything.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
  return state === undefined ? null : { state, group: Number(group) };
}

/** Empty for a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
