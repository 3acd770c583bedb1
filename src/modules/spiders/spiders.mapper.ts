import type { SpiderDetailsDto, SpiderDto } from './dto/spider.dto.js';
import type { Spider } from './spider.js';
import type { SpiderWithJob } from './spiders.service.js';

/** What both APIs tell of a spider. */
function fieldsOf({ id, name, version, status, bins, text, discount, ...rest }: Spider) {
  const { sessions, report, error, createdAt, trainedAt } = rest;
  return {
    ...{ id, name, version, status, bins, text, discount, error, createdAt, trainedAt },
    sessions: [...sessions],
    report: report && {
      ...report,
      sources: report.sources.map((source) => ({ ...source, seeds: [...source.seeds] })),
      bins: report.bins.map((bin) => ({ ...bin, words: bin.words.map((word) => ({ ...word })) })),
    },
  };
}

export const toSpiderDto = (spider: Spider): SpiderDto => fieldsOf(spider);

export const toSpiderDetails = (spider: SpiderWithJob): SpiderDetailsDto => ({
  ...fieldsOf(spider),
  jobId: spider.jobId,
});
