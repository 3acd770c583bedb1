import { Worker } from 'node:worker_threads';
import { Inject, Injectable, Logger, type OnModuleDestroy, Optional } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { DATABASE_URL } from '../database/index.js';
import { Metrics } from '../metrics/index.js';
import { obey, type RenewalOrder } from './lease-thread.js';
import { type Renewal, RenewalLoop, type RenewalOptions, type RenewalReport } from './renewal-loop.js';

/** Three renewals may fail before a lease expires. */
const RENEWALS_PER_LEASE = 4;
const BEAT_MS = 1_000;
/** An event loop may block this long before its process's leases expire: longer than any computation takes. */
const LONGEST_STALL_MS = 300_000;
/** Delay before a dead thread is replaced. */
const RESTART_MS = 500;
/** Longest wait for the thread's end. */
const STOP_MS = 3_000;

/** A lease that is kept renewed. */
export interface HeldLease {
  /** Renews at once, to read the current row. */
  renewNow(): void;
  /** Renews with other values from now on. */
  change(values: Renewal['values']): void;
  /** Ends the renewal. The row stays as it is; the result of a renewal in progress is dropped. */
  drop(): void;
}

interface Entry {
  renewal: Renewal;
  readonly onRenewal: (row: Readonly<Record<string, unknown>> | null) => void;
}

/** The place of the renewal: a thread, or this event loop. */
interface Renewing {
  order(order: RenewalOrder): void;
  stop(): Promise<void>;
}

/**
 * Renews this process's leases in a thread with its own connection, so that neither a busy event loop nor an exhausted
 * pool can delay them.
 *
 * The thread ends with the process. A dead thread is replaced; if the process shows no sign of life for five minutes,
 * the thread stops renewing. Uncompiled code, as in tests, renews in the process's event loop.
 */
@Injectable()
export class LeaseKeeper implements OnModuleDestroy {
  private readonly log = new Logger('leases');
  private readonly held = new Map<number, Entry>();
  private renewing: Renewing | null = null;
  private beating: NodeJS.Timeout | null = null;
  private nextKey = 1;
  private closed = false;
  private readonly lost: Counter | null = null;

  constructor(
    @Inject(DATABASE_URL) private readonly url: string,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'LEASE_SECONDS'>,
    @Optional() metrics?: Metrics,
  ) {
    if (metrics !== undefined) this.lost = this.measure(metrics);
  }

  /**
   * @param onRenewal called with the result of each renewal: the row that its statement returned, or null if the lease
   * is lost
   */
  hold(renewal: Renewal, onRenewal: Entry['onRenewal']): HeldLease {
    const key = this.nextKey++;
    this.held.set(key, { renewal, onRenewal });
    if (this.renewing === null) this.open();
    else this.renewing.order({ kind: 'hold', key, renewal });
    return {
      renewNow: () => this.order(key, { kind: 'renew-now', key }),
      change: (values) => {
        const entry = this.held.get(key);
        if (entry) entry.renewal = { ...entry.renewal, values };
        this.order(key, { kind: 'change', key, values });
      },
      drop: () => {
        this.order(key, { kind: 'drop', key });
        this.held.delete(key);
      },
    };
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    this.held.clear();
    if (this.beating) clearInterval(this.beating);
    await this.renewing?.stop();
  }

  private measure({ registry }: Metrics): Counter {
    const { held } = this;
    new Gauge({
      name: 'gleaner_leases_held',
      help: 'Sessions and jobs that this process holds',
      registers: [registry],
      collect() {
        this.set(held.size);
      },
    });
    return new Counter({
      name: 'gleaner_leases_lost_total',
      help: 'Leases that this process lost to another one, or to a change of state',
      registers: [registry],
    });
  }

  private order(key: number, order: RenewalOrder): void {
    if (this.held.has(key)) this.renewing?.order(order);
  }

  private open(): void {
    this.beating ??= setInterval(() => this.renewing?.order({ kind: 'beat' }), BEAT_MS).unref();
    this.renewing = import.meta.url.endsWith('.ts') ? this.inProcess() : this.inThread();
    for (const [key, { renewal }] of this.held) this.renewing.order({ kind: 'hold', key, renewal });
  }

  private get options(): RenewalOptions {
    return {
      url: this.url,
      everyMs: (this.config.LEASE_SECONDS * 1_000) / RENEWALS_PER_LEASE,
      longestStallMs: LONGEST_STALL_MS,
    };
  }

  private inProcess(): Renewing {
    const loop = new RenewalLoop(this.options, (report) => this.take(report));
    return { order: (order) => void obey(loop, order), stop: () => loop.stop() };
  }

  private inThread(): Renewing {
    const thread = new Worker(new URL('./lease-thread.js', import.meta.url), {
      workerData: { renewals: this.options },
    });
    thread.unref();
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.on('message', (report: RenewalReport) => this.take(report));
    thread.on('error', (error) => this.log.error({ err: error }, 'the thread that renews leases failed'));
    void ended.then(() => this.replaceLater());
    return {
      order: (order) => thread.postMessage(order),
      stop: async () => {
        thread.postMessage({ kind: 'stop' } satisfies RenewalOrder);
        const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
        await Promise.race([ended, late]);
        await thread.terminate();
      },
    };
  }

  private replaceLater(): void {
    if (this.closed) return;
    this.renewing = null;
    setTimeout(() => {
      if (!this.closed && this.renewing === null) this.open();
    }, RESTART_MS).unref();
  }

  private take(report: RenewalReport): void {
    if (report.kind === 'answer') {
      const entry = this.held.get(report.key);
      if (report.row === null && entry !== undefined) this.lost?.inc();
      entry?.onRenewal(report.row);
    } else if (report.kind === 'trouble') this.log.warn({ reason: report.message }, 'cannot renew leases');
    else this.log.log('leases are renewed again');
  }
}
