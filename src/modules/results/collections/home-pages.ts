import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { languageOf } from '../../../domain/language/index.js';
import { parsePage, tellingText } from '../../../domain/page/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { type IdempotencyKey, IdempotencyService, requestHash } from '../../../platform/idempotency/index.js';
import { FETCHER_FACTORY, type FetcherFactory } from '../../fetch/fetching/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, JobsService } from '../../base/jobs/index.js';
import { storable } from '../../base/page-links/index.js';
import { fetchSettings } from '../../topics/topics/index.js';
import { READ_HOME_PAGE } from './dto/domain-profile.dto.js';
import { CollectionsService } from './collections.service.js';
import { iconOf } from './domain-profile.js';
import { DomainProfilesRepository, type StoredHome } from './domain-profiles.repository.js';
import { DomainProfilesService } from './domain-profiles.service.js';

const TITLE_CHARS = 1_000;
const DESCRIPTION_CHARS = 2_000;
const TEXT_CHARS = 3_000;
const ICON_CHARS = 2_000;

/** Fetches home pages of domains for their profiles: one page per job, politely, and only on request. */
@Injectable()
@HandlesJobs()
export class HomePages implements JobHandler {
  readonly kind = READ_HOME_PAGE;
  readonly lane = 'remote';

  constructor(
    private readonly collections: CollectionsService,
    private readonly profiles: DomainProfilesService,
    private readonly stored: DomainProfilesRepository,
    private readonly jobs: JobsService,
    private readonly idempotency: IdempotencyService,
    @Inject(FETCHER_FACTORY) private readonly createFetcher: FetcherFactory,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'CRAWL_USER_AGENT'>,
  ) {}

  /** @throws DomainError NOT_FOUND for topic or domain */
  start(topicId: string, domain: string, key?: IdempotencyKey): Promise<Job> {
    return this.idempotency.create(
      key,
      'readHomePage',
      requestHash({ topicId, domain }),
      async (once) => {
        const { name } = await this.collections.domain(topicId, domain);
        return once(async (db) => (await this.jobs.enqueue(READ_HOME_PAGE, topicId, { domain: name }, db)).id);
      },
      (id) => this.jobs.get(id),
    );
  }

  /** A page from a session, or an earlier fetch, is not fetched again. */
  async run(
    { subjectId: topicId, payload }: Job<{ readonly domain: string }>,
    { signal }: JobContext,
  ): Promise<JsonValue> {
    const { domain } = payload;
    await this.collections.domain(topicId, domain);
    let home = await this.profiles.home(topicId, domain);
    if (home === null || home.failure !== null) {
      home = await this.fetch(await this.profiles.homeUrl(topicId, domain), signal);
      await this.stored.saveHome(topicId, domain, home);
    }
    return { topicId, domain, read: home.failure === null };
  }

  private async fetch(url: string, signal: AbortSignal): Promise<StoredHome> {
    const fetcher = this.createFetcher();
    try {
      const outcome = await fetcher.fetch({ url, settings: fetchSettings(this.config.CRAWL_USER_AGENT) }, signal);
      signal.throwIfAborted();
      const nothing = { title: null, description: null, language: null, text: null, icon: null };
      const facts = { url, failure: null, fetchedAt: new Date() };
      if (outcome.kind === 'sitemap' || outcome.kind === 'not-modified')
        return { ...nothing, ...facts, failure: 'the answer is no page' };
      if (outcome.kind !== 'page') return { ...nothing, ...facts, failure: `${outcome.kind}: ${outcome.message}` };
      const page = parsePage(outcome.html, outcome.finalUrl, undefined, outcome);
      const text = tellingText(page);
      const icon = iconOf(outcome.html, outcome.finalUrl);
      return {
        ...facts,
        url: outcome.finalUrl,
        title: orNull(page.title, TITLE_CHARS),
        description: orNull(page.description, DESCRIPTION_CHARS),
        language: orNull(languageOf(text, page.language), TITLE_CHARS),
        text: orNull(text, TEXT_CHARS),
        icon: icon !== null && icon.length <= ICON_CHARS ? icon : null,
      };
    } finally {
      await fetcher.close();
    }
  }
}

const orNull = (text: string, most: number): string | null =>
  text === '' ? null : Buffer.from(storable(text.slice(0, most))).toString();
