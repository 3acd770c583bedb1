import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { nameOf } from '../../parts/page-name.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { WebLink } from '../../parts/web-link.js';
import { ago } from '../../parts/words.js';
import { WATCHED } from './monitor-queries.js';
import { changesInWords, dueInWords } from './rhythm.js';

/** The pages that a monitor watches, and how often each changes and is checked. */
export function WatchedPart({ id }: { readonly id: string }): JSX.Element {
  const paging = usePaging('watched');
  const loaded = useQuery(WATCHED, { id, after: paging.after });
  const now = Date.now();
  return (
    <Listed
      loaded={loaded}
      what="the pages"
      isEmpty={({ monitor }) => monitor.pages.nodes.length === 0}
      empty={<p>It watches no page.</p>}
    >
      {({ monitor: { pages } }) => (
        <>
          <Table
            name="Pages"
            rows={pages.nodes}
            idOf={(page) => page.id}
            columns={[
              {
                head: 'Page',
                cell: ({ url, title, state }) => (
                  <>
                    <WebLink url={url}>
                      <bdi title={url}>{nameOf({ title, url })}</bdi>
                    </WebLink>{' '}
                    {state === 'GONE' && <Badge state="failed">Gone</Badge>}
                  </>
                ),
              },
              { head: 'Changes', cell: changesInWords },
              { head: 'Last change', cell: ({ changedAt }) => (changedAt === null ? '–' : ago(changedAt, now)) },
              { head: 'Last check', cell: ({ lookedAt }) => (lookedAt === null ? 'none yet' : ago(lookedAt, now)) },
              { head: 'Next check', cell: ({ dueAt }) => dueInWords(dueAt, now) },
            ]}
          />
          <Pager paging={paging} info={pages.pageInfo} name="More pages" words={['Back', 'More']} />
        </>
      )}
    </Listed>
  );
}
