import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { graphql, type ResultOf } from '../api/graphql.js';
import { useAgain } from '../api/use-again.js';
import { useQuery } from '../api/use-query.js';
import { comparePath, MOST_COMPARED } from '../parts/compared.js';
import { Heading } from '../parts/heading.js';
import { Pager, usePaging } from '../parts/pager.js';
import { SessionChoice } from '../parts/session-choice.js';
import { Badge, Empty, Failed, Loading } from '../parts/states.js';
import { ago, count, hasEnded, percent, STATES } from '../parts/words.js';
import { go, Link } from '../router.js';
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

interface RowProps {
  readonly session: Row;
  readonly now: number;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

function SessionRow({ session, now, chosen, choose }: RowProps): JSX.Element {
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
      <td>
        <SessionChoice id={session.id} chosen={chosen} choose={choose} most={MOST_COMPARED}>
          <span class="hidden">
            Compare <bdi>{session.topic.name}</bdi>, {session.policy}, {ago(session.createdAt, now)}
          </span>
        </SessionChoice>
      </td>
    </tr>
  );
}

/** While a session goes on, the list is asked for again and again. */
const EVERY_MS = 5_000;

/** Home: the sessions of the project, newest first. */
export function SessionsScreen(): JSX.Element {
  const paging = usePaging();
  const { data, failure, isLoading, reload } = useQuery(SESSIONS, { after: paging.after });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const goesOn = data?.sessions.nodes.some(({ state }) => !hasEnded(state) && state !== 'PAUSED') ?? false;
  useAgain(reload, EVERY_MS, goesOn);
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
                <th scope="col">Compare</th>
              </tr>
            </thead>
            <tbody>
              {data.sessions.nodes.map((session) => (
                <SessionRow key={session.id} session={session} now={Date.now()} chosen={chosen} choose={setChosen} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.sessions.nodes.length > 1 && (
        <p class="buttons">
          <button type="button" disabled={chosen.length < 2} onClick={() => go(comparePath(chosen))}>
            Compare chosen
          </button>
          <small>{chosen.length < 2 ? `Choose 2 to ${MOST_COMPARED} sessions.` : `${chosen.length} are chosen.`}</small>
        </p>
      )}
      {data && <Pager paging={paging} info={data.sessions.pageInfo} name="More sessions" />}
    </>
  );
}
