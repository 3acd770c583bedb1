import { DomainError } from '../../../../platform/errors/index.js';
import type { SessionsService } from '../../../crawl/sessions/index.js';
import { GraphService, MAX_MEASURED_LINKS } from './graph.service.js';
import type { GraphPage } from './session-graph.js';
import type { SessionGraphRepository } from './session-graph.repository.js';

const LINKS = 2_000;

/** Sessions with the given number of pages; each page links to the pages after it and to URLs beyond. */
function service(pages: number): { graphs: GraphService; asked: number[] } {
  const asked: number[] = [];
  const repository: Pick<SessionGraphRepository, 'size' | 'pagesAfter' | 'linksOf'> = {
    size: async () => ({ pages, links: pages * LINKS }),
    pagesAfter: async (_id, step, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, pages - 1 - step)) }, (_, i): GraphPage => ({
        step: step + 1 + i,
        urlNo: step + 1 + i,
        finalUrlNo: step + 1 + i,
        relevant: (step + 1 + i) % 2 === 0,
        linkCount: LINKS,
      })),
    linksOf: async (_id, steps) => {
      asked.push(steps.length * LINKS);
      return steps.map((step) => ({ step, urlNos: Array.from({ length: LINKS }, (_, i) => step + 1 + i) }));
    },
  };
  const sessions: Pick<SessionsService, 'requireExisting'> = { requireExisting: async () => undefined };
  return { graphs: new GraphService(repository as SessionGraphRepository, sessions as SessionsService), asked };
}

describe('graph of a session', () => {
  it('is that of the first pages where there are too many links, and says so', async () => {
    const { graphs, asked } = service(400);
    const graph = await graphs.of('large');
    expect(graph).toMatchObject({ pages: 400, links: 800_000, isSampled: true, measuredPages: 250 });
    expect(graph.measuredLinks).toBe(MAX_MEASURED_LINKS);
    // Each page links to all pages after it.
    expect(graph.linksBetweenPages).toBe((250 * 249) / 2);
    expect(graph.outDegree).toMatchObject({ mean: LINKS, largest: LINKS });
    expect(graph.inDegree.largest).toBe(250);
    expect(graph.clustering?.coefficient).toBe(1);
    expect(Math.max(...asked)).toBeLessThanOrEqual(10_000);
  });

  it('is measured whole where it may be', async () => {
    const graph = await service(20).graphs.of('small');
    expect(graph).toMatchObject({ isSampled: false, measuredPages: 20, linksBetweenPages: 190, largestComponent: 1 });
    expect(graph.locality.relevantPages).toBe(10);
  });

  it('is nothing where there is no page', async () => {
    expect(await service(0).graphs.of('empty')).toMatchObject({
      pages: 0,
      measuredPages: 0,
      isSampled: false,
      clustering: null,
      distances: null,
      locality: { relevantPages: 0, ratio: null },
    });
  });

  it('is measured once for all who ask meanwhile, and refused where too many wait', async () => {
    const { graphs, asked } = service(5);
    const all = await Promise.all([graphs.of('one'), graphs.of('one'), graphs.of('one')]);
    expect(asked).toHaveLength(1);
    expect(all[1]).toBe(all[0]);
    const many = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => graphs.of(`session ${i}`)));
    expect(many.map(({ status }) => status)).toEqual([...Array<string>(8).fill('fulfilled'), 'rejected']);
    const [refused] = many.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 10 });
    // A later request succeeds again.
    expect(await graphs.of('session 8')).toMatchObject({ pages: 5 });
  });
});
