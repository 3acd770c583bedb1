import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { shownTitle } from '../../../../../domain/text/index.js';
import { DomainError } from '../../../../../platform/errors/index.js';
import { withScope } from '../../../../../platform/scope/index.js';
import { type ArchivePart, ArchiveStore, sortedIndex } from '../../../../base/archive/index.js';
import type { Session } from '../../../../crawl/sessions/index.js';
import { TopicsService } from '../../../../topics/topics/index.js';
import { ExportsService, type OnShare } from '../exports.service.js';
import { inBatches } from '../in-batches.js';
import { PagesRepository } from '../../pages/pages.repository.js';
import { waczStream } from './wacz-stream.js';

/** Packages made concurrently: each sorts some megabytes of its index at a time. */
const AT_ONCE = 8;
const BATCH_ROWS = 500;

/** Archives as WACZ files. */
@Injectable()
export class WaczService {
  private busy = 0;

  constructor(
    private readonly exporting: ExportsService,
    private readonly archives: ArchiveStore,
    private readonly pages: PagesRepository,
    private readonly topics: TopicsService,
  ) {}

  /**
   * A session's archive so far, with its pages.
   *
   * @param onShare called with the packed share of the WARC files
   * @throws DomainError NOT_FOUND; INVALID_STATE if it keeps no archive; GONE if that is missing; UNAVAILABLE if too
   * many are being made
   */
  async of(sessionId: string, onShare?: OnShare): Promise<Readable> {
    const session = await this.exporting.requireArchive(sessionId);
    if (this.busy >= AT_ONCE)
      throw new DomainError('UNAVAILABLE', `${AT_ONCE} WACZ files are being made: try again when one has ended`);
    this.busy++;
    try {
      const title = await this.titleOf(session);
      const parts = await this.archives.partsOf(session);
      const stream = waczStream({
        title,
        created: new Date(),
        parts: counted(parts, onShare),
        index: () => sortedIndex(parts),
        // Read when the socket has room, which happens outside of the request's scope.
        pages: withScope(this.pagesOf(sessionId)),
      });
      return stream.once('close', () => this.busy--);
    } catch (error) {
      this.busy--;
      throw error;
    }
  }

  private async titleOf({ name, topicId, createdAt }: Session): Promise<string> {
    const { name: topic } = await this.topics.get(topicId);
    return `${topic}: ${name ?? `session of ${createdAt.toISOString().slice(0, 10)}`}`;
  }

  private async *pagesOf(sessionId: string): AsyncGenerator<object> {
    yield { format: 'json-pages-1.0', id: 'pages', title: 'Pages', hasText: false };
    const rows = inBatches(
      BATCH_ROWS,
      -1,
      (after: number) => this.pages.readOn(sessionId, { outcome: 'page' }, after, BATCH_ROWS, false),
      ({ seq }) => seq,
    );
    for await (const { step, finalUrl, fetchedAt, title } of rows)
      yield { id: String(step), url: finalUrl, ts: fetchedAt, title: shownTitle(title, finalUrl) };
  }
}

function counted(parts: readonly ArchivePart[], onShare?: OnShare): readonly ArchivePart[] {
  if (!onShare) return parts;
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let packed = 0;
  return parts.map((part) => ({
    ...part,
    read: async function* (from, to) {
      for await (const piece of part.read(from, to)) {
        packed += piece.length;
        onShare(packed / Math.max(1, all));
        yield piece;
      }
    },
  }));
}
