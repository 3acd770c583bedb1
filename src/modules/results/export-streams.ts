import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DomainError } from '../../platform/errors/index.js';
import { type ExportForm, type ListForm, requireForm } from './export-form.js';
import { gzipped, marked } from './export-format.js';
import { ExportsService, type ShareTold } from './exports.service.js';
import { WaczService } from './wacz/wacz.service.js';

/** The bytes of a list as its file has them. */
export function inFile(bytes: Readable, { bom, gzip }: Pick<ListForm, 'bom' | 'gzip'>): Readable {
  const stream = bom === true ? marked(bytes) : bytes;
  return gzip ? gzipped(stream) : stream;
}

/** Exports of all kinds as bytes: for downloads while they are made, and for files that are kept. */
@Injectable()
export class ExportStreams {
  constructor(
    private readonly exporting: ExportsService,
    private readonly packages: WaczService,
  ) {}

  /**
   * @throws DomainError VALIDATION_FAILED for a form that there is not; NOT_FOUND; INVALID_STATE when the session keeps no archive; GONE when that is missing
   */
  async check(sessionId: string, form: ExportForm): Promise<void> {
    requireForm(form);
    if (form.what !== 'wacz' && form.what !== 'warc') return this.exporting.requireSession(sessionId);
    await this.exporting.archive(sessionId).catch((error: unknown) => {
      // A store that is away for a moment is waited for when the bytes are read.
      if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
    });
  }

  /**
   * Begins an export. It is made as it is read; nothing is ahead of its reader but one batch.
   *
   * @param told is told the share that has been read, from 0 to 1, as far as it is known
   * @throws DomainError as `check`; UNAVAILABLE when too many are being made
   */
  async open(sessionId: string, form: ExportForm, told?: ShareTold): Promise<Readable> {
    await this.check(sessionId, form);
    const bytes = await this.#bytes(sessionId, form, told);
    if (!('format' in form)) return bytes;
    return inFile(bytes, form);
  }

  #bytes(sessionId: string, form: ExportForm, told?: ShareTold): Promise<Readable> {
    switch (form.what) {
      case 'pages':
        return this.exporting.pages(sessionId, form.filter, form.format, form, told);
      case 'domains':
        return this.exporting.domains(sessionId, form.filter, form.format);
      case 'links':
        return this.exporting.links(sessionId, form.format, told);
      case 'wacz':
        return this.packages.of(sessionId, told);
      case 'warc':
        return this.exporting.wholeArchive(sessionId, told);
    }
  }
}
