import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MONITOR_RUNS } from './monitor-queries.js';

const RUN_STATES: Readonly<Record<string, readonly [text: string, colour: string]>> = {
  LOOKING: ['checking known pages', 'RUNNING'],
  SEARCHING: ['searching for new pages', 'RUNNING'],
  COMPLETED: ['completed', 'COMPLETED'],
  FAILED: ['failed', 'FAILED'],
};

/** The runs of a monitor, newest first. */
export function MonitorRunsPart({ id }: { readonly id: string }): JSX.Element {
  const paging = usePaging('runs');
  const loaded = useQuery(MONITOR_RUNS, { id, after: paging.after });
  const now = Date.now();
  return (
    <Listed
      loaded={loaded}
      what="the runs"
      isEmpty={({ monitor }) => monitor.runs.nodes.length === 0}
      empty={<p>It has not run yet.</p>}
    >
      {({ monitor: { runs } }) => (
        <>
          <Table
            name="Runs"
            rows={runs.nodes}
            idOf={(run) => run.id}
            columns={[
              { head: 'Run', cell: ({ createdAt }) => <time dateTime={createdAt}>{ago(createdAt, now)}</time> },
              {
                head: 'State',
                cell: ({ state, error }) => {
                  const [text, colour] = RUN_STATES[state] ?? [state, ''];
                  return (
                    <>
                      <Badge state={colour}>{text}</Badge> {error}
                    </>
                  );
                },
              },
              { head: 'Checked', isNumber: true, cell: ({ looked }) => count(looked) },
              { head: 'New', isNumber: true, cell: (run) => count(run.new) },
              { head: 'Changed', isNumber: true, cell: ({ changed }) => count(changed) },
              { head: 'Gone', isNumber: true, cell: ({ gone }) => count(gone) },
              { head: 'Back', isNumber: true, cell: ({ back }) => count(back) },
              {
                head: 'Sessions',
                cell: ({ sessions }) =>
                  sessions.map((session, i) => (
                    <span key={session}>
                      {i > 0 && ', '}
                      <Link to={pathTo('session', session)}>{i === 0 ? 'known pages' : 'new pages'}</Link>
                    </span>
                  )),
              },
            ]}
          />
          <Pager paging={paging} info={runs.pageInfo} name="More runs" />
        </>
      )}
    </Listed>
  );
}
