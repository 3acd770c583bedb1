import { LRUCache } from 'lru-cache';
import {
  NO_EVIDENCE,
  renderVerdict,
  urlShape,
  withSample,
  type RenderEvidence,
  type RenderReason,
  type RenderSignal,
} from '../../../../domain/page/index.js';
import { hostOf } from '../../../../domain/url/index.js';
import { withDeadline } from '../deadline.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

/** Evidence about the pages of one host with one shape and one signal. */
export interface RenderRecord {
  readonly host: string;
  /** Result of `urlShape`; '' for all pages of the host together. */
  readonly shape: string;
  readonly signal: RenderSignal;
  readonly samples: number;
  readonly gains: number;
  /** Pages between two samples while the verdict is not to render. */
  readonly interval: number;
}

/** Stores the knowledge beyond the process. Either method may fail: then it is relearnt. */
export interface RenderKnowledgeStore {
  load(host: string): Promise<readonly RenderRecord[]>;
  save(records: readonly RenderRecord[]): Promise<void>;
}

export interface RenderChoice {
  readonly render: boolean;
  readonly reason: RenderReason;
  readonly host: string;
  readonly shape: string;
  readonly signal: RenderSignal;
}

interface Entry {
  evidence: RenderEvidence;
  interval: number;
  /** Pages since the last sample. */
  pages: number;
}

interface Host {
  readonly ready: Promise<void>;
  /** By signal and shape, least recently used first. */
  readonly entries: Map<string, Entry>;
  pages: number;
  controls: number;
}

const MAX_HOSTS = 2_000;
const MAX_ENTRIES_PER_HOST = 64;
/**
 * A shape that showed signs is sampled again sooner than one without; each sample without a gain makes the next one
 * rarer.
 */
const FIRST_INTERVAL = 16;
const MAX_INTERVAL = 4_096;
const GROWTH = 2;
const CONTROL_GROWTH = 8;
/** While no control of a host gains, at most one in this number of its unsuspicious pages is rendered as a control. */
const PAGES_PER_CONTROL = 200;
const FRUITLESS_PER_DOUBLING = 4;
const MAX_FIRST_INTERVAL = 512;

const SAVE_AFTER_MS = 5_000;
const MAX_UNSAVED = 5_000;
const STORE_TIMEOUT_MS = 2_000;
/** Pause after the store has failed. */
const STORE_PAUSE_MS = 30_000;

/**
 * Decides by host and URL shape whether pages need a browser, and learns from rendered pages.
 *
 * Pages with signs of being filled in by scripts are rendered until it is clear whether that gains content; then all or
 * none of their shape are, with an occasional sample. Pages without signs are rendered as a control very rarely: the
 * 16th of a shape, the 128th and so on, and even more rarely while no host's control gains. A page with other signs
 * than before is a case of its own.
 */
export class RenderKnowledge {
  private readonly hosts = new LRUCache<string, Host>({ max: MAX_HOSTS });
  private readonly unsaved = new Map<string, RenderRecord>();
  private timer: NodeJS.Timeout | null = null;
  private storeRestsUntil = 0;
  private warned = false;
  /** Consecutive controls without a gain, over all hosts. */
  private fruitless = 0;

  /** @param store null keeps everything in memory */
  constructor(
    private readonly store: RenderKnowledgeStore | null,
    private readonly warn: Warn,
  ) {}

  /** @param url canonical. @param signal of the page as sent */
  async choose(url: string, signal: RenderSignal): Promise<RenderChoice> {
    const name = hostOf(url);
    const host = this.host(name);
    await host.ready;
    const shape = urlShape(url);
    const entry = entryOf(host, signal, shape);
    entry.pages++;
    host.pages++;
    const chosen = (render: boolean, reason: RenderReason): RenderChoice => {
      if (render) entry.pages = 0;
      return { render, reason, host: name, shape, signal };
    };
    const verdict = renderVerdict(signal, entry.evidence, othersOf(host, signal, entry));
    if (verdict === 'render') return chosen(true, 'auto: learnt');
    if (verdict === 'unsure' && signal !== 'none') return chosen(true, `auto: ${signal}`);
    if (entry.pages < entry.interval) return chosen(false, 'auto: not needed');
    if (signal === 'none' && entry.evidence.gains === 0) {
      const isEarly =
        entry.pages < this.firstInterval || host.controls * PAGES_PER_CONTROL > host.pages - FIRST_INTERVAL;
      if (isEarly) return chosen(false, 'auto: not needed');
      host.controls++;
    }
    return chosen(true, 'auto: sample');
  }

