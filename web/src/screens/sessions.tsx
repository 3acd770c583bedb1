import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { graphql, type ResultOf } from '../api/graphql.js';
import { mayWrite } from '../api/sign-in.js';
import { useAgain } from '../api/use-again.js';
import { useQuery } from '../api/use-query.js';
import { idsIn } from '../parts/address-list.js';
import { comparePath, lacksToCompare, MOST_COMPARED } from '../parts/compared.js';
import { Form } from '../parts/form.js';
import { Heading } from '../parts/heading.js';
import { Pager, usePaging } from '../parts/pager.js';
import { SessionChoice } from '../parts/session-choice.js';
import { Badge, Empty, Failed, Loading } from '../parts/states.js';
import { Table } from '../parts/table.js';
import { ago, count, counted, hasEnded, percent, STARTED_BY, STATES } from '../parts/words.js';
import { go, Link, useInAddress } from '../router.js';
import { pathTo } from '../routes.js';

const SESSIONS = graphql(`
  query Sessions($after: String, $startedBy: SessionStarter, $state: SessionState, $search: String) {
    sessions(first: 50, after: $after, startedBy: $startedBy, state: $state, search: $search) {
      nodes {
        id
        name
        startedBy
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

const STARTERS = [
  ['', 'anything'],
  ['USER', 'people'],
  ['SCHEDULE', 'schedules'],
  ['MONITOR', 'monitors'],
] as const satisfies readonly (readonly [Row['startedBy'] | '', string])[];

/** A value of a filter, as the address has it; null where it has none. */
const chosenIn = <T extends string>(text: string | null, known: readonly string[]): T | null =>
  text !== null && known.includes(text) ? (text as T) : null;

function Fetches({ session: { fetched, failed, config } }: { readonly session: Row }): JSX.Element {
  const budget = config.budget.fetches;
  return (
    <span>
      {count(fetched + failed)}
      {budget === null ? '' : ` of ${count(budget)}`}
    </span>
  );
}

interface TableProps {
  readonly sessions: readonly Row[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

function SessionsTable({ sessions, chosen, choose }: TableProps): JSX.Element {
  const now = Date.now();
  const nameOf = ({ name, topic }: Row): string => name ?? topic.name;
  return (
    <Table
      name="Sessions"
      rows={sessions}
      idOf={({ id }) => id}
      columns={[
        {
          head: 'Session',
          cell: (session) => (
            <>
              <Link to={pathTo('session', session.id)}>{nameOf(session)}</Link>
              <br />
              <small>
                {session.name !== null && (
                  <>
                    <bdi>{session.topic.name}</bdi> ·{' '}
                  </>
                )}
                {session.policy}
              </small>
            </>
          ),
        },
        { head: 'State', cell: ({ state }) => <Badge state={state}>{STATES[state] ?? state}</Badge> },
        { head: 'Fetches', isNumber: true, cell: (session) => <Fetches session={session} /> },
        { head: 'Relevant pages', isNumber: true, cell: ({ relevant }) => count(relevant) },
        { head: 'Relevant domains', isNumber: true, cell: (session) => count(session.relevantDomainCount) },
        { head: 'Harvest rate', isNumber: true, cell: ({ harvestRate }) => percent(harvestRate) },
        {
          head: 'Started',
          cell: ({ createdAt, startedBy }) => (
            <span>
              <time dateTime={createdAt}>{ago(createdAt, now)}</time> {STARTED_BY[startedBy]}
            </span>
          ),
        },
        {
          head: 'Compare',
          cell: (session) => (
            <SessionChoice id={session.id} chosen={chosen} choose={choose} most={MOST_COMPARED}>
              <span class="hidden">
                Compare <bdi>{nameOf(session)}</bdi>, {session.policy}, {ago(session.createdAt, now)}
              </span>
            </SessionChoice>
          ),
        },
      ]}
    />
  );
}

/** While a session goes on, the list is asked for again and again. */
const EVERY_MS = 5_000;

/**
 * The sessions of the project, newest first.
 *
 * @param query filters of the address: `search`, `by` and `state`; and `chosen`, the ids of the sessions to compare
 */
export function SessionsScreen({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const paging = usePaging('sessions');
  const startedBy = chosenIn<Row['startedBy']>(query.get('by'), Object.keys(STARTED_BY));
  const state = chosenIn<Row['state']>(query.get('state'), Object.keys(STATES));
  const search = (query.get('search') ?? '').slice(0, 200);
  const [typed, setTyped] = useState(search);
  useEffect(() => setTyped(search), [search]);
  const { data, failure, isLoading, reload } = useQuery(SESSIONS, { after: paging.after, startedBy, state, search });
  const [chosenIds, setChosen] = useInAddress('chosen');
  const chosen = idsIn(chosenIds).slice(0, MOST_COMPARED);
  const goesOn = data?.sessions.nodes.some((session) => !hasEnded(session.state) && session.state !== 'PAUSED');
  useAgain(reload, EVERY_MS, goesOn ?? false);
  const filter = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    paging.begin();
    go(`${pathTo('sessions')}${next.size === 0 ? '' : `?${next}`}`, { replace: true });
  };
  const isFiltered = startedBy !== null || state !== null || search !== '';
  const isNone = data?.sessions.nodes.length === 0;
  return (
    <>
      <div class="title">
        <Heading text="Sessions" hint="Each session is one crawl of a topic." />
        {mayWrite() && (
          <Link to={pathTo('start')} class="button primary">
            Start a session
          </Link>
        )}
      </div>
      {(isFiltered || !isNone) && (
        <form
          class="filters"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            filter('search', typed.trim());
          }}
        >
          <label class="search">
            <span>Name, topic or policy</span>
            <input
              type="search"
              maxLength={200}
              dir="auto"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Search</button>
          <label>
            <span>Started by</span>
            <select value={startedBy ?? ''} onChange={(event) => filter('by', event.currentTarget.value)}>
              {STARTERS.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span>State</span>
            <select value={state ?? ''} onChange={(event) => filter('state', event.currentTarget.value)}>
              <option value="">any</option>
              {Object.entries(STATES).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </form>
      )}
      {failure && <Failed failure={failure} again={reload} />}
      {!data && isLoading && <Loading what="the sessions" />}
      {isNone && isFiltered && (
        <Empty>
          <p>
            No session matches. <Link to={pathTo('sessions')}>See all sessions</Link>
          </p>
        </Empty>
      )}
      {isNone && !isFiltered && (
        <Empty>
          <p>There is no session yet.</p>
          {mayWrite() && (
            <p>
              <Link to={pathTo('start')}>Start the first one</Link>: it takes three words and a few addresses.
            </p>
          )}
        </Empty>
      )}
      {data && !isNone && (
        <SessionsTable sessions={data.sessions.nodes} chosen={chosen} choose={(ids) => setChosen(ids.join())} />
      )}
      {data && data.sessions.nodes.length > 1 && (
        <Form failure={null} lacks={lacksToCompare(chosen)} send={() => go(comparePath(chosen))}>
          <p class="buttons">
            <button type="submit">Compare chosen</button>
            <small>{chosen.length === 0 ? '' : `${counted(chosen.length, 'session')} chosen.`}</small>
            {chosen.length > 0 && (
              <button type="button" onClick={() => setChosen('')}>
                Clear the selection
              </button>
            )}
          </p>
        </Form>
      )}
      {data && <Pager paging={paging} info={data.sessions.pageInfo} name="More sessions" />}
    </>
  );
}
