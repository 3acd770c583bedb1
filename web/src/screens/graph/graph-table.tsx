import type { JSX } from 'preact';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { nameOf } from '../../parts/page-name.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { PageGraph } from './queries.js';

interface Props {
  readonly id: string;
  readonly graph: PageGraph;
  readonly selected: number | null;
  readonly select: (step: number) => void;
}

/** In-degree and out-degree of a page among the shown pages. */
function degrees(edges: PageGraph['edges']): (step: number) => { from: number; to: number } {
  const [from, to] = [new Map<number, number>(), new Map<number, number>()];
  for (const { sourceStep, targetStep } of edges) {
    to.set(sourceStep, (to.get(sourceStep) ?? 0) + 1);
    from.set(targetStep, (from.get(targetStep) ?? 0) + 1);
  }
  return (step) => ({ from: from.get(step) ?? 0, to: to.get(step) ?? 0 });
}

/** The same pages as a table, in order of discovery. */
export function GraphTable({ id, graph, selected, select }: Props): JSX.Element {
  const source = new Map(
    graph.edges.filter(({ followed }) => followed).map((edge) => [edge.targetStep, edge.sourceStep]),
  );
  const degreesOf = degrees(graph.edges);
  const rows = [...graph.nodes].sort((a, b) => a.seq - b.seq);
  return (
    <div class="scroll tall" role="region" aria-label="The pages as a table" tabIndex={0}>
      <table class="graph-pages">
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col" class="number">
              Relevance
            </th>
            <th scope="col" class="number">
              Found as
            </th>
            <th scope="col" class="number">
              Depth
            </th>
            <th scope="col" class="number">
              From step
            </th>
            <th scope="col" class="number">
              Links in, out
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((page) => {
            const from = source.get(page.step);
            const links = degreesOf(page.step);
            return (
              <tr
                key={page.step}
                class={page.step === selected ? 'selected' : ''}
                onFocusIn={() => select(page.step)}
                onMouseEnter={() => select(page.step)}
              >
                <th scope="row">
                  <Link to={pathTo('page', id, String(page.step))}>
                    <bdi>{nameOf(page)}</bdi>
                  </Link>
                  <br />
                  <small>{page.domainName}</small>
                </th>
                <td class="number">
                  {page.outcome === 'PAGE' ? percent(page.probability) : outcomeInWords(page.outcome)}
                  {page.relevant && <small> relevant</small>}
                </td>
                <td class="number">{count(page.seq + 1)}</td>
                <td class="number">{count(page.depth)}</td>
                <td class="number">{from === undefined ? '–' : count(from)}</td>
                <td class="number">
                  {count(links.from)}, {count(links.to)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
