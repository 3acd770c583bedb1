import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { graphql, type ResultOf } from '../api/graphql.js';
import { useQuery } from '../api/use-query.js';
import { Heading } from '../parts/heading.js';
import { Badge, Empty, Failed, Loading } from '../parts/states.js';
import { ago, count, hasEnded, percent, STATES } from '../parts/words.js';
import { Link } from '../router.js';
import { pathTo } from '../routes.js';

const SESSIONS = graphql(`
  query Sessions($after: String) {
    sessions(first: 50, after: $after) {
      nodes {
        id
        state
        policy
        createdAt
        fetched
        failed
        relevant
        relevantDomainCount
        harvestRate
        topic {
          id
          name
        }
        config {
          budget {
            fetches
          }
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

type Row = ResultOf<typeof SESSIONS>['sessions']['nodes'][number];

function SessionRow({ session, now }: { readonly session: Row; readonly now: number }): JSX.Element {
  const budget = session.config.budget.fetches;
  return (
    <tr>
      <th scope="row">
        <Link to={pathTo('session', session.id)}>{session.topic.name}</Link>
      </th>
      <td>
        <Badge state={session.state}>{STATES[session.state] ?? session.state}</Badge>
      </td>
      <td>{session.policy}</td>
      <td class="number">
        {count(session.fetched + session.failed)}
        {budget === null ? '' : ` of ${count(budget)}`}
      </td>
      <td class="number">{count(session.relevant)}</td>
      <td class="number">{count(session.relevantDomainCount)}</td>
      <td class="number">{percent(session.harvestRate)}</td>
      <td>
        <time dateTime={session.createdAt}>{ago(session.createdAt, now)}</time>
      </td>
    </tr>
  );
}

/** While a session goes on, the list is asked for again and again. */
const EVERY_MS = 5_000;

/** Home: the sessions of the project, newest first. */
export function SessionsScreen(): JSX.Element {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, failure, isLoading, reload } = useQuery(SESSIONS, { after: cursors.at(-1) ?? null });
  const goesOn = data?.sessions.nodes.some(({ state }) => !hasEnded(state) && state !== 'PAUSED') ?? false;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [goesOn, reload]);
  return (
    <>
      <div class="title">
        <Heading text="Sessions" hint="Each session is one crawl of a topic. Open one to see what it finds." />
        <Link to={pathTo('start')} class="button primary">
          Start a session
        </Link>
      </div>
      {failure && <Failed failure={failure} again={reload} />}
      {!data && isLoading && <Loading what="the sessions" />}
      {data && data.sessions.nodes.length === 0 && (
        <Empty>
          <p>There is no session yet.</p>
          <p>
            <Link to={pathTo('start')}>Start the first one</Link>: it takes three words and a few addresses.
          </p>
        </Empty>
      )}
      {data && data.sessions.nodes.length > 0 && (
        <div class="scroll" role="region" aria-label="Sessions" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Topic</th>
                <th scope="col">State</th>
                <th scope="col">Policy</th>
                <th scope="col" class="number">
                  Fetches
                </th>
                <th scope="col" class="number">
                  Relevant pages
                </th>
                <th scope="col" class="number">
                  Relevant domains
                </th>
                <th scope="col" class="number">
                  Harvest rate
                </th>
                <th scope="col">Made</th>
              </tr>
            </thead>
            <tbody>
              {data.sessions.nodes.map((session) => (
                <SessionRow key={session.id} session={session} now={Date.now()} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && (cursors.length > 0 || data.sessions.pageInfo.hasNextPage) && (
        <nav class="pager" aria-label="More sessions">
          <button type="button" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
          <button
            type="button"
            disabled={!data.sessions.pageInfo.hasNextPage}
            onClick={() => setCursors([...cursors, data.sessions.pageInfo.endCursor ?? ''])}
          >
            Older
          </button>
        </nav>
      )}
    </>
  );
}
