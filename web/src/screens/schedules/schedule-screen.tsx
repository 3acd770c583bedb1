import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { counted, sentence, STATES } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { cronInWords } from '../../parts/cron-words.js';
import { Heading } from '../../parts/heading.js';
import { DueTimes, timeIn } from './due-times.js';
import { ScheduleActions } from './schedule-actions.js';
import { ScheduleEditPart, useScheduleEdit } from './schedule-edit.js';
import { RUNS } from './schedule-queries.js';
import { ScheduleState, Started } from './schedule-state.js';

const RUN_STATES = {
  WAITING: ['waiting', 'QUEUED'],
  STARTED: ['started', 'RUNNING'],
  FAILED: ['could not be started', 'FAILED'],
  SKIPPED_MISSED: ['skipped: no worker was there', 'STOPPED'],
  SKIPPED_OVERLAP: ['skipped: the previous run had not ended', 'STOPPED'],
  SKIPPED_PAUSED: ['skipped: the schedule was paused', 'STOPPED'],
} as const;

/** A schedule: its next due times, and the results of the earlier ones. */
export default function ScheduleScreen({ id }: { readonly id: string }): JSX.Element {
  const paging = usePaging('runs');
  const loaded = useQuery(RUNS, { id, after: paging.after });
  const action = useAction(loaded.reload);
  const editing = useScheduleEdit(null, loaded.reload);
  const shown = loaded.data?.schedule;
  return (
    <>
      <div class="title">
        <Heading
          text={shown?.name ?? 'Schedule'}
          {...(shown && { hint: `${sentence(cronInWords(shown.cron))}, ${shown.timeZone}` })}
        />
        <div class="buttons">
          {shown && mayWrite() && editing.edited === null && (
            <ScheduleActions
              schedule={shown}
              action={action}
              change={() => editing.edit(shown)}
              deleted={(said) => go(pathTo('schedules'), { said })}
            />
          )}
          <Link to={pathTo('schedules')} class="button">
            All schedules
          </Link>
        </div>
      </div>
      <ScheduleEditPart of={editing} />
      <Outcome action={action} />
      <Listed loaded={loaded} what="the schedule">
        {({ schedule }) => (
          <>
            <p>
              <ScheduleState schedule={schedule} /> It starts <Started schedule={schedule} />.
            </p>
            <h2>Next due times</h2>
            <DueTimes dueAt={schedule.nextRuns.dueAt} timeZone={schedule.timeZone} />
            <h2>Runs</h2>
            {schedule.runs.nodes.length === 0 ? (
              <p class="empty">It has not been due yet.</p>
            ) : (
              <Table
                name="Runs"
                rows={schedule.runs.nodes}
                idOf={(run) => run.id}
                columns={[
                  {
                    head: 'Due',
                    cell: ({ dueAt, dueCount }) => (
                      <>
                        {timeIn(schedule.timeZone, dueAt)}
                        {dueCount > 1 && `, for ${counted(dueCount, 'due time')}`}
                      </>
                    ),
                  },
                  {
                    head: 'State',
                    cell: ({ state, error }) => (
                      <>
                        <Badge state={RUN_STATES[state][1]}>{RUN_STATES[state][0]}</Badge> {error}
                      </>
                    ),
                  },
                  {
                    head: 'Session',
                    cell: ({ session }) =>
                      session ? (
                        <Link to={pathTo('session', session.id)}>
                          {STATES[session.state] ?? session.state}, {counted(session.relevant, 'relevant page')}
                        </Link>
                      ) : (
                        '–'
                      ),
                  },
                ]}
              />
            )}
            <Pager paging={paging} info={schedule.runs.pageInfo} name="More runs" />
          </>
        )}
      </Listed>
    </>
  );
}
