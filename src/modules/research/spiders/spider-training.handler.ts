import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { Pace } from '../../../engine/index.js';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, type JobKind } from '../../base/jobs/index.js';
import { WebLibrary } from '../web-library/index.js';
import { ChoicesSource, SessionSource } from './session-sources.js';
import { ClassesTrainee } from './classes-trainee.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import { LinksTrainee } from './links-trainee.js';
import { RecordedSource } from './recorded-source.js';
import { classSettingsOf, linkSettingsOf, type Spider, type TrainedOn } from './spider.js';
import { SpidersRepository } from './spiders.repository.js';
import type { Trainee, TrainingSource } from './training-source.js';
import { ValuesTrainee } from './values-trainee.js';

export const TRAIN_SPIDER = 'train-spider' satisfies JobKind;

/** Share of the progress bar for reading. */
const READ_SHARE = 0.8;

/** A source with its name in the report, and a function to open it: one is open at a time. */
interface NamedSource {
  readonly origin: Omit<TrainedOn, 'pages' | 'relevantPages'>;
  readonly open: () => Promise<TrainingSource>;
}

/**
 * Trains spiders on stored sessions and on recorded webs, in short steps: the crawls of the process continue meanwhile.
 */
@Injectable()
@HandlesJobs()
export class SpiderTrainingHandler implements JobHandler {
  readonly kind = TRAIN_SPIDER;

  constructor(
    private readonly spiders: SpidersRepository,
    private readonly webs: CrawledWebsRepository,
    private readonly library: WebLibrary,
  ) {}

  async run(job: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    const spider = await this.spiders.find(job.subjectId);
    // Deleted meanwhile, or stored just before an earlier worker died.
    if (!spider || spider.state === 'READY') return { spiderId: job.subjectId, state: spider?.state ?? 'DELETED' };
    const trainee = traineeOf(spider);
    const sources = await this.sourcesOf(spider, signal);
    const read = await readAll(sources, trainee, signal, (share) => progress(READ_SHARE * share));
    const { data, ...learnt } = await trainee.train(signal);
    const pages = read.sources.reduce((sum, source) => sum + source.pages, 0);
    const relevantPages = read.sources.reduce((sum, source) => sum + source.relevantPages, 0);
    signal.throwIfAborted();
    const stored = await this.spiders.recordTrained(spider.id, data, { ...read, pages, relevantPages, ...learnt });
    return { spiderId: spider.id, state: stored ? 'READY' : 'DELETED', pages, links: learnt.links };
  }

  async failed(job: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await this.spiders.recordFailed(job.subjectId, error, transaction);
  }

  private async sourcesOf({ kind, sessions, webs }: Spider, signal: AbortSignal): Promise<NamedSource[]> {
    const found = new Map((await this.webs.findMany(sessions)).map((web) => [web.id, web]));
    const ofSessions = sessions.map((sessionId): NamedSource => {
      const session = found.get(sessionId);
      if (!session)
        throw new DomainError('NOT_FOUND', `session ${sessionId} was deleted before the spider was trained`);
      return {
        origin: { sessionId, web: null, seeds: session.seeds.slice(0, 10) },
        open: () =>
          Promise.resolve(
            kind === 'link-values'
              ? new ChoicesSource(session, this.webs, signal)
              : new SessionSource(session, this.webs, signal),
          ),
      };
    });
    const ofWebs = webs.map((source): NamedSource => ({
      origin: { sessionId: null, web: source.web, seeds: [] },
      open: async () =>
        RecordedSource.of(await this.library.open(source.web, signal), source, kind === 'page-classes', signal),
    }));
    return [...ofSessions, ...ofWebs];
  }
}

function traineeOf(spider: Spider): Trainee {
  switch (spider.kind) {
    case 'links':
      return new LinksTrainee(linkSettingsOf(spider));
    case 'page-classes':
      return new ClassesTrainee(classSettingsOf(spider));
    case 'link-values':
      return new ValuesTrainee();
  }
}

/** Reads the sources one after another, each with its share of the page limit. */
async function readAll(
  sources: readonly NamedSource[],
  trainee: Trainee,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<{ sources: TrainedOn[]; truncated: boolean }> {
  const pace = new Pace(signal);
  const read: TrainedOn[] = [];
  let truncated = false;
  for (const [i, { origin, open }] of sources.entries()) {
    const source = await open();
    trainee.beginSource();
    const before = trainee.size;
    const limit = Math.floor((trainee.maxPages - before) / (sources.length - i));
    let relevantPages = 0;
    for await (const pages of source.pages(limit)) {
      for (const page of pages) {
        trainee.add(page);
        if (page.relevant) relevantPages++;
        if (pace.isDue) await pace.rest();
      }
      signal.throwIfAborted();
      const share = (trainee.size - before) / Math.max(1, Math.min(limit, source.size));
      progress((i + Math.min(1, share)) / sources.length);
    }
    truncated ||= source.size > limit;
    read.push({ ...origin, pages: trainee.size - before, relevantPages });
  }
  return { sources: read, truncated };
}
