import { asRenderFault, FetchFault, type Fulfilment, type TabRequest, type TabResult } from '../../fetching/index.js';
import { MAX_PIECE_BYTES } from '../link/fleet-link.js';
import { pack, pieces, unpack } from '../link/wire.js';
import { SILENT_MS, type RenderCall, type RenderReply, type RenderTask } from './render-calls.js';

/** Renderers that may end while they render a page: then it is given up. */
const MOST_DEATHS = 3;
/** A page that no renderer has been heard of for so long is handed over again, ms. */
const AGAIN_MS = 2 * SILENT_MS;

/** A page that is with a renderer, or waits for one, as its owner sees it. */
export class HandedPage {
  readonly done: Promise<TabResult>;
  private resolve: (result: TabResult) => void = () => undefined;
  private reject: (error: Error) => void = () => undefined;
  private readonly task: Uint8Array[];
  private navigated: Uint8Array[] = [];
  private readonly parts = new Map<number, Uint8Array>();
  private renderer: string | null = null;
  private deaths = 0;
  private heardAt: number;

  constructor(
    private readonly request: TabRequest,
    timeoutMs: number,
    private readonly now: () => number,
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

  /** Whether it is time to hand it over again. Called time and again: NATS may have lost it, or its renderer has died. */
  isSilent(): boolean {
    const silentMs = this.now() - this.heardAt;
    if (silentMs < AGAIN_MS) return false;
    this.heardAt = this.now();
    return true;
  }

  fail(error: Error): void {
    this.reject(error);
  }

  /** Answers a renderer. */
  async answer(call: RenderCall): Promise<RenderReply> {
    if (call.op === 'task' && call.piece === 0 && !this.take(call.renderer))
      return this.deaths >= MOST_DEATHS ? { is: 'gone' } : { is: 'busy' };
    if (call.renderer !== this.renderer) return { is: 'busy' };
    this.heardAt = this.now();
    switch (call.op) {
      case 'task':
        return piece(this.task, call.piece);
      case 'navigate': {
        const answer = await this.request.navigate(call.url);
        if (answer === null) return { is: 'refused' };
        this.navigated = pieces(pack(answer), MAX_PIECE_BYTES);
        return piece(this.navigated, 0);
      }
      case 'navigated':
        return piece(this.navigated, call.piece);
      case 'result':
        this.parts.set(call.piece, call.bytes);
        if (this.parts.size === call.count) this.finish();
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

  /** A renderer may have it unless another one lives and works on it. */
  private take(renderer: string): boolean {
    if (this.renderer !== null && this.renderer !== renderer) {
      if (this.now() - this.heardAt < SILENT_MS) return false;
      if (++this.deaths >= MOST_DEATHS) {
        this.reject(new FetchFault('render-failed', `${MOST_DEATHS} renderers in a row ended while they rendered it`));
        return false;
      }
    }
    this.renderer = renderer;
    this.parts.clear();
    return true;
  }

  private finish(): void {
    const parts = [...this.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    this.resolve(unpack(Buffer.concat(parts)) as TabResult);
  }
}

const piece = (all: readonly Uint8Array[], number: number): RenderReply => {
  const bytes = all[number];
  return bytes === undefined ? { is: 'gone' } : { is: 'piece', bytes, count: all.length };
};

/** A document that came over the wire: its body is bytes of any kind there. */
export const withBuffer = (document: Fulfilment): Fulfilment => ({ ...document, body: Buffer.from(document.body) });
