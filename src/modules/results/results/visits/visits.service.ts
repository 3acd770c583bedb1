import { Injectable } from '@nestjs/common';
import { canonicalUrl } from '../../../../domain/url/index.js';
import {
  type CursorValue,
  exactMoment,
  isColumnInteger,
  isUuid,
  keysetRange,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { invalid, nameOf } from '../../../../platform/errors/index.js';
import { TopicsService } from '../../../topics/topics/index.js';
import type { VisitDto, VisitsArgs } from '../dto/change.dto.js';
import { type VisitKeyset, VisitsRepository } from './visits.repository.js';

/** The change history of a topic's pages. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly visits: VisitsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND for the topic, VALIDATION_FAILED for an invalid URL or cursor */
  async list(topicId: string, { url, change, since, ...page }: VisitsArgs): Promise<Slice<VisitDto>> {
    await this.topics.get(topicId);
    const canonical = url == null ? null : canonicalUrl(url);
    if (url != null && canonical === null)
      throw invalid(
        'url',
        `url must be an http or https URL, not ${nameOf(url)}`,
        'a URL such as https://example.org/page',
      );
    const criteria = { url: canonical, change: change ?? null, since: since ?? null };
    const rows = await this.visits.list(topicId, criteria, keysetRange(page, 3, keysetOf));
    return sliceOf(
      rows,
      page,
      (visit) => [visit.fetchedAt.toISOString(), visit.sessionId, visit.step],
      () => this.visits.count(topicId, criteria),
    );
  }
}

function keysetOf([at, session, step]: readonly CursorValue[]): VisitKeyset | null {
  const [fetchedAt, sessionId] = [exactMoment(String(at)), String(session)];
  return fetchedAt === null || !isUuid(sessionId) || !isColumnInteger(step) ? null : { fetchedAt, sessionId, step };
}
