import { Injectable } from '@nestjs/common';
import { inPieces } from '../../../../engine/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { SessionsService } from '../../../crawl/sessions/index.js';
import type { SessionGraphDto } from '../dto/graph.dto.js';
import { type GraphPage, SessionGraph, type GraphSize } from './session-graph.js';
import { SessionGraphRepository } from './session-graph.repository.js';
import type { GraphMeasures } from '../../../../domain/webs/index.js';

/** Most pages read of one session: some seconds, and some 50 MB while it is measured. */
const MAX_MEASURED_PAGES = 50_000;
export const MAX_MEASURED_LINKS = 500_000;
const PAGES_AT_ONCE = 2_000;
const LINKS_AT_ONCE = 10_000;
/** Graphs are measured one after another; at most this many sessions wait. */
const MAX_WAITING = 8;

@Injectable()
export class GraphService {
  /** Running and waiting measurements by session: concurrent requests share the result. */
  private readonly underWay = new Map<string, Promise<SessionGraphDto>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly graphs: SessionGraphRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws DomainError NOT_FOUND, UNAVAILABLE if too many graphs are being measured */
  async of(sessionId: string): Promise<SessionGraphDto> {
    await this.sessions.requireExisting(sessionId);
    const known = this.underWay.get(sessionId);
    if (known) return known;
    if (this.underWay.size >= MAX_WAITING)
      throw new DomainError('UNAVAILABLE', 'too many link graphs are being measured', { retryAfterSeconds: 10 });
    const measured = this.last.then(() => this.measure(sessionId)).finally(() => this.underWay.delete(sessionId));
    this.underWay.set(sessionId, measured);
    this.last = measured.catch(() => undefined);
    return measured;
  }

  private async measure(sessionId: string): Promise<SessionGraphDto> {
    const size = await this.graphs.size(sessionId);
    const pages = await this.firstPages(sessionId);
    const graph = new SessionGraph(pages);
    for (const steps of stretches(pages))
      for (const { step, urlNos } of await this.graphs.linksOf(sessionId, steps)) graph.add(step, urlNos);
    return toSessionGraph(size, pages.length, graph.linkCount, await inPieces(graph.measure()));
  }

  /** The first pages of the session, up to the limit of measuring. */
  private async firstPages(sessionId: string): Promise<GraphPage[]> {
    const pages: GraphPage[] = [];
    let links = 0;
    for (;;) {
      const limit = Math.min(PAGES_AT_ONCE, MAX_MEASURED_PAGES - pages.length);
      const more = limit === 0 ? [] : await this.graphs.pagesAfter(sessionId, pages.at(-1)?.step ?? -1, limit);
      for (const page of more) {
        links += page.linkCount;
        if (links > MAX_MEASURED_LINKS && pages.length > 0) return pages;
        pages.push(page);
      }
      if (more.length < PAGES_AT_ONCE) return pages;
    }
  }
}

/** Steps of pages whose links are read together. */
function* stretches(pages: readonly GraphPage[]): Generator<number[]> {
  let steps: number[] = [];
  let links = 0;
  for (const { step, linkCount } of pages) {
    if (steps.length > 0 && (links + linkCount > LINKS_AT_ONCE || steps.length >= PAGES_AT_ONCE)) {
      yield steps;
      [steps, links] = [[], 0];
    }
    steps.push(step);
    links += linkCount;
  }
  if (steps.length > 0) yield steps;
}

function toSessionGraph(
  size: GraphSize,
  measuredPages: number,
  measuredLinks: number,
  { links, locality, ...measures }: GraphMeasures,
): SessionGraphDto {
  return {
    ...measures,
    pages: size.pages,
    links: size.links,
    measuredPages,
    measuredLinks,
    linksBetweenPages: links,
    isSampled: measuredPages < size.pages,
    locality: locality ?? { relevantPages: 0, ofAllLinks: null, ofRelevantPages: null, ratio: null },
  };
}
