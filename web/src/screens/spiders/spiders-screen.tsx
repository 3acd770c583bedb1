import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { LabParts } from '../../parts/lab-parts.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count, counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { SPIDERS } from './queries.js';
import { KINDS } from './spider-draft.js';
import { SpiderForm } from './spider-form.js';
import { SPIDER_STATES } from './states.js';

const EVERY_MS = 3_000;

/** The spiders of the project, newest first, and a form that trains another one. */
export default function SpidersScreen(): JSX.Element {
  const paging = usePaging('spiders');
  const loaded = useQuery(SPIDERS, { after: paging.after });
  const [isNew, setNew] = useState(false);
  useAgain(loaded.reload, EVERY_MS, loaded.data?.spiders.nodes.some(({ state }) => state === 'TRAINING') ?? false);
  const now = Date.now();
  return (
    <>
      <div class="title">
        <Heading text="Spiders" hint="A spider is trained on earlier crawls. Policies use it from the first fetch." />
        {mayWrite() && !isNew && (
          <button type="button" class="primary" onClick={() => setNew(true)}>
            New spider
          </button>
        )}
      </div>
      <LabParts here="spiders" />
      {isNew && <SpiderForm cancel={() => setNew(false)} />}
      <Listed
        loaded={loaded}
        what="the spiders"
        isEmpty={({ spiders }) => spiders.nodes.length === 0}
        empty={<p>There is no spider yet.</p>}
      >
        {({ spiders }) => (
          <>
            <Table
              name="Spiders"
              rows={spiders.nodes}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Spider',
                  cell: ({ id, name, version }) => (
                    <Link to={pathTo('spider', id)}>
                      {name}, version {version}
                    </Link>
                  ),
                },
                {
                  head: 'State',
                  cell: ({ state }) => <Badge state={SPIDER_STATES[state][1]}>{SPIDER_STATES[state][0]}</Badge>,
                },
                { head: 'Learns', cell: ({ kind }) => KINDS[kind][0] },
                {
                  head: 'Trained on',
                  cell: ({ sessions, webs }) =>
                    [
                      ...(sessions.length > 0 ? [counted(sessions.length, 'session')] : []),
                      ...webs.map(({ web }) => web),
                    ].join(', '),
                },
                { head: 'Pages', isNumber: true, cell: ({ report }) => (report ? count(report.pages) : '–') },
                { head: 'Links', isNumber: true, cell: ({ report }) => (report ? count(report.links) : '–') },
                { head: 'Created', cell: ({ createdAt }) => ago(createdAt, now) },
              ]}
            />
            <Pager paging={paging} info={spiders.pageInfo} name="More spiders" />
          </>
        )}
      </Listed>
    </>
  );
}
