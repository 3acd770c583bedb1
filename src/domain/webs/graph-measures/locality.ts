import type { WebGraph } from '../web-graph.js';
import { byLinks } from './neighbours.js';

/** Whether relevant pages link to relevant pages more often than others do. */
export interface TopicLocality {
  readonly relevantPages: number;
  /** Share of all links that lead to relevant pages: the base rate. Null without links. */
  readonly ofAllLinks: number | null;
  /** Share of the links of relevant pages that lead to relevant pages. Null if they have no links. */
  readonly ofRelevantPages: number | null;
  /** The second divided by the first: 1 if relevance does not affect the targets of links. */
  readonly ratio: number | null;
}

/** Runs in steps. */
export function* topicLocality(graph: WebGraph, isRelevant: (page: number) => boolean): Generator<void, TopicLocality> {
  let relevantPages = 0;
  let [all, toRelevant, ofRelevant, both] = [0, 0, 0, 0];
  yield* byLinks(graph, (page, links) => {
    const relevant = isRelevant(page);
    if (relevant) relevantPages++;
    for (const target of links) {
      const leadsThere = isRelevant(target);
      all++;
      if (leadsThere) toRelevant++;
      if (relevant) ofRelevant++;
      if (relevant && leadsThere) both++;
    }
  });
  const ofAllLinks = all === 0 ? null : toRelevant / all;
  const ofRelevantPages = ofRelevant === 0 ? null : both / ofRelevant;
  const ratio =
    ofAllLinks === null || ofAllLinks === 0 || ofRelevantPages === null ? null : ofRelevantPages / ofAllLinks;
  return { relevantPages, ofAllLinks, ofRelevantPages, ratio };
}
