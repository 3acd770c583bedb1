import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { counted, STATES } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { cronInWords } from '../../parts/cron-words.js';
import { Heading } from '../../parts/heading.js';
import { DueTimes, timeIn } from './due-times.js';
import { RUNS } from './schedule-queries.js';

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
  return (
    <>
      <div class="title">
        <Heading
          text={loaded.data?.schedule.name ?? 'Schedule'}
          {...(loaded.data && { hint: `${cronInWords(loaded.data.schedule.cron)}, ${loaded.data.schedule.timeZone}` })}
        />
        <div class="buttons">
          <Link to={pathTo('schedules')} class="button">
            All schedules
          </Link>
        </div>
      </div>
      <Listed loaded={loaded} what="the runs">
        {({ schedule: { timeZone, nextRuns, runs } }) => (
          <>
            <h2>Next due times</h2>
            <DueTimes dueAt={nextRuns.dueAt} timeZone={timeZone} />
            <h2>Runs</h2>
            {runs.nodes.length === 0 ? (
              <p class="empty">It has not been due yet.</p>
            ) : (
              <Table
                name="Runs"
                rows={runs.nodes}
                idOf={(run) => run.id}
                columns={[
                  {
                    head: 'Due',
                    cell: ({ dueAt, dueCount }) => (
                      <>
                        {timeIn(timeZone, dueAt, 'medium')}
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
            <Pager paging={paging} info={runs.pageInfo} name="More runs" />
          </>
        )}
      </Listed>
    </>
  );
}
