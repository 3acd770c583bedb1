import {
  asRenderFault,
  FetchFault,
  type Fulfilment,
  type PlainCookie,
  type TabRequest,
  type TabResult,
} from '../../fetching/index.js';
import { MAX_PIECE_BYTES } from '../link/fleet-link.js';
import { pack, pieces, unpack } from '../link/wire.js';
import { mostBytesOf, readResult } from './call-schema.js';
import { SILENT_MS, type RenderCall, type RenderReply, type RenderTask } from './render-calls.js';

/** Number of renderers that may end while they render a page before it fails. */
const MOST_DEATHS = 3;
/** Most renderers that receive a page: those that stop return it. */
const MOST_TAKES = 10;
/** A page is submitted again after this time without a sign of its renderer, ms. */
const AGAIN_MS = 2 * SILENT_MS;
/**
 * A renderer may hold a page for this multiple of its time limit: the browser may have to start, and other pages to end
 * first.
 */
const TIMES_AT_RENDERER = 3;
const AT_RENDERER_BESIDES_MS = 60_000;
/** Most navigations of one page that its renderer may request, including refused ones. */
const MOST_NAVIGATIONS = 50;
/** Results in flight: far more than honest renderers have at a time. */
const MOST_HELD_BYTES = 1024 ** 3;

/** Bytes of all results in flight to one owner. */
export interface Held {
  bytes: number;
}

/** A page with a renderer or waiting for one, as seen by its owner. */
export class HandedPage {
  readonly done: Promise<TabResult>;
  private resolve: (result: TabResult) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;
  private readonly task: Uint8Array[];
  private navigated: Uint8Array[] = [];
  private readonly parts = new Map<number, Uint8Array>();
  private partCount = 0;
  private partBytes = 0;
  private renderer: string | null = null;
  private takenAt = 0;
  private navigations = 0;
  private isNavigating = false;
  private takes = 0;
  private deaths = 0;
  private heardAt: number;

  constructor(
    private readonly request: TabRequest,
    private readonly timeoutMs: number,
    private readonly now: () => number,
    private readonly held: Held,
  ) {
    const { navigate: _, subresource, ...plain } = request;
    const task: RenderTask = { request: plain, timeoutMs, isRecorded: subresource !== undefined };
    this.task = pieces(pack(task), MAX_PIECE_BYTES);
    this.heardAt = now();
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.done.catch(() => undefined);
  }

  get url(): string {
    return this.request.url;
  }

  /**
   * Whether to submit it again. Called repeatedly: NATS may have lost it, or its renderer has died, or only claims to
   * be alive.
   */
  isSilent(): boolean {
    const longestMs = TIMES_AT_RENDERER * this.timeoutMs + AT_RENDERER_BESIDES_MS;
    if (this.renderer !== null && this.now() - this.takenAt > longestMs) {
      this.heardAt = this.now();
      return this.bury();
    }
    const silentMs = this.now() - this.heardAt;
    if (silentMs < AGAIN_MS) return false;
    this.heardAt = this.now();
    return true;
  }

  fail(error: Error): void {
    this.reject(error);
  }

  /** Ends it because nobody waits for it any more. */
  end(): void {
    this.clear();
  }

  /** Answers a renderer. */
  async answer(call: RenderCall): Promise<RenderReply> {
    if (call.op === 'task' && call.piece === 0 && !this.take(call.renderer))
      return this.deaths >= MOST_DEATHS || this.takes > MOST_TAKES ? { is: 'gone' } : { is: 'busy' };
    if (call.renderer !== this.renderer) return { is: 'busy' };
    this.heardAt = this.now();
    switch (call.op) {
      case 'task':
        return piece(this.task, call.piece);
      case 'navigate':
        return this.navigate(call.url, call.cookies ?? []);
      case 'navigated':
        return piece(this.navigated, call.piece);
      case 'result':
        this.add(call);
        return { is: 'ok' };
      case 'fault':
        this.reject(asRenderFault(call.fault));
        return { is: 'ok' };
      case 'back':
        this.renderer = null;
        return { is: 'ok' };
      case 'alive':
        return { is: 'ok' };
    }
  }

  /** A renderer may take it unless another living one is working on it. */
  private take(renderer: string): boolean {
    if (this.renderer !== null && this.renderer !== renderer) {
      if (this.now() - this.heardAt < SILENT_MS) return false;
      if (!this.bury()) return false;
    }
    if (this.deaths >= MOST_DEATHS) return false;
    if (this.renderer === null) {
      this.takenAt = this.now();
      if (++this.takes > MOST_TAKES) return this.giveUp(`${MOST_TAKES} renderers have given it back`);
    }
    this.renderer = renderer;
    this.clear();
    return true;
  }

  /** Its renderer has lost it. @returns false if too many have ended: it fails */
  private bury(): boolean {
    this.renderer = null;
    this.clear();
    if (++this.deaths < MOST_DEATHS) return true;
    return this.giveUp(`${MOST_DEATHS} renderers in a row ended while they rendered it`);
  }

  private giveUp(why: string): false {
    this.reject(new FetchFault('render-failed', why));
    return false;
  }

  private async navigate(url: string, cookies: readonly PlainCookie[]): Promise<RenderReply> {
    if (this.isNavigating || ++this.navigations > MOST_NAVIGATIONS) return { is: 'refused' };
    this.isNavigating = true;
    try {
      const answer = await this.request.navigate(url, cookies);
      if (answer === null) return { is: 'refused' };
      this.navigated = pieces(pack(answer), MAX_PIECE_BYTES);
      return piece(this.navigated, 0);
    } finally {
      this.isNavigating = false;
    }
  }

  /** A renderer may be compromised: it must not exhaust the memory, and its data is a page or a failure. */
  private add({ piece: no, count, bytes }: RenderCall & { readonly op: 'result' }): void {
    const most = mostBytesOf(this.request.maxChars);
    const isOdd =
      no >= count || count > Math.ceil(most / MAX_PIECE_BYTES) || (this.parts.size > 0 && count !== this.partCount);
    const more = bytes.length - (this.parts.get(no)?.length ?? 0);
    if (isOdd || this.held.bytes + more > MOST_HELD_BYTES) return this.unreadable('more than a page is');
    this.partCount = count;
    this.parts.set(no, bytes);
    this.partBytes += more;
    this.held.bytes += more;
    if (this.parts.size < count) return;
    const parts = [...this.parts].sort(([a], [b]) => a - b).map(([, one]) => one);
    this.clear();
    try {
      this.resolve(readResult(unpack(Buffer.concat(parts), most), this.request.maxChars));
    } catch (error) {
      this.unreadable(error instanceof Error ? error.message : String(error));
    }
  }

  private unreadable(why: string): void {
    this.clear();
    this.giveUp(`the renderer gave a page that cannot be read: ${why}`);
  }

  /** Drops the received part of a result. */
  private clear(): void {
    this.held.bytes -= this.partBytes;
    this.partBytes = 0;
    this.parts.clear();
  }
}

const piece = (all: readonly Uint8Array[], number: number): RenderReply => {
  const bytes = all[number];
  return bytes === undefined ? { is: 'gone' } : { is: 'piece', bytes, count: all.length };
};

/** The document with a Buffer as its body, as `Fulfilment` says: what comes from the wire may be a plain Uint8Array. */
export const withBuffer = <T extends Fulfilment>(document: T): T => ({ ...document, body: Buffer.from(document.body) });
