import type { JSX } from 'preact';
import { nameOf } from '../../parts/page-name.js';
import { Badge } from '../../parts/states.js';
import { count, counted, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Outcomes, PageShown } from './queries.js';

/** Steps of a path that are shown at each end of it. */
const SHOWN = 20;

interface Listed {
  readonly step: number;
  readonly title: string | null;
  readonly url: string;
  readonly probability: number;
  readonly relevant?: boolean;
}

const Item = ({
  id,
  page,
  here,
}: {
  readonly id: string;
  readonly page: Listed;
  readonly here?: boolean;
}): JSX.Element => (
  <li aria-current={here ? 'step' : undefined}>
    <bdi>
      {here ? <strong>{nameOf(page)}</strong> : <Link to={pathTo('page', id, String(page.step))}>{nameOf(page)}</Link>}
    </bdi>{' '}
    <small>{percent(page.probability)}</small> {page.relevant && <Badge state="relevant">relevant</Badge>}
  </li>
);

/** The path from the seed to the page. Of a very long one both ends are shown. */
export function PathFromSeed({
  id,
  path,
}: {
  readonly id: string;
  readonly path: PageShown['why']['path'];
}): JSX.Element {
  const left = path.length > 2 * SHOWN ? path.length - 2 * SHOWN : 0;
  const [first, last] = left === 0 ? [path, []] : [path.slice(0, SHOWN), path.slice(-SHOWN)];
  const end = path.at(-1)?.step;
  return (
    <section aria-labelledby="path-heading">
      <h2 id="path-heading">The path from the seed</h2>
      <p class="note">
        {path.length <= 1
          ? 'It begins here: no page led to this one.'
          : `${counted(path.length - 1, 'link')}. Each page with the probability that it is relevant.`}
      </p>
      <ol class="path">
        {first.map((page) => (
          <Item key={page.step} id={id} page={page} here={page.step === end} />
        ))}
      </ol>
      {left > 0 && (
        <>
          <p class="note">{counted(left, 'more page')} between these.</p>
          <ol class="path" start={path.length - SHOWN + 1}>
            {last.map((page) => (
              <Item key={page.step} id={id} page={page} here={page.step === end} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

const total = (list: { readonly totalCount: number; readonly totalCountIsExact: boolean }): string =>
  `${list.totalCountIsExact ? '' : 'at least '}${count(list.totalCount)}`;

/** The links of the page, and the relevant pages that were reached by following them. */
export function WhatCameOfIt({
  id,
  page,
  session: { reached, relevantReached },
}: {
  readonly id: string;
  readonly page: PageShown;
  readonly session: Outcomes;
}): JSX.Element {
  const more = relevantReached.totalCount - relevantReached.nodes.length;
  return (
    <section aria-labelledby="after-heading">
      <h2 id="after-heading">Pages reached from it</h2>
      <p>
        {page.outcome === 'PAGE' ? `It has ${counted(page.linkCount, 'link')}. ` : 'It brought no page. '}
        {reached.totalCount === 0
          ? 'None of its links has been followed.'
          : `Its links were followed ${total(reached)} ${reached.totalCount === 1 ? 'time' : 'times'}, and ${total(relevantReached)} of the pages reached so are relevant.`}
      </p>
      {relevantReached.nodes.length > 0 && (
        <ol class="path">
          {relevantReached.nodes.map((one) => (
            <Item key={one.step} id={id} page={one} />
          ))}
        </ol>
      )}
      {more > 0 && (
        <p class="note">
          These are the first {relevantReached.nodes.length}.{' '}
          <Link to={`${pathTo('graph', id)}?step=${page.step}`}>The link graph shows more</Link>.
        </p>
      )}
    </section>
  );
}
