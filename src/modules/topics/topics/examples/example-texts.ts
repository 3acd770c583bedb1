import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import { type DocumentText, foldSpace } from '../../../../domain/text/index.js';
import type { Fetcher } from '../../../../engine/ports.js';
import { APP_CONFIG, type AppConfig } from '../../../../platform/config/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../../fetch/fetching/index.js';
import type { JobContext } from '../../../base/jobs/index.js';
import type { LabelledText } from './example.js';
import { eachWithin, fetchSettings, fetchText } from './example-fetching.js';
import { ExamplesService } from './examples.service.js';
import { TopicsService } from '../topics.service.js';

/** More examples hardly improve models, and this limit keeps time and memory within a minute and a gigabyte. */
const MAX_EXAMPLES_READ = 20_000;
/** Characters read of all examples together, and of one example. The beginning of a page's text shows its subject. */
const MAX_CHARS = 64_000_000;
const MAX_EXAMPLE_CHARS = 20_000;
/** Time limit for fetching examples given by URL; the rest waits for the next job. */
const FETCH_BUDGET_MS = 600_000;
/** Most failed fetches in a job's result; each is also stored with its example. */
const MAX_REPORTED = 100;

interface FailedExample {
  readonly exampleId: string;
  readonly url: string;
  readonly error: string;
}

/** An example as a document for models. */
interface ExampleDocument extends DocumentText {
  /** When it became an example of the topic. */
  readonly addedAt: Date;
}

/** The examples of a topic that have text, newest first. */
export interface GatheredTexts {
  readonly positives: readonly ExampleDocument[];
  readonly negatives: readonly ExampleDocument[];
  /** Number of newly fetched ones. */
  readonly fetched: number;
  readonly failures: readonly FailedExample[];
  /** Examples not read: beyond the limit, not fetched in time, or contradicted by a newer one with the same text. */
  readonly leftOut: number;
}

/**
 * Reads the examples of a topic for a job, and fetches those with only a URL. Stores fetched texts with the examples.
 */
@Injectable()
export class ExampleTexts {
  constructor(
    private readonly topics: TopicsService,
    private readonly examples: ExamplesService,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param relevant null for both labels
   * @param progress called with the share of the fetching done
   */
  async gather(topicId: string, relevant: boolean | null, { signal, progress }: JobContext): Promise<GatheredTexts> {
    const counts = (await this.topics.exampleCountsOf([topicId])).get(topicId) ?? { relevant: 0, irrelevant: 0 };
    const total = (relevant === false ? 0 : counts.relevant) + (relevant === true ? 0 : counts.irrelevant);
    const used = Math.min(total, MAX_EXAMPLES_READ);
    const maxChars = Math.min(MAX_EXAMPLE_CHARS, Math.floor(MAX_CHARS / Math.max(1, used)));
    const examples = await this.examples.labelledTexts(topicId, MAX_EXAMPLES_READ, maxChars, relevant);
    const missing = examples.filter(({ text }) => text === null);
    const fetched = new Map<string, LabelledText>();
    const failures: FailedExample[] = [];
    const fetchOne = async (fetcher: Fetcher, example: LabelledText, until: AbortSignal): Promise<void> => {
      const url = example.url ?? '';
      const outcome = await fetchText(fetcher, url, fetchSettings(this.config.CRAWL_USER_AGENT), until);
      if (outcome.kind === 'text') {
        await this.examples.recordFetched(example.id, outcome.title, outcome.text);
        fetched.set(example.id, {
          ...example,
          title: example.title || outcome.title,
          text: outcome.text.slice(0, maxChars),
        });
      } else if (!until.aborted) {
        const error = foldSpace(`${outcome.failure}: ${outcome.message}`);
        await this.examples.recordFetchError(example.id, error);
        failures.push({ exampleId: example.id, url, error });
      }
      progress((fetched.size + failures.length) / missing.length);
    };
    if (missing.length > 0) {
      await this.withFetcher((fetcher) =>
        eachWithin(missing, FETCH_BUDGET_MS, signal, (example, until) => fetchOne(fetcher, example, until)),
      );
    }
    signal.throwIfAborted();
    const { positives, negatives } = documentsOf(examples.map((example) => fetched.get(example.id) ?? example));
    return {
      positives,
      negatives,
      fetched: fetched.size,
      failures,
      leftOut: total - positives.length - negatives.length - failures.length,
    };
  }

  private async withFetcher(work: (fetcher: Fetcher) => Promise<void>): Promise<void> {
    const fetcher = this.createFetcher();
    try {
      await work(fetcher);
    } finally {
      await fetcher.close();
    }
  }
}

/** The summary of the examples in a job's result. */
export function gatheredSummary({ positives, negatives, fetched, failures, leftOut }: GatheredTexts): {
  [name: string]: JsonValue;
} {
  return {
    relevant: positives.length,
    irrelevant: negatives.length,
    fetched,
    leftOut,
    failed: failures.length,
    failures: failures.slice(0, MAX_REPORTED).map((failure) => ({ ...failure })),
  };
}

/** Why examples are missing, for an error about too few examples; '' if none are. */
export function missingExamples({ failures, leftOut }: GatheredTexts): string {
  const parts = [
    failures.length > 0 ? `${failures.length} could not be fetched` : '',
    leftOut > 0 ? `${leftOut} were left out` : '',
  ].filter(Boolean);
  return parts.length > 0 ? ` (of the examples, ${parts.join(' and ')})` : '';
}

/**
 * The examples that have text, as documents for models. Of examples with one text and opposite labels, such as a page
 * and an address that redirects to it, those with the label of the newest one.
 */
export function documentsOf(examples: readonly LabelledText[]): {
  positives: ExampleDocument[];
  negatives: ExampleDocument[];
} {
  const known = examples.filter(({ text }) => text !== null);
  const newest = new Map<string, LabelledText>();
  for (const example of known) {
    const same = newest.get(contentOf(example));
    if (same === undefined || same.createdAt < example.createdAt) newest.set(contentOf(example), example);
  }
  const complete = known.filter((example) => newest.get(contentOf(example))?.relevant === example.relevant);
  return {
    positives: complete.filter(({ relevant }) => relevant).map(documentOf),
    negatives: complete.filter(({ relevant }) => !relevant).map(documentOf),
  };
}

/** Some pages have nothing but a title. */
const contentOf = ({ title, text }: LabelledText): string => (text === null || text === '' ? title : text);

function documentOf({ url, title, text, anchors, createdAt }: LabelledText): ExampleDocument {
  return { url: url ?? '', title, description: '', text: text ?? '', anchors, addedAt: createdAt };
}
