import type { JSX } from 'preact';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { useWhileRunning } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Fold } from '../../parts/fold.js';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { Table } from '../../parts/table.js';
import { count } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { SETTINGS } from '../start/setting-groups.js';

const FAILURES = graphql(`
  query Failures($id: ID!) {
    session(id: $id) {
      failureCounts(free: true) {
        outcome
        httpStatus
        count
        means
        help {
          settings
          advice
        }
      }
    }
  }
`);

/** The settings of the start form by their names in the API. */
const LABELS = new Map(SETTINGS.map(({ path, label }) => [path, label]));

type Kind = ResultOf<typeof FAILURES>['session']['failureCounts'][number];

const EVERY_MS = 10_000;

interface Props {
  readonly session: { readonly id: string; readonly topicId: string; readonly state: string };
  /** Whether they are more than every crawl has. */
  readonly areTrouble: boolean;
}

/** Failures, folded behind their number. Nothing where there are none. */
export function FailuresFolded({ session, areTrouble }: Props): JSX.Element | null {
  const { data, reload } = useQuery(FAILURES, { id: session.id });
  useWhileRunning(reload, EVERY_MS, session.state === 'RUNNING');
  const kinds = data?.session.failureCounts ?? [];
  const failures = kinds.reduce((sum, { count: times }) => sum + times, 0);
  if (failures === 0) return null;
  return (
    <Fold title="Failures" says={count(failures)} isOpen={areTrouble}>
      {() => <Failures kinds={kinds} topicId={session.topicId} />}
    </Fold>
  );
}

/** Failures by kind, with the settings that would help. */
function Failures({ kinds, topicId }: { readonly kinds: readonly Kind[]; readonly topicId: string }): JSX.Element {
  return (
    <>
      <Table
        name="Failures"
        rows={kinds}
        idOf={({ outcome, httpStatus }) => `${outcome} ${httpStatus ?? ''}`}
        columns={[
          {
            head: 'Kind',
            cell: ({ outcome, httpStatus, means }) => (
              <>
                {outcomeInWords(outcome, httpStatus)} <small>{means}</small>
              </>
            ),
          },
          { head: 'Times', isNumber: true, cell: ({ count: times }) => count(times) },
          { head: 'Remedy', cell: ({ help }) => <span>{help.advice}</span> },
          {
            head: 'Settings',
            cell: ({ help }) => (
              <span>
                {help.settings.map((setting) =>
                  LABELS.has(setting) ? (
                    <span key={setting} class="line">
                      {LABELS.get(setting)}
                    </span>
                  ) : (
                    <code key={setting} class="line">
                      {setting}
                    </code>
                  ),
                )}
              </span>
            ),
          },
        ]}
      />
      <p class="note">
        A session keeps its settings.{' '}
        <Link to={`${pathTo('start')}?topic=${encodeURIComponent(topicId)}`}>Start another one of this topic</Link> to
        change them. Those that the form does not have are fields of <code>POST /v1/topics/:id/sessions</code>.
      </p>
    </>
  );
}
