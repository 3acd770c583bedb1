import { Injectable } from '@nestjs/common';
import type { Spider as DomainSpider, SpiderText } from '../../domain/spiders/index.js';
import { BIN_COUNTS, MAX_DISCOUNT } from '../../domain/spiders/index.js';
import { foldSpace } from '../../domain/text/index.js';
import {
  createdKey,
  createdPiece,
  mapSlice,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
} from '../../platform/api/index.js';
import { DomainError, invalid, notFound } from '../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../platform/idempotency/index.js';
import { JobsService } from '../jobs/index.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import type { Spider } from './spider.js';
import { TRAIN_SPIDER } from './spider-training.handler.js';
import { SpidersRepository } from './spiders.repository.js';

export interface TrainSpider {
  readonly name: string;
  readonly sessions: readonly string[];
  readonly bins?: number | null;
  readonly text?: SpiderText | null;
  readonly discount?: number | null;
}

/** A spider with the id of the job that trains it, null where that is long gone. */
export type SpiderWithJob = Spider & { readonly jobId: string | null };

/** As the policy `nb-future` has it. */
export const DEFAULT_BINS: DomainSpider['settings']['bins'] = 4;
export const DEFAULT_TEXT: SpiderText = 'related';

@Injectable()
export class SpidersService {
  constructor(
    private readonly spiders: SpidersRepository,
    private readonly webs: CrawledWebsRepository,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Starts a training: the spider and the job that fills it appear together.
   *
   * @param key the same key and input answer the spider made the first time
   * @throws DomainError VALIDATION_FAILED naming the wrong field
   */
  train(input: TrainSpider, key?: IdempotencyKey): Promise<SpiderWithJob> {
    return this.idempotency.create(
      key,
      'trainSpider',
      requestHash(input),
      (once) => this.#create(input, once),
      (id) => this.withJob(id),
    );
  }

  async #create({ name, sessions, bins, text, discount }: TrainSpider, once: CreateOnce): Promise<string> {
    const named = foldSpace(name);
    if (named === '') throw invalid('name', 'a spider needs a name', 'a text that is not blank');
    const ids = [...new Set(sessions.map((id) => id.toLowerCase()))];
    const found = new Map((await this.webs.findMany(ids)).map((web) => [web.id, web]));
    ids.forEach((id, i) => {
      const web = found.get(id);
      if (!web) throw invalid(`sessions[${i}]`, `session ${id} does not exist`, 'the id of a session');
      if (web.relevant === 0)
        throw invalid(
          `sessions[${i}]`,
          `session ${id} has found no relevant page, so there is nothing to learn`,
          'a session that has found relevant pages',
        );
    });
    const spider = {
      name: named,
      sessions: ids,
      bins: BIN_COUNTS.find((count) => count === (bins ?? DEFAULT_BINS)) ?? DEFAULT_BINS,
      text: text ?? DEFAULT_TEXT,
      discount: discount ?? MAX_DISCOUNT,
    };
    return once(async (db) => {
      const id = await this.spiders.insert(db, spider);
      await this.jobs.enqueue(TRAIN_SPIDER, id, {}, db);
      return id;
    });
  }

  /** @throws DomainError NOT_FOUND */
  async get(id: string): Promise<Spider> {
    const spider = await this.spiders.find(id);
    if (!spider) throw notFound('spider', id);
    return spider;
  }

  /** @throws DomainError NOT_FOUND */
  async withJob(id: string): Promise<SpiderWithJob> {
    const spider = await this.get(id);
    const jobs = await this.jobs.newestBySubject([id]);
    return { ...spider, jobId: jobs.get(id)?.id ?? null };
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Spider>> {
    return new Map((await this.spiders.findMany(ids)).map((spider) => [spider.id, spider]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Spider>> {
    return sliceOf(await this.spiders.list(createdPiece(page)), page, createdKey, () => this.spiders.count());
  }

  async listWithJobs(page: PageRequest): Promise<Slice<SpiderWithJob>> {
    const spiders = await this.list(page);
    const jobs = await this.jobs.newestBySubject(spiders.edges.map(({ node }) => node.id));
    return mapSlice(spiders, (spider) => ({ ...spider, jobId: jobs.get(spider.id)?.id ?? null }));
  }

  /** Sessions that use it keep their copy. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!(await this.spiders.delete(id, condition))) throw notFound('spider', id);
  }

  /**
   * A spider that is READY, with what it has learnt, sealed.
   *
   * @param field of the request that names it
   * @throws DomainError VALIDATION_FAILED when there is none; INVALID_STATE when it is not READY
   */
  async ready(id: string, field: string): Promise<{ readonly spider: Spider; readonly data: Uint8Array }> {
    const spider = await this.spiders.find(id);
    if (!spider) throw invalid(field, `spider ${id} does not exist`, 'the id of a spider');
    const data = spider.status === 'READY' ? await this.spiders.dataOf(id) : null;
    if (data === null)
      throw new DomainError('INVALID_STATE', `spider ${id} is ${spider.status}`, {
        field,
        allowed: 'a spider that is READY',
        details: { id, status: spider.status },
      });
    return { spider, data };
  }
}
