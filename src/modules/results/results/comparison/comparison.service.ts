import { Injectable } from '@nestjs/common';
import {
  idsToCompare,
  isColumnInteger,
  type PageRequest,
  keysetRange,
  type Slice,
  sliceOf,
} from '../../../../platform/api/index.js';
import { invalid, notFound } from '../../../../platform/errors/index.js';
import { type Session, SessionsService, toSessionDto } from '../../../crawl/sessions/index.js';
import type { ComparedPageDto, SessionComparisonDto } from './comparison.dto.js';
import { ComparisonRepository, type FoundPage, type FoundRow } from './comparison.repository.js';

/** More curves cannot be distinguished in a plot. */
const MAX_COMPARED = 6;

interface ComparedPagesRequest extends PageRequest {
  readonly onlyBy?: string | null;
  readonly missedBy?: string | null;
}

/** Compares sessions of one project: what each has found that others have not. */
@Injectable()
export class ComparisonService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly comparison: ComparisonRepository,
  ) {}

  /** @throws DomainError NOT_FOUND if one of them does not exist; VALIDATION_FAILED naming `ids` */
  async compare(given: readonly string[]): Promise<SessionComparisonDto> {
    const sessions = await this.sessionsOf(given);
    const together = await this.comparison.foundTogether(sessions.map(({ id }) => id));
    const count = (test: (found: number) => boolean): number =>
      together.reduce((sum, { found, count: urls }) => sum + (test(found) ? urls : 0), 0);
    return {
      sessions: sessions.map((session, no) => ({
        session: toSessionDto(session),
        relevantUrls: count((found) => (found & (1 << no)) !== 0),
        onlyHere: count((found) => found === 1 << no),
        missed: count((found) => (found & (1 << no)) === 0),
      })),
      relevantUrls: count(() => true),
      foundByAll: count((found) => found === 2 ** sessions.length - 1),
    };
  }

  /**
   * Earliest found first. @throws DomainError like `compare`; VALIDATION_FAILED for another session, or for an invalid
   * cursor
   */
  async pages(given: readonly string[], request: ComparedPagesRequest): Promise<Slice<ComparedPageDto>> {
    const ids = (await this.sessionsOf(given)).map(({ id }) => id);
    const asked = {
      onlyBy: numberOf(ids, 'onlyBy', request.onlyBy),
      missedBy: numberOf(ids, 'missedBy', request.missedBy),
    };
    const piece = keysetRange(request, 1, ([place]) => (isColumnInteger(place) ? place : null));
    const rows = await this.comparison.list(ids, asked, piece);
    const found = rows.flatMap(({ steps }) => steps.flatMap((step, no) => (step === null ? [] : [{ no, step }])));
    const pages = await this.comparison.pagesOf(ids, found);
    const byPlace = new Map(pages.map((page) => [keyOf(page.no, page.step), page]));
    const slice = sliceOf(
      rows,
      request,
      ({ place }) => [place],
      () => this.comparison.countOf(ids, asked),
    );
    return {
      ...slice,
      edges: slice.edges.map(({ node, cursor }) => ({ node: toComparedPage(node, ids, byPlace), cursor })),
    };
  }

  private async sessionsOf(given: readonly string[]): Promise<Session[]> {
    const ids = idsToCompare(given, MAX_COMPARED, 'sessions');
    const found = await this.sessions.getMany(ids);
    return ids.map((id) => {
      const session = found.get(id);
      if (!session) throw notFound('session', id);
      return session;
    });
  }
}

const keyOf = (no: number, step: number): string => `${no}/${step}`;

function numberOf(ids: readonly string[], field: string, id: string | null | undefined): number | null {
  if (id == null) return null;
  const no = ids.indexOf(id.toLowerCase());
  if (no < 0) throw invalid(field, `${id} is none of the sessions that are compared`, 'one of ids');
  return no;
}

function toComparedPage(
  { steps }: FoundRow,
  ids: readonly string[],
  pages: ReadonlyMap<string, FoundPage>,
): ComparedPageDto {
  const found = steps.flatMap((step, no) => {
    const page = step === null ? undefined : pages.get(keyOf(no, step));
    return page ? [page] : [];
  });
  return {
    url: found[0]?.url ?? '',
    title: found.find(({ title }) => title !== null && title !== '')?.title ?? null,
    foundBy: found.map(({ no, step, completed, probability }) => ({
      ...{ sessionId: ids[no] ?? '', step, completed, probability },
    })),
  };
}
