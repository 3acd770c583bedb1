import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  createdKey,
  createdPiece,
  type PageRequest,
  type Precondition,
  type Slice,
  sliceOf,
  restSpelling,
} from '../../../platform/api/index.js';
import { DomainError, invalid, notFound } from '../../../platform/errors/index.js';
import {
  type CreateOnce,
  type IdempotencyKey,
  IdempotencyService,
  requestHash,
} from '../../../platform/idempotency/index.js';
import { JobsService, type WithJob } from '../../base/jobs/index.js';
import { PriorsService, type SpiderPrior, type SpiderSource } from '../../crawl/priors/index.js';
import type { Spider } from './spider.js';
import { TRAIN_SPIDER } from './spider-training.handler.js';
import { SpidersRepository } from './spiders.repository.js';
import { type TrainSpider, TrainingInput } from './training-input.js';

@Injectable()
export class SpidersService implements SpiderSource, OnModuleInit {
  constructor(
    private readonly spiders: SpidersRepository,
    private readonly input: TrainingInput,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    private readonly priors: PriorsService,
  ) {}

  onModuleInit(): void {
    this.priors.takeSpidersFrom(this);
  }

  /**
   * Starts a training: creates the spider and its job in one transaction.
   *
   * @param key the same key and input return the spider of the first call
   * @throws DomainError VALIDATION_FAILED naming the wrong field
   */
  train(input: TrainSpider, key?: IdempotencyKey): Promise<WithJob<Spider>> {
    return this.idempotency.create(
      key,
      'trainSpider',
      requestHash(input),
      (once) => this.create(input, once),
      (id) => this.withJob(id),
    );
  }

  private async create(input: TrainSpider, once: CreateOnce): Promise<string> {
    const spider = await this.input.checked(input);
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
  async withJob(id: string): Promise<WithJob<Spider>> {
    return this.jobs.withJob(await this.get(id));
  }

  async getMany(ids: readonly string[]): Promise<Map<string, Spider>> {
    return new Map((await this.spiders.findMany(ids)).map((spider) => [spider.id, spider]));
  }

  /** Newest first. */
  async list(page: PageRequest): Promise<Slice<Spider>> {
    return sliceOf(await this.spiders.list(createdPiece(page)), page, createdKey, () => this.spiders.count());
  }

  async listWithJobs(page: PageRequest): Promise<Slice<WithJob<Spider>>> {
    return this.jobs.withJobs(await this.list(page));
  }

  /** Sessions that use it keep their copy. @throws DomainError NOT_FOUND */
  async delete(id: string, condition?: Precondition): Promise<void> {
    if (!(await this.spiders.delete(id, condition))) throw notFound('spider', id);
  }

  async ready(id: string, field: string): Promise<SpiderPrior> {
    const spider = await this.spiders.find(id);
    if (!spider) throw invalid(field, `spider ${id} does not exist`, 'the id of a spider');
    const data = spider.state === 'READY' ? await this.spiders.dataOf(id) : null;
    if (data === null)
      throw new DomainError('INVALID_STATE', `spider ${id} is ${restSpelling(spider.state)}`, {
        field,
        allowed: 'a spider that is ready',
        details: { id, state: spider.state },
      });
    return { kind: spider.kind, learntUnder: learntUnder(spider), data };
  }
}

const learntUnder = ({ kind, bins, text, discount, clusters }: Spider): Readonly<Record<string, unknown>> =>
  ({ links: { bins, text, discount }, 'page-classes': { clusters }, 'link-values': {} })[kind];
