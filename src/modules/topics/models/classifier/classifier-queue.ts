import { setTimeout as sleep } from 'node:timers/promises';
import {
  ClassifierError,
  LONGEST_RETRY_AFTER_MS,
  probeDelayMs,
  retryDelayMs,
  type ClassifierCall,
  type HttpConfig,
  type SentDocument,
} from '../../../../domain/relevance/index.js';
import type { Clock } from '../../../../engine/ports.js';

/** The result of one request. `unavailable` may pass by itself, `refused` would be refused again. */
export type SendResult =
  | { readonly kind: 'probabilities'; readonly probabilities: readonly number[] }
  | { readonly kind: ClassifierError['reason']; readonly message: string; readonly retryAfterMs: number | null };
type SendFailure = Exclude<SendResult, { kind: 'probabilities' }>;

export type ClassifierState = 'down' | 'up';

export interface ClassifierQueueOptions {
  readonly config: Pick<HttpConfig, 'batchSize' | 'maxWaitMs' | 'concurrency' | 'retries'>;
  /** For messages. */
  readonly address: string;
  /** Sends one batch. Never rejects; if `signal` aborts, nobody waits for the answer any more. */
  readonly send: (documents: readonly SentDocument[], signal: AbortSignal) => Promise<SendResult>;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called when the classifier goes down and when it answers again. */
  readonly notice: (message: string, state?: ClassifierState) => void;
}

/** Applies even if many new documents arrive while a classifier is down. */
const LEAST_BETWEEN_PROBES_MS = 1_000;

interface Waiter {
  readonly resolve: (probability: number) => void;
  readonly reject: (reason: unknown) => void;
  readonly patienceMs: number;
  readonly since: number;
}

/** A pending document; all its waiters share one request. */
interface Entry {
  readonly document: SentDocument;
  readonly waiters: Set<Waiter>;
  readonly queuedAt: number;
  batch: Batch | null;
}

interface Batch {
  readonly entries: readonly Entry[];
  readonly stop: AbortController;
}

/**
 * Groups documents into batches, limits concurrent requests, retries failures, and has a circuit breaker for a
 * classifier that is down: then one request at a time probes it, and all others wait, each within its patience.
 */
export class ClassifierQueue {
  private readonly entries = new Map<string, Entry>();
  private waiting = new Set<Entry>();
  private requests = 0;
  private timer: NodeJS.Timeout | null = null;
  private turn: NodeJS.Immediate | null = null;
  /** Start of continuous failures; null while it answers. */
  private downSince: number | null = null;
  /** Consecutive failures that no retry has fixed: the circuit is open unless 0. */
  private outages = 0;
  /** When the circuit was opened: an answer to an earlier request does not close it. */
  private openedAt = 0;
  private probeAt = 0;
  /** Earliest next request according to Retry-After. */
  private notBefore = 0;
  private lastFailedAt = 0;
  private lastFailure = '';

  constructor(private readonly options: ClassifierQueueOptions) {}

