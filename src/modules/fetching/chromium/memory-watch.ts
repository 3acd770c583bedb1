import { readFile } from 'node:fs/promises';
import { setInterval } from 'node:timers';

/** Pages that need more do not exist, for a crawler; images are off. */
export const MAX_RENDERER_BYTES = 1024 * 1024 * 1024;
/** A script that fills memory as fast as it can gets past the limit by some hundred megabytes in this time. */
const INTERVAL_MS = 250;

/**
 * Kills renderer processes of the browser that grow too large, which crashes their page and nothing else. Chromium itself limits the heap of
 * scripts alone, not what they make of it: nodes, texts, buffers.
 *
 * Watches on Linux only, where the sizes of processes can be read for nothing; elsewhere the time limit of a page bounds what it takes.
 */
export class MemoryWatch {
  private users = 0;
  private timer: NodeJS.Timeout | null = null;
  private busy = false;

  /** @param renderers numbers of the browser's renderer processes */
  constructor(private readonly renderers: () => Promise<readonly number[]>) {}

  /** Watches until the answer is called. */
  enter(): () => void {
    this.users++;
    if (process.platform === 'linux') this.timer ??= setInterval(() => void this.look(), INTERVAL_MS);
    return () => {
      if (--this.users > 0 || this.timer === null) return;
      clearInterval(this.timer);
      this.timer = null;
    };
  }

  private async look(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (const pid of await this.renderers()) if ((await residentBytes(pid)) > MAX_RENDERER_BYTES) killProcess(pid);
    } catch {
      // The browser has just ended.
    } finally {
      this.busy = false;
    }
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  return Number(kilobytes ?? 0) * 1_024;
}
