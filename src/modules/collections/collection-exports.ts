import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { columns, type ExportFormat, exportStream, inBatches } from '../results/index.js';
import type { CollectedDomainFilter } from './dto/collected-domain.dto.js';
import type { CollectedPageFilter } from './dto/collected-page.dto.js';
import { CollectionsService } from './collections.service.js';

const BATCH_ROWS = 500;

const PAGE_COLUMNS = columns({
  key: 'text',
  url: 'text',
  domain: 'text',
  title: 'text',
  language: 'text',
  excerpt: 'text',
  probability: 'number',
  relevant: 'boolean',
  label: 'boolean',
  duplicateOf: 'text',
  sessionCount: 'integer',
  monitored: 'boolean',
  sessionId: 'text',
  step: 'integer',
  modelId: 'text',
  firstFoundAt: 'moment',
  lastSeenAt: 'moment',
  changedAt: 'moment',
  goneAt: 'moment',
  tags: 'texts',
  note: 'text',
});
const DOMAIN_COLUMNS = columns({
  name: 'text',
  verdict: 'text',
  pages: 'integer',
  relevant: 'integer',
  duplicates: 'integer',
  share: 'number',
  shareAtLeast: 'number',
  unfetched: 'integer',
  expected: 'number',
  ledTo: 'integer',
  seedDomain: 'boolean',
  firstFoundAt: 'moment',
  lastFoundAt: 'moment',
  tags: 'texts',
  note: 'text',
});

/** Whole collections as files. They are read in batches as the client takes them; what is collected meanwhile comes at the end, if it was found last. */
@Injectable()
export class CollectionExports {
  constructor(private readonly collections: CollectionsService) {}

  /** @throws DomainError NOT_FOUND; VALIDATION_FAILED for a session of another topic */
  async pages(topicId: string, filter: CollectedPageFilter, format: ExportFormat): Promise<Readable> {
    const read = await this.collections.pagesOn(topicId, filter, BATCH_ROWS);
    return exportStream(
      inBatches(BATCH_ROWS, null, read, ({ firstFoundAt, key }) => ({ value: firstFoundAt.toISOString(), tie: key })),
      format,
      PAGE_COLUMNS,
    );
  }

  /** @throws DomainError NOT_FOUND; VALIDATION_FAILED for a session of another topic */
  async domains(topicId: string, filter: CollectedDomainFilter, format: ExportFormat): Promise<Readable> {
    const read = await this.collections.domainsOn(topicId, filter, BATCH_ROWS);
    return exportStream(
      inBatches(BATCH_ROWS, null, read, ({ firstFoundAt, name }) => ({ value: firstFoundAt.toISOString(), tie: name })),
      format,
      DOMAIN_COLUMNS,
    );
  }
}
