import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../platform/errors/index.js';
import { withScope } from '../../../platform/scope/index.js';
import { ArchiveStore } from '../../archive/index.js';
import { ExportsService } from '../exports.service.js';
import { inBatches } from '../in-batches.js';
import { PagesRepository } from '../pages.repository.js';
import { waczStream } from './wacz-stream.js';

/** Packages made at once: each sorts some megabytes of its index at a time. */
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
  ) {}

  /**
   * What a session has archived so far, with its pages.
   *
   * @throws DomainError NOT_FOUND; INVALID_STATE when it keeps no archive; UNAVAILABLE when too many are being made
   */
  async of(sessionId: string): Promise<Readable> {
    await this.exporting.requireArchive(sessionId);
    if (this.busy >= AT_ONCE)
      throw new DomainError('UNAVAILABLE', `${AT_ONCE} WACZ files are being made: try again when one has ended`);
    this.busy++;
    try {
      const stream = waczStream({
        title: `Gleaner session ${sessionId}`,
        created: new Date(),
        parts: await this.archives.partsOf(sessionId),
        // Read when the socket has room, which is outside of the scope of the request.
        pages: withScope(this.pagesOf(sessionId)),
      });
      return stream.once('close', () => this.busy--);
    } catch (error) {
      this.busy--;
      throw error;
    }
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
      yield { id: String(step), url: finalUrl, ts: fetchedAt, title: title ?? finalUrl };
  }
}
