import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
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
import { ScheduleEditPart, useScheduleEdit } from './schedule-edit.js';
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
  const editing = useScheduleEdit(begun && mayWrite() ? 'new' : null, loaded.reload);
  useEffect(() => {
    if (like.like && mayWrite()) editing.edit('new');
  }, [like.like]);
  return (
    <>
      <div class="title">
        <Heading text="Schedules" hint="They start sessions and monitors at times that you choose." />
        {mayWrite() && editing.edited === null && (
          <button type="button" class="primary" onClick={() => editing.edit('new')}>
            New schedule
          </button>
        )}
      </div>
      {like.failure && <Trouble failure={like.failure} again={like.reload} />}
      <ScheduleEditPart of={editing} {...(begun && { begun })} {...(like.like && { like: like.like.name })} />
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the schedules"
        isEmpty={({ schedules }) => schedules.nodes.length === 0}
        empty={<p>The project has no schedule yet. A schedule starts sessions of a topic, or runs of a monitor.</p>}
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
                            <ScheduleActions
                              schedule={schedule}
                              action={action}
                              change={() => editing.edit(schedule)}
                            />
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
