import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { cronInWords } from '../../parts/cron-words.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { Outcome, Trouble } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useSessionSettings } from '../../parts/use-session-settings.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { timeIn } from './due-times.js';
import { ScheduleActions } from './schedule-actions.js';
import type { ScheduleDraft } from './schedule-draft.js';
import { ScheduleForm } from './schedule-form.js';
import { type Schedule, SCHEDULES } from './schedule-queries.js';
import { ScheduleState, Started } from './schedule-state.js';

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
                { head: 'State', cell: (schedule) => <ScheduleState schedule={schedule} /> },
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
                  cell: ({ nextDueAt, timeZone }) => (nextDueAt === null ? '–' : timeIn(timeZone, nextDueAt)),
                },
                {
                  head: 'Starts',
                  cell: (schedule) => <Started schedule={schedule} />,
                },
                ...(mayWrite()
                  ? [
                      {
                        head: 'Actions',
                        isChange: true,
                        cell: (schedule: Schedule) => (
                          <div class="buttons">
                            <ScheduleActions schedule={schedule} action={action} change={() => edit(schedule)} />
                          </div>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            <Pager paging={paging} info={schedules.pageInfo} name="More schedules" />
          </>
        )}
      </Listed>
    </>
  );
}
