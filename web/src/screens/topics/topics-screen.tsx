import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.js';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { FOUND_COLUMNS } from '../../parts/found-columns.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { ago, count } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';

const TOPICS = graphql(`
  query Topics($after: String, $search: String) {
    topics(first: 50, after: $after, search: $search) {
      nodes {
        id
        name
        description
        keywordSetVersion
        seedCount
        createdAt
        exampleCounts {
          relevant
          irrelevant
        }
        collection {
          relevant
          relevantDomainCount
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** The topics of the project, newest first. The search is in the address. */
export default function TopicsScreen({ search }: { readonly search: string }): JSX.Element {
  const [typed, setTyped] = useState(search);
  const paging = usePaging('topics');
  const loaded = useQuery(TOPICS, { after: paging.after, search: search === '' ? null : search });
  const find = (event: Event): void => {
    event.preventDefault();
    const wanted = typed.trim();
    go(wanted === '' ? pathTo('topics') : `${pathTo('topics')}?search=${encodeURIComponent(wanted)}`);
  };
  return (
    <>
      <div class="title">
        <Heading text="Topics" hint="A topic is a subject to crawl for: keywords, seeds and labelled examples." />
        {mayWrite() && (
          <Link to={pathTo('start')} class="button primary">
            Start with a new topic
          </Link>
        )}
      </div>
      <form class="filters" role="search" onSubmit={find}>
        <label class="search">
          <span>Name contains</span>
          <input
            type="search"
            maxLength={200}
            dir="auto"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Search</button>
      </form>
      <Listed
        loaded={loaded}
        what="the topics"
        isEmpty={({ topics }) => topics.nodes.length === 0}
        empty={
          search === '' ? (
            <p>
              There is no topic yet.
              {mayWrite() && (
                <>
                  {' '}
                  <Link to={pathTo('start')}>Start with the first one</Link>.
                </>
              )}
            </p>
          ) : (
            <p>
              No topic has this name. <Link to={pathTo('topics')}>See all topics</Link>.
            </p>
          )
        }
      >
        {({ topics }) => (
          <>
            <Table
              name="Topics"
              rows={topics.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Topic',
                  cell: ({ id, name, description }) => (
                    <>
                      <Link to={pathTo('topic', id)}>{name}</Link>{' '}
                      {description !== '' && (
                        <small>
                          <bdi>{description}</bdi>
                        </small>
                      )}
                    </>
                  ),
                },
                ...FOUND_COLUMNS,
                {
                  head: 'Keywords',
                  means: 'The version of its keyword set: each change makes the next one',
                  cell: ({ keywordSetVersion }) =>
                    keywordSetVersion === null ? 'none' : `version ${keywordSetVersion}`,
                },
                { head: 'Seeds', isNumber: true, cell: ({ seedCount }) => count(seedCount) },
                {
                  head: 'Relevant examples',
                  isNumber: true,
                  cell: ({ exampleCounts }) => count(exampleCounts.relevant),
                },
                {
                  head: 'Other examples',
                  isNumber: true,
                  cell: ({ exampleCounts }) => count(exampleCounts.irrelevant),
                },
                { head: 'Created', cell: ({ createdAt }) => ago(createdAt, Date.now()) },
              ]}
            />
            <Pager paging={paging} info={topics.pageInfo} name="More topics" />
          </>
        )}
      </Listed>
    </>
  );
}
