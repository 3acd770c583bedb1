import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../../platform/errors/index.js';
import { type ExportForm, type ListForm, requireForm } from './export-form.js';
import { gzipped, marked } from './export-format.js';
import { ExportsService, type OnShare } from './exports.service.js';
import { WaczService } from './wacz/wacz.service.js';

/** The bytes of a list in its file format. */
export function inFile(bytes: Readable, { bom, gzip }: Pick<ListForm, 'bom' | 'gzip'>): Readable {
  const stream = bom === true ? marked(bytes) : bytes;
  return gzip ? gzipped(stream) : stream;
}

/** Exports of all kinds as bytes: for direct downloads, and for stored files. */
@Injectable()
export class ExportStreams {
  constructor(
    private readonly exporting: ExportsService,
    private readonly packages: WaczService,
  ) {}

  /**
   * @throws DomainError VALIDATION_FAILED for an invalid form; NOT_FOUND; INVALID_STATE if the session keeps no
   * archive, or its pages cannot be searched; GONE if that is missing
   */
  async check(sessionId: string, form: ExportForm): Promise<void> {
    requireForm(form);
    if (form.what === 'pages') return this.exporting.requirePages(sessionId, form.filter);
    if (form.what !== 'wacz' && form.what !== 'warc') return this.exporting.requireSession(sessionId);
    await this.exporting.archive(sessionId).catch((error: unknown) => {
      // Reading the bytes waits for a store that is briefly unavailable.
      if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
    });
  }

  /**
   * Starts an export. It is generated while being read, with at most one batch ahead.
   *
   * @param onShare called with the share read so far, from 0 to 1, if known
   * @throws DomainError like `check`; UNAVAILABLE if too many are being made
   */
  async open(sessionId: string, form: ExportForm, onShare?: OnShare): Promise<Readable> {
    await this.check(sessionId, form);
    const bytes = await this.bytes(sessionId, form, onShare);
    if (!('format' in form)) return bytes;
    return inFile(bytes, form);
  }

  private bytes(sessionId: string, form: ExportForm, onShare?: OnShare): Promise<Readable> {
    switch (form.what) {
      case 'pages':
        return this.exporting.pages(sessionId, form.filter, form.format, form, onShare);
      case 'domains':
        return this.exporting.domains(sessionId, form.filter, form.format);
      case 'links':
        return this.exporting.links(sessionId, form.format, onShare);
      case 'wacz':
        return this.packages.of(sessionId, onShare);
      case 'warc':
        return this.exporting.wholeArchive(sessionId, onShare);
    }
  }
}