  /** Learns from the rendering of a chosen page. */
  learn({ host: name, shape, signal, reason }: RenderChoice, gained: boolean): void {
    const host = this.host(name);
    const entry = entryOf(host, signal, shape);
    const whole = entryOf(host, signal, '');
    if (signal === 'none') this.fruitless = gained ? 0 : this.fruitless + 1;
    entry.evidence = withSample(entry.evidence, gained);
    whole.evidence = withSample(whole.evidence, gained);
    // After a gain the next page is sampled too, until the case is clear.
    if (gained) entry.interval = 1;
    else if (reason === 'auto: sample')
      entry.interval = Math.min(MAX_INTERVAL, entry.interval * (signal === 'none' ? CONTROL_GROWTH : GROWTH));
    else entry.interval = Math.max(entry.interval, FIRST_INTERVAL);
    this.keep(name, shape, signal, entry);
    this.keep(name, '', signal, whole);
  }

  /** The longer no host's control has gained, the later the first control of a shape. */
  private get firstInterval(): number {
    return Math.min(MAX_FIRST_INTERVAL, FIRST_INTERVAL * 2 ** Math.floor(this.fruitless / FRUITLESS_PER_DOUBLING));
  }

  /** Saves unsaved records, unless the store fails. */
  async close(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    await this.save();
  }

  private host(name: string): Host {
    let host = this.hosts.get(name);
    if (host === undefined) {
      const entries = new Map<string, Entry>();
      host = { ready: this.load(name, entries), entries, pages: 0, controls: 0 };
      this.hosts.set(name, host);
    }
    return host;
  }

  private async load(name: string, entries: Map<string, Entry>): Promise<void> {
    const records = await this.guarded((store) => store.load(name));
    for (const { shape, signal, samples, gains, interval } of (records ?? []).slice(0, MAX_ENTRIES_PER_HOST)) {
      entries.set(keyOf(signal, shape), { evidence: { samples, gains }, interval, pages: 0 });
    }
  }

  private keep(host: string, shape: string, signal: RenderSignal, { evidence, interval }: Entry): void {
    if (this.store === null) return;
    if (this.unsaved.size >= MAX_UNSAVED) return;
    this.unsaved.set(`${host} ${keyOf(signal, shape)}`, { host, shape, signal, ...evidence, interval });
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.save();
    }, SAVE_AFTER_MS).unref();
  }

  private async save(): Promise<void> {
    const records = [...this.unsaved];
    if (records.length === 0) return;
    const saved = await this.guarded(async (store) => {
      await store.save(records.map(([, record]) => record));
      return true;
    });
    // A record that changed meanwhile is a new object and stays; after a failure the next change retries.
    if (saved === true)
      for (const [key, record] of records) if (this.unsaved.get(key) === record) this.unsaved.delete(key);
  }

  /** Null if there is no store, or it fails or takes too long: rendering works without it. */
  private async guarded<T>(work: (store: RenderKnowledgeStore) => Promise<T>): Promise<T | null> {
    const { store } = this;
    if (store === null || performance.now() < this.storeRestsUntil) return null;
    try {
      return await withDeadline(new AbortController().signal, STORE_TIMEOUT_MS, 'the store of rendering', () =>
        work(store),
      );
    } catch (error) {
      this.storeRestsUntil = performance.now() + STORE_PAUSE_MS;
      if (!this.warned) this.warn({ err: error }, 'rendering knowledge cannot be read or saved');
      this.warned = true;
      return null;
    }
  }
}

const keyOf = (signal: RenderSignal, shape: string): string => `${signal} ${shape}`;

function entryOf({ entries }: Host, signal: RenderSignal, shape: string): Entry {
  const key = keyOf(signal, shape);
  const entry = entries.get(key) ?? { evidence: NO_EVIDENCE, interval: FIRST_INTERVAL, pages: 0 };
  entries.delete(key);
  entries.set(key, entry);
  if (entries.size > MAX_ENTRIES_PER_HOST)
    for (const [oldest] of entries) {
      entries.delete(oldest);
      break;
    }
  return entry;
}

/** The host's evidence except that of the shape itself. */
function othersOf(host: Host, signal: RenderSignal, { evidence }: Entry): RenderEvidence {
  const whole = entryOf(host, signal, '').evidence;
  const samples = Math.max(0, whole.samples - evidence.samples);
  return { samples, gains: Math.min(samples, Math.max(0, whole.gains - evidence.gains)) };
}
