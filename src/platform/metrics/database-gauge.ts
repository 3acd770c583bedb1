import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { restSpelling } from '../api/rest-spelling.js';

/** Longest wait for the database: if it is slow, the other metrics are needed most. */
const ANSWER_MS = 2_000;

interface DatabaseGaugeOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  /** The only label of its series; a bounded set of values without data of projects. */
  readonly label?: L;
  /** Returns the value, or values by label. */
  readonly read: () => Promise<number | Readonly<Record<string, number>>>;
}

/** A gauge that is read from the database on each scrape. It is absent while the database is unavailable. */
export function databaseGauge<L extends string>(
  registry: Registry,
  { name, help, label, read }: DatabaseGaugeOptions<L>,
): void {
  new Gauge<L>({
    name,
    help: `${help}; absent while the database is away`,
    ...(label !== undefined && { labelNames: [label] }),
    registers: [registry],
    async collect() {
      const waiting = new AbortController();
      const late = sleep(ANSWER_MS, null, { signal: waiting.signal }).catch(() => null);
      const values = await Promise.race([read().catch(() => null), late]);
      waiting.abort();
      this.reset();
      // The reset leaves a gauge without a label at 0, and a gauge with one without series.
      if (values === null && label === undefined) this.remove();
      else if (typeof values === 'number') this.set(values);
      else if (values !== null && label !== undefined)
        for (const [key, value] of Object.entries(values))
          this.set({ [label]: restSpelling(key) } as Record<L, string>, value);
    },
  });
}
