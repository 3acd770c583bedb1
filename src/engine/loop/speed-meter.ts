import type { Clock } from '../ports.js';

const WINDOW_MS = 10_000;
const SLOT_MS = 1_000;

/** Steps per second over the last ten seconds. */
export class SpeedMeter {
  private slots: { at: number; count: number }[] = [];
  private readonly since: number;

  constructor(private readonly clock: Clock) {
    this.since = clock.monotonic();
  }

  count(): void {
    const now = this.clock.monotonic();
    const last = this.slots.at(-1);
    if (last && now - last.at < SLOT_MS) last.count++;
    else this.slots.push({ at: now, count: 1 });
    this.slots = this.slots.filter((slot) => now - slot.at <= WINDOW_MS);
  }

  perSecond(): number {
    const now = this.clock.monotonic();
    const recent = this.slots.filter((slot) => now - slot.at <= WINDOW_MS);
    const spanMs = Math.max(SLOT_MS, Math.min(WINDOW_MS, now - this.since));
    return recent.reduce((sum, slot) => sum + slot.count, 0) / (spanMs / 1_000);
  }
}
