import type { GraphMeasures } from '../../../../domain/webs/index.js';
import type { SessionGraphDto } from '../dto/graph.dto.js';
import type { GraphSize } from './session-graph.js';

export function toSessionGraph(
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
