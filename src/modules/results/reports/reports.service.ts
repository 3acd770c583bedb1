import { Injectable } from '@nestjs/common';
import { fileName } from '../../../domain/text/index.js';
import type { Slice } from '../../../platform/api/index.js';
import { CollectionsService } from '../collections/index.js';
import { ResultsService } from '../results/index.js';
import { SessionsService } from '../../crawl/sessions/index.js';
import { KeywordSetsService, TopicsService } from '../../topics/topics/index.js';
import { sessionReport } from './session-report.js';
import { topicReport } from './topic-report.js';

/** A printed report stays short: exports have the rest. */
const [MOST_PAGES, MOST_DOMAINS, MOST_SESSIONS, CURVE_POINTS] = [100, 50, 20, 100];

const nodes = <Row>({ edges }: Slice<Row>): Row[] => edges.map(({ node }) => node);

/** One HTML file. */
interface Report {
  readonly name: string;
  readonly html: string;
}

const named = (names: readonly string[], html: string): Report => ({
  name: fileName([...names, 'report'], new Date(), 'html'),
  html,
});

@Injectable()
export class ReportsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly sessions: SessionsService,
    private readonly results: ResultsService,
    private readonly collections: CollectionsService,
  ) {}

  /** @throws DomainError NOT_FOUND */
  async ofSession(id: string): Promise<Report> {
    const session = await this.sessions.get(id);
    const [topic, { keywords }, pages, domains, series, failures] = await Promise.all([
      this.topics.get(session.topicId),
      this.keywordSets.get(session.topicId, session.keywordSetVersion),
      this.results.pagesOf(id, { relevant: true, duplicate: false, sort: 'probability', first: MOST_PAGES }),
      this.results.domainsOf(id, { relevant: true, first: MOST_DOMAINS }),
      this.results.seriesOf(id, CURVE_POINTS),
      this.results.failureCountsOf(id, false),
    ]);
    const html = sessionReport({
      ...{ session, topic, series, failures },
      keywords: keywords.map(({ text }) => text),
      pages: nodes(pages),
      domains: nodes(domains),
    });
    return named([topic.name, session.name ?? session.policy], html);
  }

  /** @throws DomainError NOT_FOUND */
  async ofTopic(id: string): Promise<Report> {
    const topic = await this.topics.get(id);
    const [collection, keywordSet, pages, domains, sessions] = await Promise.all([
      this.collections.get(id),
      this.keywordSets.current(id),
      this.collections.pagesOf(id, { relevant: true, duplicate: false, sort: 'probability', first: MOST_PAGES }),
      this.collections.domainsOf(id, { relevant: true, sort: 'relevant', first: MOST_DOMAINS }),
      this.sessions.list({ topicId: id }, { first: MOST_SESSIONS }),
    ]);
    const html = topicReport({
      ...{ topic, collection },
      keywords: keywordSet?.keywords.map(({ text }) => text) ?? [],
      pages: nodes(pages),
      domains: nodes(domains),
      sessions: nodes(sessions),
    });
    return named([topic.name], html);
  }
}
