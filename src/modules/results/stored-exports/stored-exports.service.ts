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
  restSpelling,
} from '../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError, notFound } from '../../../platform/errors/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { CollectionExports } from '../collections/index.js';
import { JobsService } from '../../base/jobs/index.js';
import { ExportStreams, FileNames } from '../results/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { TopicsService } from '../../topics/topics/index.js';
import type { CreateCollectionExportInput } from './dto/collection-export.dto.js';
import type { CreateExportInput } from './dto/stored-export.dto.js';
import { ExportFiles } from './export-files.js';
import { MAKE_EXPORT } from './export.handler.js';
import { collectionFormOf, formOf } from './export-request.js';
import { type ExportContents, type NamedExport, type StoredExport, subjectOf } from './stored-export.js';
import { type ExportRefusal, type ExportSubject, StoredExportsRepository } from './stored-exports.repository.js';

/** Limit for one project's exports that wait or are in progress, which delay those of others. */
const MAX_OPEN = 10;

/** A COMPLETED export with a function to read its file. */
interface ExportWithFile {
  readonly stored: NamedExport & { readonly sha256: string };
  /** @param from first byte; @param to byte after the last one */
  readonly read: (from: number, to: number) => Promise<Readable>;
}

@Injectable()
export class StoredExportsService {
  constructor(
    private readonly stored: StoredExportsRepository,
    private readonly files: ExportFiles,
    private readonly streams: ExportStreams,
    private readonly collections: CollectionExports,
    private readonly names: FileNames,
    private readonly sessions: SessionsService,
    private readonly topics: TopicsService,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'EXPORTS_PER_PROJECT'>,
  ) {}

  /**
   * Queues the making of a file.
   *
   * @param key the same key and request return the export of the first call
   * @throws DomainError VALIDATION_FAILED; NOT_FOUND; INVALID_STATE if the session keeps no archive; GONE if that is
   * missing; CONFLICT if the project has too many
   */
  create(sessionId: string, input: CreateExportInput, key?: IdempotencyKey): Promise<NamedExport> {
    return this.createOnce('createExport', { sessionId, input }, key, async () => {
      const form = formOf(input);
      await this.streams.check(sessionId, form);
      return { sessionId, topicId: null, form };
    });
  }

  /**
   * The same for the collection of a topic.
   *
   * @throws DomainError VALIDATION_FAILED; NOT_FOUND; INVALID_STATE when no session of the topic keeps an archive;
   * CONFLICT when the project has too many
   */
  createOfTopic(topicId: string, input: CreateCollectionExportInput, key?: IdempotencyKey): Promise<NamedExport> {
    return this.createOnce('createCollectionExport', { topicId, input }, key, async () => {
      const form = collectionFormOf(input);
      await this.collections.check(topicId, form);
      return { sessionId: null, topicId, form };
    });
  }

  private createOnce(
    operation: string,
    request: object,
    key: IdempotencyKey | undefined,
    checked: () => Promise<ExportContents>,
  ): Promise<NamedExport> {
    return this.idempotency.create(
      key,
      operation,
      requestHash(request),
      async (once) => {
        const contents = await checked();
        return once(async (db) => {
          const limits = { stored: this.config.EXPORTS_PER_PROJECT, open: MAX_OPEN };
          const made = await this.stored.insert(db, contents, limits);
          if (typeof made === 'string') throw this.refusal(made, contents);
          await this.jobs.enqueue(MAKE_EXPORT, made.id, {}, db);
          return made.id;
        });
      },
      (id) => this.get(id),
    );
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<NamedExport> {
    const found = isUuid(id) ? await this.stored.find(id) : null;
    const [named] = found ? await this.named([found]) : [];
    if (!named) throw notFound('export', id);
    return named;
  }

  /** Existing ones by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, NamedExport>> {
    return new Map((await this.named(await this.stored.findMany(ids))).map((one) => [one.id, one]));
  }

  /** Newest first. @throws DomainError NOT_FOUND */
  async list(sessionId: string, page: PageRequest): Promise<Slice<NamedExport>> {
    await this.sessions.requireExisting(sessionId);
    return this.listOf({ sessionId }, page);
  }

  /** Those of the collection of a topic, newest first. @throws DomainError NOT_FOUND */
  async listOfTopic(topicId: string, page: PageRequest): Promise<Slice<NamedExport>> {
    await this.topics.get(topicId);
    return this.listOf({ topicId }, page);
  }

  private async listOf(subject: ExportSubject, page: PageRequest): Promise<Slice<NamedExport>> {
    const found = await this.named(await this.stored.list(subject, createdPiece(page)));
    return sliceOf(found, page, createdKey, () => this.stored.count(subject));
  }

  /** Without those whose topic or session has gone meanwhile, which takes them along. */
  private async named(exports: readonly StoredExport[]): Promise<NamedExport[]> {
    const names = await this.names.namesOf(exports);
    return exports.flatMap((one, i) => (names[i] ? { ...one, names: names[i] } : []));
  }

  /** Its file is removed a little later. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!isUuid(id) || !(await this.stored.delete(id, condition))) throw notFound('export', id);
  }

  /** @throws DomainError NOT_FOUND; INVALID_STATE until it is COMPLETED */
  async file(id: string): Promise<ExportWithFile> {
    const stored = await this.get(id);
    const { state, sha256 } = stored;
    if (state !== 'COMPLETED' || sha256 === null)
      throw new DomainError('INVALID_STATE', `the export is ${restSpelling(state)}`, {
        allowed: 'an export that is completed',
        details: { state },
      });
    return { stored: { ...stored, sha256 }, read: (from, to) => this.files.read(stored, from, to) };
  }

  private refusal(why: ExportRefusal, contents: ExportContents): DomainError {
    if (why === 'gone') return notFound(contents.sessionId === null ? 'topic' : 'session', subjectOf(contents));
    if (why === 'too-many-open')
      return new DomainError('CONFLICT', `${MAX_OPEN} exports of the project are being made`, {
        allowed: 'to wait until one of them has ended',
      });
    return new DomainError('CONFLICT', `the project has ${this.config.EXPORTS_PER_PROJECT} exports`, {
      allowed: 'to delete exports that are not needed first',
    });
  }
}
