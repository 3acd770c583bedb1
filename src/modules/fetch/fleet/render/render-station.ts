import { setTimeout as sleep } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { NoRespondersError, nuid } from '@nats-io/transport-node';
import { anySignal } from 'any-signal';
import {
  faultOf,
  FetchFault,
  type NextDocument,
  type PageRenderer,
  type PlainCookie,
  renderFaultOf,
  type TabRequest,
  type TabResult,
} from '../../fetching/index.js';
import { type FleetLink, MAX_PIECE_BYTES } from '../link/fleet-link.js';
import { RENDERERS, RENDERS } from '../link/names.js';
import { pack, pieces, unpack } from '../link/wire.js';
import { withBuffer } from './handed-page.js';
import { ALIVE_MS, type RenderCall, type RenderJob, type RenderReply, type RenderTask } from './render-calls.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

interface RenderStationOptions {
  readonly link: FleetLink;
  readonly renderer: PageRenderer;
  /** Pages rendered at a time. */
  readonly tabs: number;
  readonly warn: Warn;
}

/** Expiry of a request for the next page at NATS, ms. */
const NEXT_MS = 5_000;
const RETRY_MS = 500;
/** Longest wait for an answer of the owner, ms. */
const ANSWER_MS = 10_000;
/** Interval for rechecking a page of another renderer, or of an owner that does not answer, ms. */
const LATER_MS = 5_000;

/** Limit for a document: half a gigabyte. */
const MOST_PIECES = 600;

type CallBody<T = RenderCall> = T extends RenderCall ? Omit<T, 'job' | 'renderer'> : never;

/** The owner no longer needs it, or another renderer has it. */
class NotOurs extends Error {
  constructor(readonly reply: 'gone' | 'busy') {
    super(reply);
  }
}

/** Takes waiting pages, one for each free tab, and returns them rendered. Knows nothing of hosts and their delays. */
export class RenderStation {
  private readonly me = nuid.next();
  private readonly closed = new AbortController();
  private readonly loops: Promise<void>[];
  private busy = 0;

  constructor(private readonly options: RenderStationOptions) {
    this.loops = Array.from({ length: options.tabs }, () => this.run());
  }

  /** Pages in progress. */
  get held(): number {
    return this.busy;
  }

  /** Returns unfinished pages. */
  async close(): Promise<void> {
    this.closed.abort();
    await Promise.all(this.loops);
    await this.options.renderer.close();
  }

  private async run(): Promise<void> {
    const { link, warn } = this.options;
    let troubled = false;
    while (!this.closed.signal.aborted && !link.connection.isClosed()) {
      try {
        const consumer = await link.streams.consumers.get(RENDERS, RENDERERS);
        for (;;) {
          const message = await consumer.next({ expires: NEXT_MS });
          troubled = false;
          if (this.closed.signal.aborted) {
            message?.nak();
            return;
          }
          if (message !== null) await this.work(message);
        }
      } catch (error) {
        if (!troubled && !this.closed.signal.aborted) warn({ err: error }, 'cannot receive pages to render');
        troubled = true;
        await sleep(RETRY_MS, undefined, { signal: this.closed.signal }).catch(() => undefined);
      }
    }
  }

  private async work(message: JsMsg): Promise<void> {
    this.busy++;
    try {
      const { job, owner } = unpack(message.data) as RenderJob;
      await this.render(message, new Owner(this.options.link, owner, job, this.me));
    } catch (error) {
      if (error instanceof NoRespondersError || (error instanceof NotOurs && error.reply === 'gone')) message.ack();
      else if (this.closed.signal.aborted) message.nak();
      else message.nak(LATER_MS);
    } finally {
      this.busy--;
    }
  }

  private async render(message: JsMsg, owner: Owner): Promise<void> {
    const { request, timeoutMs, isRecorded } = unpack(await owner.fetch({ op: 'task', piece: 0 })) as RenderTask;
    const unwanted = new AbortController();
    const beat = setInterval(() => {
      message.working();
      owner.call({ op: 'alive' }).catch((error: unknown) => {
        if (error instanceof NotOurs) unwanted.abort();
      });
    }, ALIVE_MS);
    const signal = anySignal([unwanted.signal, this.closed.signal]);
    const navigate: TabRequest['navigate'] = (url, cookies) => owner.navigate(url, cookies, timeoutMs);
    const full = { ...request, document: withBuffer(request.document), navigate };
    try {
      const asked = isRecorded ? { ...full, subresource: () => Promise.resolve(null) } : full;
      await owner.give(await this.options.renderer.render(asked, timeoutMs, signal));
      message.ack();
    } catch (error) {
      if (unwanted.signal.aborted) throw new NotOurs('gone');
      if (this.closed.signal.aborted) {
        await owner.call({ op: 'back' }).catch(() => undefined);
        throw error;
      }
      const fault = faultOf(error);
      if (fault === null || error instanceof NotOurs) throw error;
      await owner.call({ op: 'fault', fault: renderFaultOf(fault) });
      message.ack();
    } finally {
      clearInterval(beat);
      signal.clear();
    }
  }
}

/**
 * The fetcher that owns a page. Its calls throw `NotOurs` if it does not need this renderer's work, and NATS's error if
 * it is absent.
 */
class Owner {
  constructor(
    private readonly link: FleetLink,
    private readonly subject: string,
    private readonly job: string,
    private readonly renderer: string,
  ) {}

  async call(body: CallBody, timeoutMs = ANSWER_MS): Promise<RenderReply> {
    const call = pack({ ...body, job: this.job, renderer: this.renderer }, { plain: true });
    const { data } = await this.link.connection.request(this.subject, call, { timeout: timeoutMs });
    const reply = unpack(data) as RenderReply;
    if (reply.is === 'gone' || reply.is === 'busy') throw new NotOurs(reply.is);
    return reply;
  }

  /** All pieces of the requested data. */
  async fetch(first: CallBody & { readonly op: 'task' }): Promise<Uint8Array> {
    return this.rest(await this.call(first), 'task');
  }

  async navigate(url: string, cookies: readonly PlainCookie[], timeoutMs: number): Promise<NextDocument | null> {
    const reply = await this.call({ op: 'navigate', url, cookies }, timeoutMs + ANSWER_MS);
    if (reply.is === 'refused') return null;
    return withBuffer(unpack(await this.rest(reply, 'navigated')) as NextDocument);
  }

  async give(result: TabResult): Promise<void> {
    const parts = pieces(pack(result), MAX_PIECE_BYTES);
    for (const [piece, bytes] of parts.entries()) await this.call({ op: 'result', piece, count: parts.length, bytes });
  }

  private async rest(first: RenderReply, op: 'task' | 'navigated'): Promise<Uint8Array> {
    if (first.is !== 'piece' || first.count > MOST_PIECES)
      throw new FetchFault('render-failed', 'the fetcher gave no document');
    const parts = [first.bytes];
    while (parts.length < first.count) {
      const next = await this.call({ op, piece: parts.length });
      if (next.is !== 'piece') throw new FetchFault('render-failed', 'the fetcher gave no document');
      parts.push(next.bytes);
    }
    return Buffer.concat(parts);
  }
}
