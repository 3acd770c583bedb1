import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Table } from '../../parts/table.js';
import { Trouble } from '../../parts/trouble.js';
import { ago, count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MONITOR_NEWS, type MonitorNews } from './queries.js';
import { totalInShort } from './total.js';

type Kind = 'new' | 'changed' | 'gone';

/** Monitors with what they have seen. Nothing where the project has none. */
export function MonitorsInShort({ since }: { readonly since: string }): JSX.Element | null {
  const { data, failure, reload } = useQuery(MONITOR_NEWS, { since });
  if (failure && !data) return <Trouble failure={failure} again={reload} />;
  if (!data || data.monitors.nodes.length === 0) return null;
  const now = Date.now();
  const cellOf = (kind: Kind) => (monitor: MonitorNews) =>
    monitor[kind].totalCount === 0 ? (
      <span class="none">0</span>
    ) : (
      <Link to={`${pathTo('monitor', monitor.id)}?${new URLSearchParams({ kind, since })}`}>
        {totalInShort(monitor[kind])}
      </Link>
    );
  return (
    <section aria-labelledby="monitors-heading">
      <h2 id="monitors-heading">Monitors</h2>
      <Table
        name="Monitors"
        rows={data.monitors.nodes}
        idOf={({ id }) => id}
        columns={[
          { head: 'Monitor', cell: ({ id, name }) => <Link to={pathTo('monitor', id)}>{name}</Link> },
          { head: 'New', isNumber: true, cell: cellOf('new') },
          { head: 'Changed', isNumber: true, cell: cellOf('changed') },
          { head: 'Gone', isNumber: true, cell: cellOf('gone') },
          { head: 'Pages watched', isNumber: true, cell: ({ watched }) => count(watched) },
          {
            head: 'Last run',
            cell: ({ runs: { nodes } }) =>
              nodes[0] ? `${ago(nodes[0].createdAt, now)}${nodes[0].state === 'FAILED' ? ', failed' : ''}` : 'none yet',
          },
        ]}
      />
      {data.monitors.pageInfo.hasNextPage && (
        <p class="note">
          There are more: <Link to={pathTo('monitors')}>all monitors</Link>
        </p>
      )}
    </section>
  );
}
