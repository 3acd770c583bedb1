import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { fileName } from '../../../../domain/text/index.js';
import { createdKey, createdPiece, type PageRequest, type Slice, sliceOf } from '../../../../platform/api/index.js';
import { requireScope } from '../../../../platform/auth/index.js';
import { exportStream, type ExportFormat } from '../../../results/results/index.js';
import { ProjectsService } from '../projects.service.js';
import type { AuditEntry, AuditFilter } from './audit-entry.js';
import { AuditRepository } from './audit.repository.js';

/** Entries per query of an export. */
const EXPORT_ROWS = 1_000;
const COLUMNS = [
  { name: 'id', type: 'text' },
  { name: 'createdAt', type: 'moment' },
  { name: 'actor', type: 'text' },
  { name: 'address', type: 'text' },
  { name: 'requestId', type: 'text' },
  { name: 'call', type: 'text' },
  { name: 'object', type: 'text' },
  { name: 'change', type: 'text' },
  { name: 'rows', type: 'integer' },
  { name: 'ids', type: 'texts' },
] as const;

/** The audit log of projects: for operators, and for keys with the scope `admin`. */
@Injectable()
export class AuditService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly entries: AuditRepository,
  ) {}

  /** Newest first. @throws DomainError FORBIDDEN, NOT_FOUND */
  list(projectId: string, filter: AuditFilter, page: PageRequest): Promise<Slice<AuditEntry>> {
    return this.within(projectId, async () =>
      sliceOf(await this.entries.list(filter, createdPiece(page)), page, createdKey, () =>
        this.within(projectId, () => this.entries.count(filter)),
      ),
    );
  }

  /** All entries as a file, newest first. @throws DomainError FORBIDDEN, NOT_FOUND */
  export(projectId: string, filter: AuditFilter, format: ExportFormat): Promise<Readable> {
    return this.within(projectId, () => Promise.resolve(exportStream(this.all(filter), format, COLUMNS)));
  }

  /** @throws DomainError FORBIDDEN, NOT_FOUND */
  async fileName(projectId: string, format: ExportFormat): Promise<string> {
    const { name } = await this.projects.get(projectId);
    return fileName([name, 'audit-log'], new Date(), format);
  }

  private async *all(filter: AuditFilter): AsyncGenerator<AuditEntry> {
    for (let cursor: AuditEntry | null = null; ;) {
      const rows: AuditEntry[] = await this.entries.list(filter, { cursor, backward: false, limit: EXPORT_ROWS });
      yield* rows;
      if (rows.length < EXPORT_ROWS) return;
      cursor = rows[rows.length - 1];
    }
  }

  private within<T>(projectId: string, work: () => PromiseLike<T>): Promise<T> {
    return this.projects.within(projectId, async () => {
      requireScope('admin');
      return await work();
    });
  }
}
