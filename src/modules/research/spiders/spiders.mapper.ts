import type { WithJob } from '../../base/jobs/index.js';
import type { SpiderDetailsDto, SpiderDto } from './dto/spider.dto.js';
import type { Spider } from './spider.js';

/** The fields of a spider in both APIs. */
function fieldsOf({ sessions, webs, report, ...spider }: Spider) {
  return {
    ...spider,
    sessions: [...sessions],
    webs: webs.map(({ web, labels, domains }) => ({ web, labels: [...labels], domains: [...domains] })),
    report: report && {
      ...report,
      // Reports from before spiders could be trained on recorded webs do not mention them.
      sources: report.sources.map((source) => ({ ...source, web: source.web ?? null, seeds: [...source.seeds] })),
      bins: report.bins.map((bin) => ({ ...bin, words: bin.words.map((word) => ({ ...word })) })),
      weights: (report.weights ?? []).map((weight) => ({ ...weight })),
      classes: (report.classes ?? []).map((each) => ({ ...each, words: each.words.map((word) => ({ ...word })) })),
    },
  };
}

export const toSpiderDto = (spider: Spider): SpiderDto => fieldsOf(spider);

export const toSpiderDetails = (spider: WithJob<Spider>): SpiderDetailsDto => ({
  ...fieldsOf(spider),
  jobId: spider.jobId,
});
