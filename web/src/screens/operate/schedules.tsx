import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { ScheduleForm } from './schedule-form.js';
import { DELETE_SCHEDULE, PAUSE_SCHEDULE, RESUME_SCHEDULE, type Schedule, SCHEDULES } from './schedule-queries.js';

function State({
  schedule: { pausedAt, pauseReason, lastError, failures },
}: {
  readonly schedule: Schedule;
}): JSX.Element {
  return (
    <>
      {pausedAt === null ? (
        <Badge state="RUNNING">on</Badge>
      ) : (
        <Badge state={pauseReason === 'FAILURES' ? 'FAILED' : 'PAUSED'}>
          {pauseReason === 'FAILURES' ? `paused after ${failures} failures` : 'paused'}
        </Badge>
      )}{' '}
      {lastError !== null && <small>{lastError}</small>}
    </>
  );
}

/** The schedules of the project. */
export function SchedulesPart(): JSX.Element {
  const paging = usePaging();
  const loaded = useQuery(SCHEDULES, { after: paging.after });
  const action = useAction(loaded.reload);
  /** The one that is being changed. */
  const [edited, setEdited] = useState<Schedule | null>(null);
  const [changed, setChanged] = useState('');
  const edit = (schedule: Schedule | null): void => {
    setChanged('');
    setEdited(schedule);
  };
  const actionsOf = (schedule: Schedule): JSX.Element => {
    const { id, name, pausedAt } = schedule;
    return (
      <div class="buttons">
        <button type="button" aria-label={`Change: ${name}`} onClick={() => edit(schedule)}>
          Change
        </button>
        <button
          type="button"
          aria-label={`${pausedAt === null ? 'Pause' : 'Resume'}: ${name}`}
          disabled={action.isBusy}
          onClick={() =>
            void (pausedAt === null
              ? action.run(PAUSE_SCHEDULE, { id }, `${name} is paused.`)
              : action.run(RESUME_SCHEDULE, { id }, `${name} goes on.`))
          }
        >
          {pausedAt === null ? 'Pause' : 'Resume'}
        </button>
        <ConfirmButton
          text="Delete"
          about={name}
          disabled={action.isBusy}
          confirmed={() => void action.run(DELETE_SCHEDULE, { id }, `${name} was deleted.`)}
        >
          Nothing is started by it any more. The sessions that it started stay.
        </ConfirmButton>
      </div>
    );
  };
  return (
    <Listed loaded={loaded} what="the schedules">
      {({ schedules }) => (
        <>
          <Outcome action={action} />
          {schedules.nodes.length === 0 ? (
            <p class="empty">The project has no schedule yet. Make one below.</p>
          ) : (
            <Table
              name="Schedules"
              rows={schedules.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Name',
                  cell: ({ id, name }) => (
                    <Link to={`${pathTo('operatePart', 'schedules')}?of=${encodeURIComponent(id)}`}>{name}</Link>
                  ),
                },
                { head: 'State', cell: (schedule) => <State schedule={schedule} /> },
                {
                  head: 'When',
                  cell: ({ cron, timeZone }) => (
                    <>
                      <code>{cron}</code> {timeZone}
                    </>
                  ),
                },
                {
                  head: 'Next due',
                  cell: ({ nextDueAt }) => (nextDueAt === null ? '–' : new Date(nextDueAt).toLocaleString()),
                },
                {
                  head: 'Starts',
                  cell: (schedule) =>
                    schedule.action.session ? (
                      <Link to={pathTo('topic', schedule.action.session.topicId)}>a session</Link>
                    ) : (
                      <Link to={pathTo('operatePart', 'monitors')}>a monitor</Link>
                    ),
                },
                { head: 'Actions', cell: actionsOf },
              ]}
            />
          )}
          <Pager paging={paging} info={schedules.pageInfo} name="More schedules" />
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
          <ScheduleForm
            key={edited?.id ?? ''}
            schedule={edited}
            done={(said) => {
              setEdited(null);
              setChanged(said);
              loaded.reload();
            }}
          />
        </>
      )}
    </Listed>
  );
}
