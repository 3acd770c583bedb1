import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { ago, count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MonitorForm } from './monitor-form.js';
import { begunInWords, type MonitorInShort, MONITORS, RUN_MONITOR } from './monitor-queries.js';
import { MonitorSchedules } from './monitor-schedules.js';
import './monitors.css';

const WEEK_MS = 7 * 86_400_000;
type Kind = 'new' | 'changed' | 'gone';

const lastRun = ({ runs: { nodes } }: MonitorInShort, now: number): string => {
  const [newest] = nodes;
  if (!newest) return 'none yet';
  const state = newest.state === 'COMPLETED' ? '' : newest.state === 'FAILED' ? ', failed' : ', still running';
  return `${ago(newest.createdAt, now)}${state}`;
};

/** The monitors of the project with what each has seen in a week. */
export default function MonitorsScreen({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const paging = usePaging('monitors');
  const [since] = useState(() => new Date(Date.now() - WEEK_MS).toISOString());
  const loaded = useQuery(MONITORS, { after: paging.after, since });
  const action = useAction(loaded.reload);
  const { key, renew } = useOnceKey(null);
  const topicId = query.get('topic');
  const [isNew, setNew] = useState(topicId !== null && mayWrite());
  const [made, setMade] = useState('');
  const run = async (id: string): Promise<void> => {
    if (await action.run(RUN_MONITOR, { id, key, all: false }, begunInWords)) renew();
  };
  const now = Date.now();
  const cellOf = (kind: Kind) => (monitor: MonitorInShort) =>
    monitor[kind].totalCount === 0 ? (
      <span class="none">0</span>
    ) : (
      <Link to={`${pathTo('monitor', monitor.id)}?${new URLSearchParams({ kind, since })}`}>
        {count(monitor[kind].totalCount)}
        {monitor[kind].totalCountIsExact ? '' : '+'}
      </Link>
    );
  return (
    <>
      <div class="title">
        <Heading text="Monitors" hint="Monitors fetch relevant pages again and report new, changed and gone pages." />
        {mayWrite() && !isNew && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              setMade('');
              setNew(true);
            }}
          >
            New monitor
          </button>
        )}
      </div>
      {isNew && (
        <MonitorForm
          monitor={null}
          topicId={topicId ?? ''}
          cancel={() => setNew(false)}
          done={(said) => {
            setNew(false);
            setMade(said);
            loaded.reload();
          }}
        />
      )}
      <p role="status" class="note">
        {made}
      </p>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the monitors"
        isEmpty={({ monitors }) => monitors.nodes.length === 0}
        empty={<p>The project has no monitor yet. A monitor watches the relevant pages of a topic.</p>}
      >
        {({ monitors, schedules }) => (
          <>
            <p class="note">New, changed and gone: in the last 7 days.</p>
            <Table
              name="Monitors"
              rows={monitors.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ id, name }) => <Link to={pathTo('monitor', id)}>{name}</Link> },
                { head: 'New', isNumber: true, cell: cellOf('new') },
                { head: 'Changed', isNumber: true, cell: cellOf('changed') },
                { head: 'Gone', isNumber: true, cell: cellOf('gone') },
                { head: 'Pages watched', isNumber: true, cell: ({ watched }) => count(watched) },
                {
                  head: 'Runs',
                  cell: (monitor) => (
                    <div>
                      <MonitorSchedules monitor={monitor} schedules={schedules.nodes} action={action} />
                    </div>
                  ),
                },
                { head: 'Last run', cell: (monitor) => lastRun(monitor, now) },
                ...(mayWrite()
                  ? [
                      {
                        head: 'Actions',
                        isChange: true,
                        cell: ({ id, name }: MonitorInShort) => (
                          <button
                            type="button"
                            aria-label={`Run now: ${name}`}
                            disabled={action.isBusy}
                            onClick={() => void run(id)}
                          >
                            Run now
                          </button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            <Pager paging={paging} info={monitors.pageInfo} name="More monitors" />
          </>
        )}
      </Listed>
    </>
  );
}