  /** Whether a document is pending. */
  has(id: string): boolean {
    return this.entries.has(id);
  }

  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  /** @throws ClassifierError, or the signal's reason when it aborts */
  ask(document: SentDocument, { signal, patienceMs }: ClassifierCall): Promise<number> {
    signal.throwIfAborted();
    // After an idle period, the first request probes the classifier.
    if (this.isIdle)
      this.probeAt = Math.min(this.probeAt, Math.max(this.notBefore, this.lastFailedAt + LEAST_BETWEEN_PROBES_MS));
    const entry = this.entryOf(document);
    const asked = new Promise<number>((resolve, reject) => {
      const leave = (): void => {
        entry.waiters.delete(waiter);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        if (entry.waiters.size === 0) this.forsake(entry);
      };
      const ended =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', leave);
          end(value);
        };
      const waiter: Waiter = { resolve: ended(resolve), reject: ended(reject), patienceMs, since: this.now() };
      signal.addEventListener('abort', leave, { once: true });
      entry.waiters.add(waiter);
    });
    // Requests of the same turn of the event loop are sent together, however long the turn takes.
    this.turn ??= setImmediate(() => {
      this.turn = null;
      this.pump();
    });
    return asked;
  }

  /** Fails all waiting requests. */
  close(): void {
    this.clearTimer();
    if (this.turn !== null) clearImmediate(this.turn);
    this.turn = null;
    const error = new ClassifierError(
      'unavailable',
      `the classifier at ${this.options.address} is not asked any more: the service is stopping`,
    );
    for (const entry of this.entries.values()) this.reject(entry, error);
  }

  private entryOf(document: SentDocument): Entry {
    const known = this.entries.get(document.id);
    if (known) return known;
    const entry: Entry = { document, waiters: new Set(), queuedAt: this.now(), batch: null };
    this.entries.set(document.id, entry);
    this.waiting.add(entry);
    return entry;
  }

  /** Nobody waits for it any more. */
  private forsake(entry: Entry): void {
    this.forget(entry);
    if (entry.batch?.entries.every(({ waiters }) => waiters.size === 0)) entry.batch.stop.abort();
  }

  private forget(entry: Entry): void {
    this.waiting.delete(entry);
    if (this.entries.get(entry.document.id) === entry) this.entries.delete(entry.document.id);
  }

  private reject(entry: Entry, error: ClassifierError): void {
    this.forget(entry);
    for (const waiter of entry.waiters) waiter.reject(error);
    entry.waiters.clear();
  }

  /** Sends due batches, and sets the timer for the next one. */
  private pump(): void {
    this.clearTimer();
    const { batchSize, maxWaitMs, concurrency } = this.options.config;
    for (const first of this.waiting) {
      const now = this.now();
      if (this.outages > 0) {
        this.dismissImpatient(now);
        if (this.requests > 0 || this.waiting.size === 0) return;
        if (now < this.probeAt) return this.pumpIn(Math.min(this.probeAt, this.earliestEnd()) - now);
      } else {
        if (this.requests >= concurrency) return;
        // Timers may be a little early.
        const missingMs = this.waiting.size >= batchSize ? 0 : first.queuedAt + maxWaitMs - now;
        if (missingMs >= 1) return this.pumpIn(missingMs);
      }
      void this.run(this.take(batchSize));
    }
  }

  private pumpIn(ms: number): void {
    this.timer = setTimeout(() => this.pump(), Math.max(1, ms));
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private take(count: number): Batch {
    const entries: Entry[] = [];
    for (const entry of this.waiting) {
      if (entries.length >= count) break;
      entries.push(entry);
    }
    const batch: Batch = { entries, stop: new AbortController() };
    for (const entry of entries) {
      this.waiting.delete(entry);
      entry.batch = batch;
    }
    return batch;
  }

  private async run(batch: Batch): Promise<void> {
    this.requests++;
    try {
      await this.deliver(batch);
    } finally {
      for (const entry of batch.entries) if (entry.batch === batch) entry.batch = null;
      this.requests--;
      this.pump();
    }
  }

  private async deliver({ entries, stop }: Batch): Promise<void> {
    const probes = this.outages > 0;
    for (let attempt = 0; ; attempt++) {
      const wanted = entries.filter(({ waiters }) => waiters.size > 0);
      if (wanted.length === 0) return;
      const startedAt = this.now();
      const result = await this.options.send(
        wanted.map(({ document }) => document),
        stop.signal,
      );
      if (result.kind === 'probabilities') {
        this.answered(startedAt);
        wanted.forEach((entry, i) => this.resolve(entry, result.probabilities[i]));
        return;
      }
      if (stop.signal.aborted) return;
      if (result.kind === 'refused') return this.giveUp(wanted, result, startedAt);
      if (result.kind === 'unavailable') {
        this.downSince ??= startedAt;
        this.lastFailedAt = this.now();
        if (result.retryAfterMs !== null)
          this.notBefore = this.lastFailedAt + Math.min(result.retryAfterMs, LONGEST_RETRY_AFTER_MS);
        this.lastFailure = result.message;
      }
      // If another request has found the classifier down meanwhile, this one is not retried.
      const again = attempt < this.options.config.retries && !probes && this.outages === 0;
      if (!again)
        return result.kind === 'malformed' ? this.giveUp(wanted, result, startedAt) : this.goneDown(wanted, result);
      await pause(retryDelayMs(attempt, this.options.random(), result.retryAfterMs), stop.signal);
    }
  }

  private resolve(entry: Entry, probability: number): void {
    this.forget(entry);
    for (const waiter of entry.waiters) waiter.resolve(probability);
    entry.waiters.clear();
  }

  /** It is up: waiting requests may be sent. Answers to requests from before the outage prove nothing. */
  private answered(askedAt: number): void {
    if (this.outages > 0 && askedAt < this.openedAt) return;
    if (this.outages > 0) this.options.notice(`the classifier at ${this.options.address} answers again`, 'up');
    this.downSince = null;
    this.outages = 0;
  }

  private giveUp(entries: readonly Entry[], { kind, message }: SendFailure, askedAt: number): void {
    this.answered(askedAt);
    const error = new ClassifierError(kind, `the classifier at ${this.options.address} did not judge: ${message}`);
    for (const entry of entries) this.reject(entry, error);
  }

  /** No retry has succeeded: the documents wait for the classifier with all others. */
  private goneDown(entries: readonly Entry[], { message, retryAfterMs }: SendFailure): void {
    const now = this.now();
    if (this.outages === 0) {
      this.openedAt = now;
      this.options.notice(`the classifier at ${this.options.address} is down: ${message}`, 'down');
    }
    // Requests that failed together count as one failure.
    if (this.outages === 0 || now >= this.probeAt) {
      this.outages++;
      this.probeAt = now + probeDelayMs(this.outages, this.options.random(), retryAfterMs);
    }
    this.waiting = new Set([...entries.filter(({ waiters }) => waiters.size > 0), ...this.waiting]);
    this.dismissImpatient(now);
  }

  private dismissImpatient(now: number): void {
    for (const entry of [...this.waiting]) {
      for (const waiter of [...entry.waiters]) {
        if (this.endOf(waiter) > now) continue;
        entry.waiters.delete(waiter);
        waiter.reject(this.outageError(now));
      }
      if (entry.waiters.size === 0) this.forget(entry);
    }
  }

  private outageError(now: number): ClassifierError {
    const seconds = Math.round((now - (this.downSince ?? now)) / 1_000);
    return new ClassifierError(
      'unavailable',
      `the classifier at ${this.options.address} has been down for ${seconds} s: ${this.lastFailure}`,
    );
  }

  private earliestEnd(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { waiters } of this.waiting)
      for (const waiter of waiters) earliest = Math.min(earliest, this.endOf(waiter));
    return earliest;
  }

  /**
   * When a waiter's patience ends: it starts neither before the waiter's own request nor before the classifier has
   * failed it once.
   */
  private endOf({ since, patienceMs }: Waiter): number {
    return this.lastFailedAt < since ? Number.POSITIVE_INFINITY : Math.max(since, this.downSince ?? since) + patienceMs;
  }

  private now(): number {
    return this.options.clock.monotonic();
  }
}

/** Waits until the time is over or the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
