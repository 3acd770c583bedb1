import type { JSX } from 'preact';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { count, percent, STATES, standingOf, timeLeft } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { UNDER_WAY, type UnderWay } from './queries.js';

const EVERY_MS = 5_000;

function Spent({ session: { fetched, failed, config } }: { readonly session: UnderWay }): JSX.Element {
  const spent = fetched + failed;
  const { fetches } = config.budget;
  if (fetches === null) return <>{count(spent)}</>;
  return (
    <>
      {count(spent)} of {count(fetches)} <progress value={spent} max={fetches} aria-hidden="true" />
    </>
  );
}

/** Sessions that have not ended. */
export function SessionsUnderWay(): JSX.Element {
  const loaded = useQuery(UNDER_WAY, {});
  useAgain(loaded.reload, EVERY_MS, true);
  const now = Date.now();
  return (
    <section aria-labelledby="under-way-heading">
      <h2 id="under-way-heading">Sessions under way</h2>
      <Listed loaded={loaded} what="the sessions under way">
        {({ running, starting, queued, paused }) => {
          const sessions = [...running.nodes, ...starting.nodes, ...queued.nodes, ...paused.nodes];
          const isCut = [running, queued, paused].some(({ pageInfo }) => pageInfo.hasNextPage);
          return sessions.length === 0 ? (
            <p class="note">
              No session is under way. <Link to={pathTo('sessions')}>All sessions</Link>
            </p>
          ) : (
            <>
              <Table
                name="Sessions under way"
                rows={sessions}
                idOf={({ id }) => id}
                columns={[
                  { head: 'Session', cell: ({ id, topic }) => <Link to={pathTo('session', id)}>{topic.name}</Link> },
                  {
                    head: 'State',
                    cell: (session) => (
                      <span title={standingOf(session)}>
                        <Badge state={session.state}>{STATES[session.state] ?? session.state}</Badge>
                      </span>
                    ),
                  },
                  { head: 'Fetches', isNumber: true, cell: (session) => <Spent session={session} /> },
                  { head: 'Relevant pages', isNumber: true, cell: ({ relevant }) => count(relevant) },
                  { head: 'Relevant domains', isNumber: true, cell: (session) => count(session.relevantDomainCount) },
                  {
                    head: 'Harvest rate now',
                    isNumber: true,
                    means: 'Relevant pages among the last 100',
                    cell: ({ harvestRateRecent }) => percent(harvestRateRecent),
                  },
                  {
                    head: 'Ends',
                    cell: ({ estimatedEndAt }) => (estimatedEndAt === null ? '–' : timeLeft(estimatedEndAt, now)),
                  },
                ]}
              />
              {isCut && (
                <p class="note">
                  There are more: <Link to={pathTo('sessions')}>all sessions</Link>
                </p>
              )}
            </>
          );
        }}
      </Listed>
    </section>
  );
}
