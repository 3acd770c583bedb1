import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count, percent, STATES } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { SESSIONS } from './topic-queries.js';

/** The sessions of a topic, newest first. */
export function TopicSessions({ topicId }: { readonly topicId: string }): JSX.Element {
  const paging = usePaging();
  const loaded = useQuery(SESSIONS, { id: topicId, after: paging.after });
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Sessions</h2>
      <Listed
        loaded={loaded}
        what="the sessions"
        isEmpty={({ topic }) => topic.sessions.nodes.length === 0}
        empty={<p>No session has crawled for this topic yet.</p>}
      >
        {({ topic: { sessions } }) => (
          <>
            <Table
              name="Sessions"
              rows={sessions.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Session', cell: ({ id, policy }) => <Link to={pathTo('session', id)}>{policy}</Link> },
                { head: 'State', cell: ({ state }) => <Badge state={state}>{STATES[state] ?? state}</Badge> },
                { head: 'Pages', isNumber: true, cell: ({ fetched }) => count(fetched) },
                { head: 'Relevant pages', isNumber: true, cell: ({ relevant }) => count(relevant) },
                {
                  head: 'Relevant domains',
                  isNumber: true,
                  cell: ({ relevantDomainCount }) => count(relevantDomainCount),
                },
                { head: 'Harvest rate', isNumber: true, cell: ({ harvestRate }) => percent(harvestRate) },
                { head: 'Made', cell: ({ createdAt }) => ago(createdAt, Date.now()) },
              ]}
            />
            <Pager paging={paging} info={sessions.pageInfo} name="More sessions" />
          </>
        )}
      </Listed>
    </section>
  );
}
