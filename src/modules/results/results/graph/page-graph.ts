import { MAX_GRAPH_LINKS, type PageGraphDto, type PageGraphEdgeDto } from '../dto/page-graph.dto.js';
import type { GraphNodeRow } from './page-graph.repository.js';

/** Adds steps of several lists in rotation, until `chosen` has `limit` of them. @returns whether some were omitted */
export function fillUp(chosen: Set<number>, lists: readonly (readonly number[])[], limit: number): boolean {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  let isCut = false;
  for (let i = 0; i < longest; i++)
    for (const list of lists) {
      const step = list[i];
      if (step === undefined || chosen.has(step)) continue;
      if (chosen.size < limit) chosen.add(step);
      else isCut = true;
    }
  return isCut;
}

/** The graph of these pages. A URL visited several times is represented by its last visit among them. */
export function toPageGraph(
  rows: readonly GraphNodeRow[],
  links: readonly { readonly source: number; readonly urlNo: number }[],
  isCut: boolean,
): PageGraphDto {
  const sourceOf = new Map(rows.map(({ step, sourceStep }) => [step, sourceStep]));
  const stepOf = new Map(rows.flatMap(({ step, urlNo, finalUrlNo }) => [urlNo, finalUrlNo].map((no) => [no, step])));
  const edges = new Map<string, PageGraphEdgeDto>();
  const add = (sourceStep: number, targetStep: number): void => {
    if (sourceStep === targetStep) return;
    const followed = sourceOf.get(targetStep) === sourceStep;
    edges.set(`${sourceStep} ${targetStep}`, { sourceStep, targetStep, followed });
  };
  for (const { source, urlNo } of links) add(source, stepOf.get(urlNo) ?? source);
  // Includes a followed link even if it is not among the links read.
  for (const [step, source] of sourceOf) if (source !== null && sourceOf.has(source)) add(source, step);
  const inOrder = [...edges.values()].sort(
    (a, b) => Number(b.followed) - Number(a.followed) || a.sourceStep - b.sourceStep || a.targetStep - b.targetStep,
  );
  return {
    nodes: rows.map(({ urlNo: _urlNo, finalUrlNo: _finalUrlNo, sourceStep: _sourceStep, ...node }) => node),
    edges: inOrder.slice(0, MAX_GRAPH_LINKS),
    isCut: isCut || inOrder.length > MAX_GRAPH_LINKS,
  };
}
