import { parsePage } from '../../../domain/page/index.js';
import { documentOf } from '../../../domain/session/index.js';
import { type SyntheticSettings, SyntheticSettingsError } from '../../../domain/webs/index.js';
import { createRecordedFetcher } from '../recorded-web/index.js';
import { openSyntheticWeb } from '../synthetic-web/index.js';
import { LabCache } from './lab-cache.js';
import { reachedPart } from './lab-graph.js';
import { type LabTopic, labTopicSchema } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';

const KEYWORDS = 8;
const SEEDS = 3;
const POSITIVES = 20;
const NEGATIVES = 60;

/**
 * A synthetic web for the lab, and its relevant topic, with the distinctive words as keywords and home pages as seeds.
 */
interface SyntheticLab {
  readonly web: LabWeb;
  readonly topic: LabTopic;
}

/** @throws SyntheticSettingsError, also for a web that changes, because no time passes in the lab */
export function openSyntheticLab(settings: SyntheticSettings, cache = new LabCache()): SyntheticLab {
  if (settings.changing) throw new SyntheticSettingsError('changing: expected false, since no time passes in the lab');
  const responses = openSyntheticWeb(settings);
  const { web } = responses;
  cache.isOf(JSON.stringify(['synthetic', settings]));
  const labelsOf = new Map(
    Array.from(new Set(web.sites.topicOf), (topic) => [topic, new Set([web.topicName(topic)])] as const),
  );
  return {
    web: {
      fetcher: createRecordedFetcher(responses),
      cache,
      labels: {
        get: (url) => {
          const page = web.pageOf(url);
          return page === undefined ? undefined : labelsOf.get(web.sites.topicOf[page]);
        },
        keys: () => responses.urls(),
      },
      isRecorded: (url) => responses.has(url),
      urls: () => responses.urls(),
      document: async (url) => {
        const page = web.pageOf(url);
        return page === undefined ? null : documentOf(parsePage(web.htmlOf(page), url), url);
      },
      graphFrom: async (seeds) => {
        const graph = { linksOf: (page: number) => web.graph.linksOf(page), urlOf: (page: number) => web.urlOf(page) };
        return reachedPart(
          graph,
          seeds.flatMap((seed) => web.pageOf(seed) ?? []),
        );
      },
    },
    topic: labTopicSchema.parse({
      name: `${web.topicName(0)} on a synthetic web`,
      label: web.topicName(0),
      keywords: web.keywords(KEYWORDS),
      seeds: web.seeds.slice(0, SEEDS).map((page) => web.urlOf(page)),
      examples: { positives: POSITIVES, negatives: NEGATIVES },
      session: {},
    }),
  };
}
