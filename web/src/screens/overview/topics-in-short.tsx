import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { mayWrite } from '../../api/sign-in.js';
import { FOUND_COLUMNS } from '../../parts/found-columns.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Trouble } from '../../parts/trouble.js';
import { ago, STATES } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { NEWS, type News, type TopicInShort, TOPICS } from './queries.js';
import { type Total, totalInShort } from './total.js';
import { WaitsForPeople } from './waits-for-people.js';

/** A number that leads to the rows it counts; a dash while it is being counted, and nothing for none. */
function Counted({ total, to }: { readonly total: Total | undefined; readonly to: string }): JSX.Element {
  if (total === undefined) return <>…</>;
  if (total.totalCount === 0) return <span class="none">0</span>;
  return <Link to={to}>{totalInShort(total)}</Link>;
}

/** Topics with what is new in each, and what waits for people. */
export function TopicsInShort({ since }: { readonly since: string }): JSX.Element {
  const paging = usePaging('topics');
  const loaded = useQuery(TOPICS, { after: paging.after });
  const counted = useQuery(NEWS, { after: paging.after, since });
  const now = Date.now();
  const news = new Map<string, News>(counted.data?.topics.nodes.map((one) => [one.id, one]));
  const listOf = (screen: 'results' | 'collectedDomains', id: string, query: Record<string, string>): string =>
    `${pathTo(screen, id)}?${new URLSearchParams(query)}`;
  const sessionOf = ({ sessions: { nodes } }: TopicInShort): JSX.Element => {
    const [newest] = nodes;
    if (!newest) return <>none yet</>;
    return (
      <>
        <Link to={pathTo('session', newest.id)}>{ago(newest.createdAt, now)}</Link>{' '}
        <Badge state={newest.state}>{STATES[newest.state] ?? newest.state}</Badge>
      </>
    );
  };
  return (
    <>
      <section aria-labelledby="topics-heading">
        <h2 id="topics-heading">Topics</h2>
        <Listed
          loaded={loaded}
          what="the topics"
          isEmpty={({ topics }) => topics.nodes.length === 0}
          empty={
            <p>
              There is no topic yet.
              {mayWrite() && (
                <>
                  {' '}
                  <Link to={pathTo('start')}>Start the first session</Link>: it takes three words and a few addresses.
                </>
              )}
            </p>
          }
        >
          {({ topics }) => (
            <>
              <Table
                name="Topics"
                rows={topics.nodes}
                idOf={({ id }) => id}
                columns={[
                  { head: 'Topic', cell: ({ id, name }) => <Link to={pathTo('results', id)}>{name}</Link> },
                  {
                    head: 'New pages',
                    isNumber: true,
                    means: 'Relevant pages that were first found since then',
                    cell: ({ id }) => (
                      <Counted total={news.get(id)?.newPages} to={listOf('results', id, { foundSince: since })} />
                    ),
                  },
                  {
                    head: 'New domains',
                    isNumber: true,
                    means: 'Domains with a relevant page that were first found since then',
                    cell: ({ id }) => (
                      <Counted
                        total={news.get(id)?.newDomains}
                        to={listOf('collectedDomains', id, { foundSince: since })}
                      />
                    ),
                  },
                  {
                    head: 'Changed',
                    isNumber: true,
                    means: 'Relevant pages whose text has changed since then',
                    cell: ({ id }) => (
                      <Counted total={news.get(id)?.changedPages} to={listOf('results', id, { changedSince: since })} />
                    ),
                  },
                  ...FOUND_COLUMNS,
                  { head: 'Newest session', cell: sessionOf },
                ]}
              />
              <Pager paging={paging} info={topics.pageInfo} name="More topics" />
            </>
          )}
        </Listed>
        {counted.failure && !loaded.failure && <Trouble failure={counted.failure} again={counted.reload} />}
      </section>
      {loaded.data && counted.data && <WaitsForPeople topics={loaded.data.topics.nodes} news={news} />}
    </>
  );
}
