import { Injectable } from '@nestjs/common';
import { domainNamed } from '../../../../domain/scope/index.js';
import { invalid, notFound } from '../../../../platform/errors/index.js';
import { SessionsService } from '../../../crawl/sessions/index.js';
import type { PageGraphArgs, PageGraphDto } from '../dto/page-graph.dto.js';
import { fillUp, toPageGraph } from './page-graph.js';
import { PageGraphRepository } from './page-graph.repository.js';

/** Most pages for the path from the seed: in a crawler trap it has thousands. */
const MAX_PATH = 40;
const EITHER = 'either step or domain';

interface Steps {
  readonly steps: readonly number[];
  readonly isCut: boolean;
}

/** Small parts of the link graph, for people. */
@Injectable()
export class PageGraphService {
  constructor(
    private readonly graphs: PageGraphRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @throws DomainError NOT_FOUND for session, page or domain, VALIDATION_FAILED unless either step or domain is given
   */
  async of(sessionId: string, { step, domain, limit }: PageGraphArgs): Promise<PageGraphDto> {
    if (step != null && domain != null)
      throw invalid('domain', 'A page graph has a step or a domain, not both', EITHER);
    await this.sessions.requireExisting(sessionId);
    if (domain != null) return this.read(sessionId, await this.ofDomain(sessionId, domain, limit));
    if (step == null) throw invalid('step', 'A page graph needs a step or a domain', EITHER);
    return this.read(sessionId, await this.around(sessionId, step, limit));
  }

  private async read(sessionId: string, { steps, isCut }: Steps): Promise<PageGraphDto> {
    const nodes = await this.graphs.nodes(sessionId, steps);
    const urlNos = new Set(nodes.flatMap(({ urlNo, finalUrlNo }) => [urlNo, finalUrlNo]));
    const pages = nodes.map(({ step }) => step);
    return toPageGraph(nodes, await this.graphs.linksBetween(sessionId, pages, [...urlNos]), isCut);
  }

  private async ofDomain(sessionId: string, name: string, limit: number): Promise<Steps> {
    const domainNo = await this.graphs.domainNo(sessionId, domainNamed(name));
    if (domainNo === null) throw notFound('domain', name);
    const steps = await this.graphs.ofDomain(sessionId, domainNo, limit + 1);
    return { steps: steps.slice(0, limit), isCut: steps.length > limit };
  }

  /**
   * The page and its path, then the pages reached from it, its link targets and the pages that link to it, then the
   * pages reached from these.
   */
  private async around(sessionId: string, step: number, limit: number): Promise<Steps> {
    const [path, followed, linked] = await Promise.all([
      this.graphs.path(sessionId, step, Math.min(MAX_PATH, limit)),
      this.graphs.followedFrom(sessionId, [step], limit + 1),
      this.graphs.linkedFrom(sessionId, step),
    ]);
    const [page] = await this.graphs.nodes(sessionId, path.slice(0, 1));
    if (page === undefined) throw notFound('page', String(step));
    const linking = await this.graphs.linkingTo(sessionId, [...new Set([page.urlNo, page.finalUrlNo])]);
    const chosen = new Set(path);
    let isCut = fillUp(chosen, [followed, linked, linking], limit);
    if (!isCut) isCut = fillUp(chosen, [await this.graphs.followedFrom(sessionId, [...chosen], limit + 1)], limit);
    return { steps: [...chosen], isCut };
  }
}
