import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { cronInWords } from '../../parts/cron-words.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome, Trouble } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useSessionSettings } from '../../parts/use-session-settings.js';
import { counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { timeIn } from './due-times.js';
import type { ScheduleDraft } from './schedule-draft.js';
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
          {pauseReason === 'FAILURES' ? `paused after ${counted(failures, 'failure')}` : 'paused'}
        </Badge>
      )}{' '}
      {lastError !== null && <small>{lastError}</small>}
    </>
  );
}

/** What an address asks to be scheduled: `?topic=` or `?monitor=`. */
function begunBy(query: URLSearchParams): Partial<ScheduleDraft> | null {
  const [topicId, monitorId] = [query.get('topic'), query.get('monitor')];
  if (monitorId !== null) return { starts: 'monitor', monitorId };
  return topicId === null ? null : { topicId };
}

/** The schedules of the project. */
export default function SchedulesScreen({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const paging = usePaging('schedules');
  const loaded = useQuery(SCHEDULES, { after: paging.after });
  const action = useAction(loaded.reload);
  const like = useSessionSettings(query.get('session'));
  const begun = like.like ? { topicId: like.like.topicId, settings: like.like.settings } : begunBy(query);
  /** The one that is being changed, or made. */
  const [edited, setEdited] = useState<Schedule | 'new' | null>(begun && mayWrite() ? 'new' : null);
  useEffect(() => {
    if (like.like && mayWrite()) setEdited('new');
  }, [like.like]);
  const [changed, setChanged] = useState('');
  const edit = (schedule: Schedule | 'new' | null): void => {
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
          It starts nothing more. The sessions that it started stay.
        </ConfirmButton>
      </div>
    );
  };
  return (
    <>
      <div class="title">
        <Heading text="Schedules" hint="They start sessions and monitors at times that you choose." />
        {mayWrite() && edited === null && (
          <button type="button" class="primary" onClick={() => edit('new')}>
            New schedule
          </button>
        )}
      </div>
      {like.failure && <Trouble failure={like.failure} again={like.reload} />}
      {edited !== null && (
        <ScheduleForm
          key={edited === 'new' ? '' : edited.id}
          schedule={edited === 'new' ? null : edited}
          {...(begun && { begun })}
          {...(like.like && { like: like.like.name })}
          cancel={() => edit(null)}
          done={(said) => {
            setEdited(null);
            setChanged(said);
            loaded.reload();
          }}
        />
      )}
      <p role="status" class="note">
        {changed}
      </p>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the schedules"
        isEmpty={({ schedules }) => schedules.nodes.length === 0}
        empty={<p>The project has no schedule yet. New schedule starts sessions of a topic, or runs of a monitor.</p>}
      >
        {({ schedules }) => (
          <>
            <Table
              name="Schedules"
              rows={schedules.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ id, name }) => <Link to={pathTo('schedule', id)}>{name}</Link> },
                { head: 'State', cell: (schedule) => <State schedule={schedule} /> },
                {
                  head: 'When',
                  cell: ({ cron, timeZone }) => (
                    <span title={cron}>
                      {cronInWords(cron)} <small>{timeZone}</small>
                    </span>
                  ),
                },
                {
                  head: 'Next due',
                  cell: ({ nextDueAt, timeZone }) => (nextDueAt === null ? '–' : timeIn(timeZone, nextDueAt, 'medium')),
                },
                {
                  head: 'Starts',
                  cell: (schedule) =>
                    schedule.action.session ? (
                      <Link to={pathTo('topic', schedule.action.session.topicId)}>a session</Link>
                    ) : (
                      <Link to={pathTo('monitor', schedule.action.monitor?.monitorId ?? '')}>a monitor</Link>
                    ),
                },
                ...(mayWrite() ? [{ head: 'Actions', isChange: true, cell: actionsOf }] : []),
              ]}
            />
            <Pager paging={paging} info={schedules.pageInfo} name="More schedules" />
          </>
        )}
      </Listed>
    </>
  );
}
