import { setTimeout as sleep } from 'node:timers/promises';
import { partitionOf } from '../../../../domain/fleet/index.js';
import type { Clock } from '../../../../engine/index.js';
import { FetchFault, type PageRenderer, type TabRequest, type TabResult } from '../../fetching/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { renderSubject } from '../link/names.js';
import { pack, unpack } from '../link/wire.js';
import { readCall } from './call-schema.js';
import { HandedPage, type Held } from './handed-page.js';
import { ALIVE_MS, type RenderJob, type RenderReply } from './render-calls.js';
import { shownUrl, type Warn } from '../../../../platform/telemetry/index.js';

interface RemoteRendererOptions {
  readonly link: FleetLink;
  readonly partitions: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly warn: Warn;
}

/** Pages with renderers or waiting for one; each keeps its document in memory. */
const MOST_PAGES = 256;
/** Deferral by the session of a page without a place, ms. */
const FULL_RETRY_MS = 5_000;
const PUBLISH_RETRY_MS = 1_000;

/**
 * Renders with the renderers of the fleet.
 *
 * The document was fetched here, politely, and stays here until a renderer with a free tab requests it. If a script
 * navigates to another page, this process fetches that one too: only one process sends requests to a host.
 */
export class RemoteRenderer implements PageRenderer {
  private readonly pages = new Map<string, HandedPage>();
  private readonly held: Held = { bytes: 0 };
  private readonly owner: string;
  private readonly calls;
  private readonly timer: NodeJS.Timeout;
  private no = 0;
  private warned = false;

  constructor(private readonly options: RemoteRendererOptions) {
    const { link } = options;
    this.owner = link.ownSubject('render');
    this.calls = link.listen(this.owner, (message) => {
      this.answer(message.data).then(
        (reply) => message.respond(pack(reply, { plain: true })),
        (error: unknown) => options.warn({ err: error }, 'a call of a renderer failed'),
      );
    });
    this.timer = setInterval(() => this.offerAgain(), ALIVE_MS).unref();
  }

  /** Pages with renderers, or waiting for one. */
  get size(): number {
    return this.pages.size;
  }

  async render(request: TabRequest, timeoutMs: number, signal: AbortSignal): Promise<TabResult> {
    if (this.pages.size >= MOST_PAGES)
      throw new FetchFault('overloaded', `${MOST_PAGES} pages wait for renderers`, { retryAfterMs: FULL_RETRY_MS });
    const job = `${this.owner}:${this.no++}`;
    const page = new HandedPage(request, timeoutMs, () => this.options.clock.monotonic(), this.held);
    const abort = (): void => page.fail(new FetchFault('aborted', 'aborted'));
    this.pages.set(job, page);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      void this.handOver(job, request.url, 0);
      return await page.done;
    } finally {
      signal.removeEventListener('abort', abort);
      this.pages.delete(job);
      page.end();
    }
  }

  close(): Promise<void> {
    clearInterval(this.timer);
    this.calls.unsubscribe();
    for (const page of this.pages.values()) page.fail(new FetchFault('aborted', 'the fetcher is closed'));
    return Promise.resolve();
  }

  private async answer(data: Uint8Array): Promise<RenderReply> {
    const call = readCall(unpack(data));
    return (call && (await this.pages.get(call.job)?.answer(call))) ?? { is: 'gone' };
  }

  /** Returns when NATS has it: the page waits while the stream is full. */
  private async handOver(job: string, url: string, times: number): Promise<void> {
    const { link, partitions } = this.options;
    const subject = renderSubject(partitionOf(url, partitions));
    const message: RenderJob = { job, owner: this.owner };
    while (this.pages.has(job) && !link.connection.isClosed()) {
      try {
        await link.streams.publish(subject, pack(message), { msgID: `${job}/${times}` });
        return;
      } catch {
        await sleep(PUBLISH_RETRY_MS);
      }
    }
  }

  /** Hands over again the pages that no renderer reports on. */
  private offerAgain(): void {
    for (const [job, page] of this.pages) {
      if (!page.isSilent()) continue;
      if (!this.warned)
        this.options.warn(
          { url: shownUrl(page.url) },
          'a page has waited long for a renderer: start one, or more of them',
        );
      this.warned = true;
      void this.handOver(job, page.url, this.no++);
    }
  }
}
