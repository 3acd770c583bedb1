import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import {
  createdKey,
  createdPiece,
  isUuid,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { DomainError, notFound } from '../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../platform/idempotency/index.js';
import { JobsService } from '../jobs/index.js';
import { ExportStreams } from '../results/index.js';
import { SessionsService } from '../sessions/index.js';
import type { CreateExportInput } from './dto/stored-export.dto.js';
import { ExportFiles } from './export-files.js';
import { MAKE_EXPORT } from './export.handler.js';
import { formOf } from './export-request.js';
import type { StoredExport } from './stored-export.js';
import { type ExportRefusal, StoredExportsRepository } from './stored-exports.repository.js';

/** Exports of one project that wait or are being made: others wait behind them. */
const MAX_OPEN = 10;

/** An export that is COMPLETED, and how its file is read. */
export interface ExportWithFile {
  readonly stored: StoredExport & { readonly sha256: string };
  /** @param from first byte; @param to byte behind the last one */
  readonly read: (from: number, to: number) => Promise<Readable>;
}

@Injectable()
export class StoredExportsService {
  constructor(
    private readonly stored: StoredExportsRepository,
    private readonly files: ExportFiles,
    private readonly streams: ExportStreams,
    private readonly sessions: SessionsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'EXPORTS_PER_PROJECT'>,
  ) {}

  /**
   * Queues the making of a file.
   *
   * @param key the same key and request answer the export made the first time
   * @throws DomainError VALIDATION_FAILED; NOT_FOUND; INVALID_STATE when the session keeps no archive; GONE when that is missing; CONFLICT when the project has too many
   */
  create(sessionId: string, input: CreateExportInput, key?: IdempotencyKey): Promise<StoredExport> {
    const hash = requestHash({ sessionId, input });
    return this.idempotency.create(
      key,
      'createExport',
      hash,
      async (once) => {
        const form = formOf(input);
        await this.streams.check(sessionId, form);
        return once(async (db) => {
          const limits = { stored: this.config.EXPORTS_PER_PROJECT, open: MAX_OPEN };
          const made = await this.stored.insert(db, sessionId, form, limits);
          if (typeof made === 'string') throw this.#refusal(made, sessionId);
          await this.jobs.enqueue(MAKE_EXPORT, made.id, {}, db);
          return made.id;
        });
      },
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<StoredExport> {
    const found = isUuid(id) ? await this.stored.find(id) : null;
    if (!found) throw notFound('export', id);
    return found;
  }

  /** Those that exist, by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, StoredExport>> {
    return new Map((await this.stored.findMany(ids)).map((one) => [one.id, one]));
  }

  /** Newest first. @throws DomainError NOT_FOUND */
  async list(sessionId: string, page: PageRequest): Promise<Slice<StoredExport>> {
    await this.sessions.requireExisting(sessionId);
    return sliceOf(await this.stored.list(sessionId, createdPiece(page)), page, createdKey, () =>
      this.stored.count(sessionId),
    );
  }

  /** Its file goes with it, a little later. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!isUuid(id) || !(await this.stored.delete(id, condition))) throw notFound('export', id);
  }

  /** @throws DomainError NOT_FOUND; INVALID_STATE until it is COMPLETED */
  async file(id: string): Promise<ExportWithFile> {
    const stored = await this.get(id);
    const { state, sha256 } = stored;
    if (state !== 'COMPLETED' || sha256 === null)
      throw new DomainError('INVALID_STATE', `the export is ${state}`, {
        allowed: 'an export that is COMPLETED',
        details: { state },
      });
    return { stored: { ...stored, sha256 }, read: (from, to) => this.files.read(stored, from, to) };
  }

  #refusal(why: ExportRefusal, sessionId: string): DomainError {
    if (why === 'no-session') return notFound('session', sessionId);
    if (why === 'too-many-open')
      return new DomainError('CONFLICT', `${MAX_OPEN} exports of the project are being made`, {
        allowed: 'to wait until one of them has ended',
      });
    return new DomainError('CONFLICT', `the project has ${this.config.EXPORTS_PER_PROJECT} exports`, {
      allowed: 'to delete exports that are not needed first',
    });
  }
}
