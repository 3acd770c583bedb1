import { Injectable } from '@nestjs/common';
import { canonicalUrl } from '../../domain/url/index.js';
import { decodeCursor, exactMoment, isUuid, type PageRequest, pieceOf, type Slice, sliceOf } from '../../platform/api/index.js';
import { invalid } from '../../platform/errors/index.js';
import { TopicsService } from '../topics/index.js';
import type { VisitDto, VisitsArgs } from './dto/change.dto.js';
import { type VisitKeyset, type VisitPiece, VisitsRepository } from './visits.repository.js';

const MAX_INT = 2_147_483_647;

/** The change history of a topic's pages. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly topics: TopicsService,
    private readonly visits: VisitsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND for the topic, VALIDATION_FAILED for a URL or cursor that is none */
  async list(topicId: string, { url, change, since, ...page }: VisitsArgs): Promise<Slice<VisitDto>> {
    await this.topics.get(topicId);
    const canonical = url == null ? null : canonicalUrl(url);
    if (url != null && canonical === null) throw invalid('url', 'url is no http or https URL', 'a URL such as https://example.org/page');
    const criteria = { url: canonical, change: change ?? null, since: since ?? null };
    const rows = await this.visits.list(topicId, criteria, pieceOfVisits(page));
    return sliceOf(rows, page, (visit) => [visit.fetchedAt.toISOString(), visit.sessionId, visit.step], () => this.visits.count(topicId, criteria));
  }
}

function pieceOfVisits(page: PageRequest): VisitPiece {
  const { size, cursor, backward } = pieceOf(page);
  return { limit: size + 1, cursor: cursor === null ? null : keysetOf(cursor), backward };
}

function keysetOf(cursor: string): VisitKeyset {
  const [at, sessionId, step] = decodeCursor(cursor, 3);
  const fetchedAt = exactMoment(String(at));
  const isStep = typeof step === 'number' && Number.isInteger(step) && Math.abs(step) <= MAX_INT;
  if (fetchedAt === null || !isUuid(String(sessionId)) || !isStep) {
    throw invalid('after', 'after is not a cursor of this list', 'an endCursor that this list returned');
  }
  return { fetchedAt, sessionId: String(sessionId), step };
}
