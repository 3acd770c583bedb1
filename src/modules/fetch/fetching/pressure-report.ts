import { Gauge, type Registry } from 'prom-client';
import type { BrowserFacts } from './options.js';
import type { Pressure } from './pressure.js';

const LOOK_MS = 5_000;
/** Interval for repeating the warning while the load lasts. */
const REMIND_MS = 300_000;

interface Log {
  warn(fields: object, message: string): void;
  log(message: string): void;
}

/**
 * Reports to operators how the fetcher reacts to a busy machine, and how its browser is isolated: in the log and as
 * metrics.
 */
export class PressureReport {
  private readonly sandbox: Gauge<'user'>;
  private readonly stop: () => void;
  private warnedAt: number | null = null;

  constructor(
    private readonly pressure: Pressure,
    private readonly log: Log,
    registry: Registry,
  ) {
    new Gauge({
      name: 'gleaner_fetch_slowdown',
      help:
        'Factor by which fewer fetches and renderings are started at once because of lacking processor time; 1: ' +
        'full speed',
      registers: [registry],
      collect() {
        this.set(pressure.level);
      },
    });
    this.sandbox = new Gauge({
      name: 'gleaner_chromium_sandbox',
      help: 'Whether the last browser started runs in its sandbox, by the user it runs as',
      labelNames: ['user'],
      registers: [registry],
    });
    this.stop = pressure.follow(LOOK_MS, (level) => this.look(level));
  }

  browserStarted({ user, sandbox }: BrowserFacts): void {
    this.sandbox.reset();
    this.sandbox.set({ user }, sandbox ? 1 : 0);
  }

  end(): void {
    this.stop();
  }

  private look(level: number): void {
    const now = performance.now();
    if (level === 1) {
      if (this.warnedAt !== null) this.log.log('the machine is no longer busy: fetching at full speed');
      this.warnedAt = null;
      return;
    }
    if (this.warnedAt !== null && now - this.warnedAt < REMIND_MS) return;
    this.warnedAt = now;
    this.log.warn(
      { timesFewer: Number(level.toFixed(1)), lostSeconds: Math.round(this.pressure.lostMs() / 1_000) },
      'the machine is busy: fewer fetches and renderings are started at once',
    );
  }
}
