import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { nameOf } from '../../parts/page-name.js';
import { Badge, Empty, Failed, Loading } from '../../parts/states.js';
import { counted, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Colouring } from './colours.js';
import { GraphDrawing } from './graph-drawing.js';
import { GraphTable } from './graph-table.js';
import { type GraphNode, PAGE_GRAPH } from './queries.js';
import './graph.css';

interface Part {
  readonly id: string;
  /** The page in the middle, or null. */
  readonly step: number | null;
  readonly domain: string | null;
}

/** The page that is pointed at. */
const Selected = ({ id, page }: { readonly id: string; readonly page: GraphNode | undefined }): JSX.Element => (
  <p role="status" class="selected-page">
    {page === undefined ? (
      'Point at a page, or use the arrow keys in the drawing.'
    ) : (
      <>
        <strong>
          <bdi>{nameOf(page)}</bdi>
        </strong>{' '}
        · {page.domainName} · probability {percent(page.probability)}{' '}
        {page.relevant && <Badge state="relevant">relevant</Badge>} ·{' '}
        <Link to={pathTo('page', id, String(page.step))}>Why</Link>
      </>
    )}
  </p>
);

const Legend = ({ colouring }: { readonly colouring: Colouring }): JSX.Element => (
  <p class="legend note">
    {colouring === 'relevance' ? (
      <>
        <span class="dot leaf" aria-hidden="true" /> relevant <span class="dot faint" aria-hidden="true" /> not relevant
      </>
    ) : (
      <>
        <span class="dot sky" aria-hidden="true" /> found first <span class="dot sun" aria-hidden="true" /> found last
      </>
    )}{' '}
    <span class="dot rust" aria-hidden="true" /> no page <span class="dash sky" aria-hidden="true" /> link that was
    followed. A larger dot is more probably relevant.
  </p>
);

function Shown({ id, step, domain }: Part): JSX.Element {
  const { data, failure, reload } = useQuery(PAGE_GRAPH, { id, step, domain });
  const [colouring, setColouring] = useState<Colouring>('relevance');
  const [selected, setSelected] = useState<number | null>(step);
  const graph = data?.session.pageGraph;
  const middle = graph?.nodes.find((page) => page.step === step);
  const of = domain ?? (middle ? nameOf(middle) : '');
  return (
    <>
      {of === '' ? <Heading text="Link graph" /> : <Heading text="Link graph:" of={of} />}
      <p class="note">
        <Link to={pathTo('session', id)}>Back to the session{data ? ` ${data.session.topic.name}` : ''}</Link>
        {step !== null && (
          <>
            {' '}
            · <Link to={pathTo('page', id, String(step))}>Why this page</Link>
          </>
        )}{' '}
        · <Link to={pathTo('domains', id)}>Domains</Link>
      </p>
      {failure && <Failed failure={failure} again={reload} />}
      {!graph && !failure && <Loading what="the link graph" />}
      {graph?.nodes.length === 0 && (
        <Empty>
          <p>No page of this domain has been fetched.</p>
          <Link to={pathTo('domains', id)}>See all domains</Link>
        </Empty>
      )}
      {graph && graph.nodes.length > 0 && (
        <>
          <p class="note">
            {domain === null
              ? 'The page with the path from its seed, the pages that link to it and to which it links, and those that were reached from these'
              : 'The pages of the domain in the order in which they were chosen'}
            : {counted(graph.nodes.length, 'page')} and {counted(graph.edges.length, 'link')} between them.
            {graph.isCut && ' There are more than are shown.'}
          </p>
          <fieldset class="colouring">
            <legend>Colours show</legend>
            {(['relevance', 'discovery'] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="colouring" checked={colouring === one} onChange={() => setColouring(one)} />{' '}
                {one === 'relevance' ? 'relevance' : 'order of discovery'}
              </label>
            ))}
          </fieldset>
          <div class="halves">
            <section aria-label="Drawing">
              <GraphDrawing
                graph={graph}
                middle={step}
                colouring={colouring}
                selected={selected}
                select={setSelected}
              />
              <Selected id={id} page={graph.nodes.find((page) => page.step === selected)} />
              <Legend colouring={colouring} />
            </section>
            <section aria-label="Table">
              <GraphTable id={id} graph={graph} selected={selected} select={setSelected} />
            </section>
          </div>
        </>
      )}
    </>
  );
}

/** The link graph around a page, or of a domain. */
export default function GraphScreen({
  id,
  step,
  domain,
}: {
  readonly id: string;
  readonly step: string | null;
  readonly domain: string | null;
}): JSX.Element {
  const number = step !== null && /^\d{1,9}$/.test(step) ? Number(step) : null;
  if (domain !== null) return <Shown id={id} step={null} domain={domain} />;
  if (number !== null) return <Shown id={id} step={number} domain={null} />;
  return (
    <>
      <Heading text="Link graph" />
      <Empty>
        <p>A session has too many pages for one drawing. Choose the page or the domain to look at.</p>
        <Link to={pathTo('session', id)}>Its newest relevant pages</Link> ·{' '}
        <Link to={pathTo('domains', id)}>Its domains</Link>
      </Empty>
    </>
  );
}
