import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Listed } from '../../parts/listed.js';
import { spelled } from '../../parts/named-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { ago, count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MonitorForm } from './monitor-form.js';
import { DELETE_MONITOR, type Monitor, MONITORS, RUN_MONITOR } from './monitor-queries.js';
import { MonitorSchedules } from './monitor-schedules.js';

const RUN_STATES: Readonly<Record<string, string>> = {
  LOOKING: 'looking',
  SEARCHING: 'searching for new pages',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

function Runs({ monitor: { runs } }: { readonly monitor: Monitor }): JSX.Element {
  if (runs.nodes.length === 0) return <>none yet</>;
  return (
    <ul>
      {runs.nodes.map((run) => (
        <li key={run.id}>
          {ago(run.createdAt, Date.now())}: {RUN_STATES[run.state] ?? run.state}. {count(run.looked)} looked at,{' '}
          {count(run.new)} new, {count(run.changed)} changed, {count(run.gone)} gone, {count(run.back)} back.{' '}
          {run.error}
        </li>
      ))}
    </ul>
  );
}

/** The monitors of the project with their newest runs. Schedules have them run again and again. */
export function MonitorsPart(): JSX.Element {
  const paging = usePaging();
  const loaded = useQuery(MONITORS, { after: paging.after });
  const action = useAction(loaded.reload);
  const { key, renew } = useOnceKey(null);
  /** The one that is being changed. */
  const [edited, setEdited] = useState<Monitor | null>(null);
  const [changed, setChanged] = useState('');
  const edit = (monitor: Monitor | null): void => {
    setChanged('');
    setEdited(monitor);
  };
  const run = async (id: string): Promise<void> => {
    if (await action.run(RUN_MONITOR, { id, key }, 'It looks at what is due.')) renew();
  };
  return (
    <>
      <p class="note">
        A monitor runs when a <Link to={pathTo('operatePart', 'schedules')}>schedule</Link> starts it, or by hand.
      </p>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the monitors"
        isEmpty={({ monitors }) => monitors.nodes.length === 0}
        empty={<p>The project has no monitor. Make one below, of the relevant pages of a topic.</p>}
      >
        {({ monitors, schedules }) => (
          <>
            <Table
              name="Monitors"
              rows={monitors.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name, topicId }) => <Link to={pathTo('topic', topicId)}>{name}</Link> },
                { head: 'Pages watched', isNumber: true, cell: ({ watched }) => count(watched) },
                { head: 'Looks', cell: ({ policy }) => spelled(policy) },
                {
                  head: 'Runs',
                  cell: (monitor) => <MonitorSchedules monitor={monitor} schedules={schedules.nodes} action={action} />,
                },
                { head: 'Newest runs', cell: (monitor) => <Runs monitor={monitor} /> },
                {
                  head: 'Actions',
                  cell: (monitor) => (
                    <div class="buttons">
                      <button type="button" aria-label={`Change: ${monitor.name}`} onClick={() => edit(monitor)}>
                        Change
                      </button>
                      <button
                        type="button"
                        aria-label={`Run now: ${monitor.name}`}
                        disabled={action.isBusy}
                        onClick={() => void run(monitor.id)}
                      >
                        Run now
                      </button>
                      <ConfirmButton
                        text="Delete"
                        about={monitor.name}
                        disabled={action.isBusy}
                        confirmed={() =>
                          void action.run(DELETE_MONITOR, { id: monitor.id }, `${monitor.name} was deleted.`)
                        }
                      >
                        What it has seen is deleted with it. The sessions of its runs stay for some days.
                      </ConfirmButton>
                    </div>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={monitors.pageInfo} name="More monitors" />
          </>
        )}
      </Listed>
      {changed !== '' && (
        <p role="status" class="note">
          {changed}
        </p>
      )}
      {edited && (
        <p>
          <button type="button" onClick={() => edit(null)}>
            Make a new one instead
          </button>
        </p>
      )}
      <MonitorForm
        key={edited?.id ?? ''}
        monitor={edited}
        done={(said) => {
          setEdited(null);
          setChanged(said);
          loaded.reload();
        }}
      />
    </>
  );
}
