/** Hosts remembered: a crawl that is busy with more at once does not exist, and each costs some 100 bytes. */
const DEFAULT_MAX_HOSTS = 100_000;
/** Oldest hosts looked at for one that is idle before the oldest of all has to go. */
const EVICTION_SEARCH = 16;
/** A day: who answers Retry-After with more is asked again next time. */
export const MAX_PENALTY_MS = 86_400_000;

/**
 * When each host may be asked next. Pure: the caller says what time it is and waits itself.
 *
 * Forgets idle hosts, those whose turn has come, when it is full; with `maxHosts` busy at once the one used longest ago.
 */
export class HostSchedule {
  /** Earliest next start by host, epoch ms, the host used longest ago first. */
  private readonly nextStarts = new Map<string, number>();

  constructor(private readonly maxHosts: number = DEFAULT_MAX_HOSTS) {
    if (!(maxHosts >= 1)) throw new RangeError('maxHosts must be at least 1');
  }

  get size(): number {
    return this.nextStarts.size;
  }

  /** When a fetch that asks now could start; takes nothing. */
  nextStart(host: string, nowMs: number): number {
    return Math.max(nowMs, this.nextStarts.get(host) ?? nowMs);
  }

  /**
   * Takes the host's next turn and answers when the fetch may start, epoch ms, never before `nowMs`. Turns are `delayMs` apart and never given back:
   * a fetch that is called off leaves a gap.
   */
  reserve(host: string, nowMs: number, delayMs: number): number {
    const startAtMs = this.nextStart(host, nowMs);
    this.put(host, startAtMs + Math.max(0, delayMs), nowMs);
    return startAtMs;
  }

  /** Lets no further fetch of the host start within `retryAfterMs`, at most `MAX_PENALTY_MS`; turns already given stay. */
  penalise(host: string, nowMs: number, retryAfterMs: number): void {
    const until = nowMs + Math.min(Math.max(0, retryAfterMs), MAX_PENALTY_MS);
    this.put(host, Math.max(until, this.nextStart(host, nowMs)), nowMs);
  }

  private put(host: string, nextStartMs: number, nowMs: number): void {
    this.nextStarts.delete(host);
    if (this.nextStarts.size >= this.maxHosts) this.evict(nowMs);
    this.nextStarts.set(host, nextStartMs);
  }

  private evict(nowMs: number): void {
    let oldest: string | undefined;
    let looked = 0;
    for (const [host, nextStartMs] of this.nextStarts) {
      oldest ??= host;
      if (nextStartMs <= nowMs) {
        this.nextStarts.delete(host);
        return;
      }
      if (++looked === EVICTION_SEARCH) break;
    }
    if (oldest !== undefined) this.nextStarts.delete(oldest);
  }
}
