import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { count } from '../../parts/words.js';
import { WebLink } from '../../parts/web-link.js';
import { Link, useInAddress } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type Difference, PAGES } from './queries.js';

interface Props {
  readonly ids: readonly string[];
  /** Names of the sessions, in their order. */
  readonly names: readonly string[];
}

/** `only ID`, `missed ID`: a filter and its session. */
const filterOf = (value: string, ids: readonly string[]) => {
  const [kind, named] = value.split(' ');
  const id = ids.find((one) => one === named) ?? null;
  return { onlyBy: kind === 'only' ? id : null, missedBy: kind === 'missed' ? id : null };
};

/** Relevant pages, and which of the sessions found each. */
export function Differences({ ids, names }: Props): JSX.Element {
  const [filter, setFilter] = useInAddress('show');
  const paging = usePaging('differences');
  const { data, failure, isLoading, reload } = useQuery(PAGES, {
    ...{ ids: [...ids], ...filterOf(filter, ids), after: paging.after },
  });
  const pages = data?.comparedSessionPages;
  return (
    <section aria-labelledby="differences-heading">
      <h2 id="differences-heading">Page by page</h2>
      <div class="filters">
        <label>
          <span>Show relevant pages</span>
          <select
            value={filter}
            onChange={(event) => {
              paging.begin();
              setFilter(event.currentTarget.value);
            }}
          >
            <option value="">found by any</option>
            {ids.map((id, no) => (
              <option key={id} value={`only ${id}`}>
                found only by {names[no]}
              </option>
            ))}
            {ids.map((id, no) => (
              <option key={id} value={`missed ${id}`}>
                missed by {names[no]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {failure && <Failed failure={failure} again={reload} />}
      {!pages && !failure && <Loading what="the pages" />}
      {pages?.nodes.length === 0 && !isLoading && <Empty>No relevant page matches. Choose another filter.</Empty>}
      {pages && pages.nodes.length > 0 && (
        <Table
          name="Pages by session"
          rows={pages.nodes}
          idOf={({ url }) => url}
          columns={[
            {
              head: 'Page',
              cell: ({ url, title }) => (
                <>
                  <bdi>{title === null || title === '' ? url : title}</bdi>
                  <br />
                  <small>
                    <WebLink url={url}>{url}</WebLink>
                  </small>
                </>
              ),
            },
            ...ids.map((id, i) => ({
              head: names[i] ?? '',
              isNumber: true,
              cell: ({ foundBy }: Difference) => {
                const find = foundBy.find(({ sessionId }) => sessionId === id);
                return find ? (
                  <Link to={pathTo('page', id, String(find.step))}>at fetch {count(find.completed)}</Link>
                ) : (
                  'not found'
                );
              },
            })),
          ]}
        />
      )}
      {pages && <Pager name="More pages" paging={paging} info={pages.pageInfo} words={['Back', 'More']} />}
    </section>
  );
}
