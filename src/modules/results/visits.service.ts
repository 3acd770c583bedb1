import { Injectable } from '@nestjs/common';
import { canonicalUrl } from '../../domain/url/index.js';
import { decodeCursor, isUuid, type Slice, sliceOf } from '../../platform/api/index.js';
import { invalid } from '../../platform/errors/index.js';
import { TopicsService } from '../topics/index.js';
import type { VisitDto, VisitsArgs } from './dto/change.dto.js';
import { type VisitKeyset, VisitsRepository } from './visits.repository.js';

const MAX_INT = 2_147_483_647;

/** The change history of a topic's pages. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly visits: VisitsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND for the topic, VALIDATION_FAILED for a URL or cursor that is none */
  async list(topicId: string, { url, change, since, first, after }: VisitsArgs): Promise<Slice<VisitDto>> {
    await this.topics.get(topicId);
    const canonical = url == null ? null : canonicalUrl(url);
    if (url != null && canonical === null) throw invalid('url', 'url is no http or https URL', 'a URL such as https://example.org/page');
    const rows = await this.visits.list(topicId, { url: canonical, change: change ?? null, since: since ?? null }, keysetOf(after), first + 1);
    return sliceOf(rows, first, (visit) => [visit.fetchedAt.toISOString(), visit.sessionId, visit.step]);
  }
}

function keysetOf(after: string | null | undefined): VisitKeyset | null {
  if (after == null) return null;
  const [at, sessionId, step] = decodeCursor(after, 3);
  const fetchedAt = new Date(String(at));
  const isStep = typeof step === 'number' && Number.isInteger(step) && Math.abs(step) <= MAX_INT;
  if (Number.isNaN(fetchedAt.getTime()) || !isUuid(String(sessionId)) || !isStep) {
    throw invalid('after', 'after is not a cursor of this list', 'an endCursor that this list returned');
  }
  return { fetchedAt, sessionId: String(sessionId), step };
}
