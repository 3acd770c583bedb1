import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count, percent, STARTED_BY, STATES } from '../../parts/words.js';
import { Link, useInAddress } from '../../router.js';
import { pathTo } from '../../routes.js';
import { SESSIONS } from './topic-queries.js';

/** The sessions of a topic, newest first. */
export function TopicSessions({ topicId }: { readonly topicId: string }): JSX.Element {
  const paging = usePaging('sessions');
  const [startedBy, setStartedBy] = useInAddress('by');
  const areOurs = startedBy === 'USER';
  const loaded = useQuery(SESSIONS, { id: topicId, after: paging.after, startedBy: areOurs ? 'USER' : null });
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Sessions</h2>
      <p>
        <label>
          <input
            type="checkbox"
            checked={areOurs}
            onChange={(event) => {
              paging.begin();
              setStartedBy(event.currentTarget.checked ? 'USER' : '');
            }}
          />{' '}
          Hide those of schedules and monitors
        </label>
      </p>
      <Listed
        loaded={loaded}
        what="the sessions"
        isEmpty={({ topic }) => topic.sessions.nodes.length === 0}
        empty={
          <p>
            {areOurs ? 'People have started no session of this topic.' : 'No session has crawled for this topic yet.'}
          </p>
        }
      >
        {({ topic: { sessions } }) => (
          <>
            <Table
              isShort
              name="Sessions"
              rows={sessions.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Session',
                  cell: ({ id, name, policy }) => <Link to={pathTo('session', id)}>{name ?? policy}</Link>,
                },
                { head: 'State', cell: ({ state }) => <Badge state={state}>{STATES[state] ?? state}</Badge> },
                { head: 'Pages', isNumber: true, cell: ({ fetched }) => count(fetched) },
                { head: 'Relevant pages', isNumber: true, cell: ({ relevant }) => count(relevant) },
                {
                  head: 'Relevant domains',
                  isNumber: true,
                  cell: ({ relevantDomainCount }) => count(relevantDomainCount),
                },
                { head: 'Harvest rate', isNumber: true, cell: ({ harvestRate }) => percent(harvestRate) },
                {
                  head: 'Started',
                  cell: ({ createdAt, startedBy }) => `${ago(createdAt, Date.now())} ${STARTED_BY[startedBy]}`,
                },
              ]}
            />
            <Pager paging={paging} info={sessions.pageInfo} name="More sessions" />
          </>
        )}
      </Listed>
    </section>
  );
}
