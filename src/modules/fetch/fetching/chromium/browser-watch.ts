import { readdirSync, readFileSync } from 'node:fs';
import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;
/** Limit of one browser: with four tabs it usually takes some hundred megabytes. */
const DEFAULT_MAX_BYTES = 2_048 * MB;
/** On machines with little memory the crawler and its database need the rest. */
const SHARE_OF_MEMORY = 0.5;
/** A page can fill gigabytes per second: a browser above half of its limit is measured more often. */
const CALM_MS = 250;
const ALERT_MS = 50;

/** Default memory limit of a browser: 2 GiB, or half of the memory of this machine or container if that is less. */
export function defaultMaxBytes(): number {
  const limit = constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(DEFAULT_MAX_BYTES, Math.floor(memory * SHARE_OF_MEMORY));
}

/** Whether processes can be measured from outside. Elsewhere only the time limit of a page bounds its memory. */
export const canWatch = process.platform === 'linux';

/**
 * Measures all processes of a browser from outside, through /proc, because a browser flooded by a page does not
 * respond. They form one process group, which none of them leaves.
 */
export class BrowserWatch {
  /** Ids of processes of other groups. A process is created in its group, so each is checked once. */
  private strangers: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | undefined;
  private held = 0;

  /**
   * @param group process group id
   * @param maxBytes of all processes. A renderer process above half of it is killed, which crashes only its page
   * @param onTooLarge called at each measurement above the limit
   */
  constructor(
    private readonly group: number,
    private readonly maxBytes: number,
    private readonly onTooLarge: (bytes: number) => void,
  ) {
    this.later(CALM_MS);
  }

  /** Whether its last measurement was above half of its limit. */
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
 * A process's own memory, resident or swapped out, plus memory shared within the browser, such as bitmaps, which counts
 * for each process. Excludes mapped files: the program and its libraries, some 80 MB per process, are in memory once.
 *
 * For exact shares (`smaps_rollup`) the kernel would walk all its pages, and a sandboxed process does not expose them.
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
  // The name before it may contain any character.
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
    // It has ended already.
  }
}
