import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { headed } from '../../parts/named-words.js';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { comparePath, lacksToCompare, MOST_COMPARED } from '../../parts/compared.js';
import { Form } from '../../parts/form.js';
import { sessionSource } from '../../parts/pick-sources.js';
import { PickedList } from '../../parts/picked-list.js';
import { Badge, Empty, Failed, Loading } from '../../parts/states.js';
import { ago, counted } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { CHOICES } from './queries.js';

const SESSIONS = sessionSource({});

function Sessions({ given }: { readonly given: readonly string[] }): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>(given);
  return (
    <Form failure={null} lacks={lacksToCompare(chosen)} send={() => go(comparePath(chosen))}>
      <PickedList
        name={`Choose 2 to ${MOST_COMPARED} sessions`}
        add="Add a session"
        chosen={chosen}
        choose={setChosen}
        source={SESSIONS}
        most={MOST_COMPARED}
      />
      <button type="submit" class="primary">
        Compare chosen
      </button>
    </Form>
  );
}

/** Sessions and experiments that can be compared. */
export function Choose({ given }: { readonly given: readonly string[] }): JSX.Element {
  const { data, failure, reload } = useQuery(CHOICES, {});
  if (failure) return <Failed failure={failure} again={reload} />;
  if (!data) return <Loading what="sessions and experiments" />;
  const sessions = data.sessions.nodes;
  const experiments = data.experiments.nodes;
  return (
    <>
      <section aria-labelledby="sessions-heading">
        <h2 id="sessions-heading">Sessions</h2>
        {sessions.length < 2 ? (
          <Empty>
            <p>It takes two sessions to compare.</p>
            {mayWrite() && (
              <p>
                <Link to={pathTo('start')}>Start {sessions.length === 0 ? 'the first one' : 'another one'}</Link>, for
                example of the same topic under another policy.
              </p>
            )}
          </Empty>
        ) : (
          <Sessions given={given} />
        )}
      </section>
      <section aria-labelledby="experiments-heading">
        <h2 id="experiments-heading">Experiments</h2>
        {experiments.length === 0 ? (
          <Empty>
            There is no experiment yet. One runs several policies on a web that is known beforehand
            {mayWrite() && (
              <>
                : <Link to={pathTo('experiments')}>start one</Link>
              </>
            )}
            .
          </Empty>
        ) : (
          <ul class="experiments">
            {experiments.map(({ id, name, state, createdAt, policies, finishedRuns, plannedRuns }) => (
              <li key={id}>
                <Link to={pathTo('experiment', id)}>{name}</Link> <Badge state={state}>{headed(state)}</Badge>
                <br />
                <small>
                  {policies.map((policy) => policy.name).join(', ')} · {finishedRuns} of {counted(plannedRuns, 'run')} ·{' '}
                  {ago(createdAt, Date.now())}
                </small>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
