import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { JsonValue } from '../../domain/base/json-value.js';
import { sealSnapshot } from '../../domain/base/sealed-snapshot.js';
import { type Spider as TrainedSpider, trainSpider, withoutRareWords } from '../../domain/spiders/index.js';
import { inPieces, Pace } from '../../engine/index.js';
import type { DatabaseTransaction } from '../../platform/database/index.js';
import { DomainError } from '../../platform/errors/index.js';
import { type Job, type JobContext, type JobHandler, JobHandlers, type JobKind } from '../jobs/index.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import type { Spider, SpiderReport, TrainedOn } from './spider.js';
import { SpidersRepository } from './spiders.repository.js';
import { WebReader } from './web-reader.js';

export const TRAIN_SPIDER = 'train-spider' satisfies JobKind;

/** Pages of all sessions together that one spider is trained on: some hundred MB. */
const MAX_PAGES = 30_000;
/** With fewer links to relevant pages there is nothing to learn from. */
const LEAST_TARGETS = 5;
/** Words reported of each bin, twice as many as the paper's Table 2 has. */
const REPORTED_WORDS = 20;
/** Share of the progress that reading takes. */
const READ_SHARE = 0.8;

/** Trains spiders on what sessions have stored, in short pieces: the crawls of the process go on meanwhile. */
@Injectable()
export class SpiderTrainingHandler implements JobHandler, OnModuleInit {
  readonly kind = TRAIN_SPIDER;

  constructor(
    private readonly spiders: SpidersRepository,
    private readonly webs: CrawledWebsRepository,
    private readonly handlers: JobHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async run(job: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    const spider = await this.spiders.find(job.subjectId);
    // Deleted meanwhile, or stored just before an earlier worker died.
    if (!spider || spider.status === 'READY') return { spiderId: job.subjectId, status: spider?.status ?? 'DELETED' };
    const reader = new WebReader(spider);
    const { sources, truncated } = await this.#read(spider, reader, signal, (share) => progress(READ_SHARE * share));
    const trained = withoutRareWords(
      await inPieces(abortable(trainSpider(reader.pages, reader.pageOf, settingsOf(spider), reader.lexicons), signal)),
    );
    const targets = trained.counts.links[0];
    if (targets < LEAST_TARGETS)
      throw new DomainError(
        'INVALID_STATE',
        `the sessions have ${targets} links between fetched pages that lead to a relevant one, too few to learn from: at least ${LEAST_TARGETS} are needed`,
      );
    const report = reportOf(trained, sources, truncated);
    signal.throwIfAborted();
    const stored = await this.spiders.recordTrained(spider.id, sealSnapshot(trained.save()), report);
    return { spiderId: spider.id, status: stored ? 'READY' : 'DELETED', pages: report.pages, links: report.links };
  }

  async failed(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await this.spiders.recordFailed(job.subjectId, error, transaction);
  }

  /** Reads the sessions one after the other; each gives its share of the pages that may be read. */
  async #read(
    { sessions }: Spider,
    reader: WebReader,
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<{ sources: TrainedOn[]; truncated: boolean }> {
    const found = new Map((await this.webs.findMany(sessions)).map((web) => [web.id, web]));
    const pace = new Pace(signal);
    const sources: TrainedOn[] = [];
    let truncated = false;
    for (const [i, sessionId] of sessions.entries()) {
      const web = found.get(sessionId);
      if (!web) throw new DomainError('NOT_FOUND', `session ${sessionId} was deleted before the spider was trained`);
      reader.beginCrawl();
      const before = reader.pages.length;
      const limit = Math.floor((MAX_PAGES - before) / (sessions.length - i));
      let relevantPages = 0;
      for await (const pages of this.webs.pages(sessionId, limit)) {
        for (const page of pages) {
          reader.add(page);
          if (page.relevant) relevantPages++;
          if (pace.isDue) await pace.rest();
        }
        signal.throwIfAborted();
        progress((i + Math.min(1, (reader.pages.length - before) / Math.max(1, web.fetched))) / sessions.length);
      }
      const pages = reader.pages.length - before;
      truncated ||= pages === limit && web.fetched > limit;
      sources.push({ sessionId, seeds: web.seeds.slice(0, 10), pages, relevantPages });
    }
    return { sources, truncated };
  }
}

const settingsOf = ({ bins, text, discount }: Spider): Pick<Spider, 'bins' | 'text' | 'discount'> => ({
  bins,
  text,
  discount,
});

/** Work in pieces that ends when the signal does. */
function* abortable<T>(pieces: Generator<void, T>, signal: AbortSignal): Generator<void, T> {
  for (;;) {
    signal.throwIfAborted();
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
    yield;
  }
}

function reportOf(spider: TrainedSpider, sources: readonly TrainedOn[], truncated: boolean): SpiderReport {
  const words = spider.tellingWords(REPORTED_WORDS);
  return {
    sources,
    pages: sources.reduce((sum, { pages }) => sum + pages, 0),
    relevantPages: sources.reduce((sum, { relevantPages }) => sum + relevantPages, 0),
    links: spider.links,
    words: spider.lexicons.reduce((sum, { size }) => sum + size, 0),
    truncated,
    bins: spider.binNames.map((name, bin) => ({
      name,
      links: spider.counts.links[bin],
      meanValue: spider.meanValues[bin],
      words: words[bin],
    })),
  };
}
