import { Inject, Injectable } from '@nestjs/common';
import {
  createdKey,
  createdPiece,
  onlySlice,
  type PageRequest,
  type Precondition,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import type { DatabaseTransaction } from '../../../../platform/database/index.js';
import { DomainError, notFound } from '../../../../platform/errors/index.js';
import {
  HashedBody,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../../../platform/idempotency/index.js';
import { type Example, type LabelledText, MAX_EXAMPLES } from './example.js';
import { importExamples, type ImportReport, type ImportTarget } from './example-importer.js';
import { exampleFromUser, type ExampleInput, type NewExample } from './example-intake.js';
import {
  type ElsewhereBounds,
  type ExamplesDigest,
  ExamplesRepository,
  type UpsertCounts,
} from './examples.repository.js';
import { TopicsService } from '../topics.service.js';

/**
 * An all-or-nothing import of 100 000 examples takes some ten seconds; a much longer one indicates a stuck database.
 */
const IMPORT_TIMEOUT_MS = 120_000;

@Injectable()
export class ExamplesService {
  constructor(
    private readonly examples: ExamplesRepository,
    private readonly topics: TopicsService,
    private readonly idempotency: IdempotencyService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param key the same key and input return the example of the first call
   * @throws DomainError NOT_FOUND, VALIDATION_FAILED, CONFLICT if the topic has an example with the URL
   */
  add(topicId: string, input: ExampleInput, key?: IdempotencyKey): Promise<Example> {
    return this.idempotency.create(
      key,
      'addExample',
      requestHash({ topicId, input }),
      async (once) => {
        await this.topics.get(topicId);
        const example = exampleFromUser(input);
        if ((await this.examples.count(topicId)) >= MAX_EXAMPLES)
          throw new DomainError('CONFLICT', `a topic may have ${MAX_EXAMPLES} examples`);
        return once(async (db) => {
          const made = await this.examples.insert(db, topicId, example);
          if (made === 'topic-missing') throw notFound('topic', topicId);
          if (made === 'url-taken')
            throw new DomainError('CONFLICT', `the topic has an example with ${String(example.url)} already`, {
              field: 'url',
            });
          return made.id;
        });
      },
      (id) => this.get(topicId, id),
    );
  }

  /**
   * Adds examples from JSON lines; see `importExamples`.
   *
   * @param key the same key and input return the result of the first call
   * @throws DomainError NOT_FOUND, PAYLOAD_TOO_LARGE, VALIDATION_FAILED with `atomic`
   */
  import(
    topicId: string,
    body: AsyncIterable<Uint8Array>,
    atomic: boolean,
    key?: IdempotencyKey,
  ): Promise<ImportReport> {
    if (key === undefined) return this.importAll(topicId, body, atomic);
    const read = new HashedBody(body, this.config.BODY_LIMIT_BYTES);
    const hash = async (): Promise<string> => requestHash({ topicId, atomic, body: await read.hash() });
    return this.idempotency.perform(key, 'importExamples', hash, () => this.importAll(topicId, read, atomic));
  }

  private async importAll(topicId: string, body: AsyncIterable<Uint8Array>, atomic: boolean): Promise<ImportReport> {
    await this.topics.get(topicId);
    const target: ImportTarget = {
      present: await this.examples.count(topicId),
      write: (batch) => this.examples.upsert(topicId, batch),
      allOrNothing: (work) =>
        this.examples.inTransaction(
          (transaction) => work((batch) => this.examples.upsert(topicId, batch, transaction)),
          IMPORT_TIMEOUT_MS,
        ),
    };
    const report = await importExamples(body, target, atomic, this.config.BODY_LIMIT_BYTES);
    // Fails if the topic was deleted while the client was sending.
    await this.topics.get(topicId);
    return report;
  }

  /** @throws DomainError NOT_FOUND */
  async get(topicId: string, id: string): Promise<Example> {
    const example = await this.examples.find(topicId, id);
    if (!example) throw notFound('example', id);
    return example;
  }

  /** @throws DomainError NOT_FOUND */
  async getWithText(topicId: string, id: string): Promise<Example & { text: string | null }> {
    const [example, texts] = await Promise.all([this.get(topicId, id), this.examples.textsOf([id])]);
    return { ...example, text: texts.get(id) ?? null };
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Example>> {
    return new Map((await this.examples.findMany(ids)).map((example) => [example.id, example]));
  }

  /** Newest first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest, relevant: boolean | null = null): Promise<Slice<Example>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page, relevant));
  }

  /** The same part of the list for each topic. */
  async listOf(
    topicIds: readonly string[],
    page: PageRequest,
    relevant: boolean | null,
  ): Promise<Map<string, Slice<Example>>> {
    const rows = await this.examples.listOf(topicIds, createdPiece(page), relevant);
    const countOf = sharedCounts(() => this.examples.countOf(topicIds, relevant));
    return new Map(topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, createdKey, countOf(id))]));
  }

  textsOf(ids: readonly string[]): Promise<Map<string, string | null>> {
    return this.examples.textsOf(ids);
  }

  /**
   * Adds labelled documents; for a known URL, replaces the label and text.
   *
   * @param examples each URL at most once
   * @throws DomainError NOT_FOUND; CONFLICT if the topic has reached its limit
   */
  async label(
    topicId: string,
    examples: readonly NewExample[],
    transaction?: DatabaseTransaction,
  ): Promise<UpsertCounts> {
    await this.topics.get(topicId);
    if ((await this.examples.count(topicId)) + examples.length > MAX_EXAMPLES)
      throw new DomainError('CONFLICT', `a topic may have ${MAX_EXAMPLES} examples`);
    return this.examples.upsert(topicId, examples, transaction);
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
  async setLabel(topicId: string, id: string, relevant: boolean, condition?: Precondition): Promise<Example> {
    if (!(await this.examples.setLabel(topicId, id, relevant, condition))) throw notFound('example', id);
    return this.get(topicId, id);
  }

  /** @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
  async delete(topicId: string, id: string, condition?: Precondition): Promise<void> {
    if (!(await this.examples.delete(topicId, id, condition))) throw notFound('example', id);
  }

  /** Fingerprint of the newest examples that have text, and the number of relevant ones. */
  digest(topicId: string, limit: number): Promise<ExamplesDigest> {
    return this.examples.digest(topicId, limit);
  }

  /** The newest examples for training. @param relevant null for both labels */
  labelledTexts(
    topicId: string,
    limit: number,
    maxChars: number,
    relevant: boolean | null = null,
  ): Promise<LabelledText[]> {
    return this.examples.labelledTexts(topicId, limit, maxChars, relevant);
  }

  /** Relevant examples of other topics, with text; excludes URLs of this topic. */
  relevantElsewhere(topicId: string, bounds: ElsewhereBounds): Promise<LabelledText[]> {
    return this.examples.relevantElsewhere(topicId, bounds);
  }

  recordFetched(id: string, title: string, text: string): Promise<void> {
    return this.examples.recordFetched(id, title, text);
  }

  recordFetchError(id: string, error: string): Promise<void> {
    return this.examples.recordFetchError(id, error);
  }
}
