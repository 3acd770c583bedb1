import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { LabParts } from '../../parts/lab-parts.js';
import { Listed } from '../../parts/listed.js';
import { headed } from '../../parts/named-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { ago, count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { ExperimentForm } from './experiment-form.js';
import { type ExperimentInShort, EXPERIMENTS } from './queries.js';

const EVERY_MS = 5_000;

function Web({ web: { sessionId, recordedWeb, synthetic } }: Pick<ExperimentInShort, 'web'>): JSX.Element {
  if (sessionId !== null) return <Link to={pathTo('session', sessionId)}>pages of a session</Link>;
  return <>{recordedWeb ?? `synthetic: ${synthetic ?? ''}`}</>;
}

/** The experiments of the project, newest first, and a form for another one. */
export default function ExperimentsScreen({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const paging = usePaging('experiments');
  const loaded = useQuery(EXPERIMENTS, { after: paging.after });
  const sessionId = query.get('session');
  const [isNew, setNew] = useState(sessionId !== null && mayWrite());
  const goesOn = loaded.data?.experiments.nodes.some(({ state }) => state === 'QUEUED' || state === 'RUNNING');
  useAgain(loaded.reload, EVERY_MS, goesOn ?? false);
  const now = Date.now();
  return (
    <>
      <div class="title">
        <Heading text="Experiments" hint="Several policies run on a web that is known beforehand, without a crawl." />
        {mayWrite() && !isNew && (
          <button type="button" class="primary" onClick={() => setNew(true)}>
            New experiment
          </button>
        )}
      </div>
      <LabParts here="experiments" />
      {isNew && <ExperimentForm sessionId={sessionId} cancel={() => setNew(false)} />}
      <Listed
        loaded={loaded}
        what="the experiments"
        isEmpty={({ experiments }) => experiments.nodes.length === 0}
        empty={<p>There is no experiment yet. An experiment compares policies, such as on the pages of a session.</p>}
      >
        {({ experiments }) => (
          <>
            <Table
              name="Experiments"
              rows={experiments.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Experiment', cell: ({ id, name }) => <Link to={pathTo('experiment', id)}>{name}</Link> },
                { head: 'State', cell: ({ state }) => <Badge state={state}>{headed(state)}</Badge> },
                { head: 'Policies', cell: ({ policies }) => policies.map(({ name }) => name).join(', ') },
                { head: 'Web', cell: ({ web }) => <Web web={web} /> },
                { head: 'Fetches', isNumber: true, cell: ({ budgets }) => budgets.map(count).join(', ') },
                {
                  head: 'Runs',
                  isNumber: true,
                  cell: ({ finishedRuns, plannedRuns }) =>
                    finishedRuns === plannedRuns
                      ? count(plannedRuns)
                      : `${count(finishedRuns)} of ${count(plannedRuns)}`,
                },
                { head: 'Started', cell: ({ createdAt }) => ago(createdAt, now) },
              ]}
            />
            <Pager paging={paging} info={experiments.pageInfo} name="More experiments" />
          </>
        )}
      </Listed>
    </>
  );
}
