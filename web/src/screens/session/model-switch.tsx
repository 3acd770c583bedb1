import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { mayWrite } from '../../api/sign-in.js';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Failed, Loading } from '../../parts/states.js';
import { ago, count, counted, hasEnded } from '../../parts/words.js';
import type { Session } from './queries.js';

const MODELS = graphql(`
  query Models($id: ID!, $topicId: ID!) {
    topic(id: $topicId) {
      models(first: 20) {
        nodes {
          id
          version
          kind
          state
          createdAt
        }
      }
    }
    session(id: $id) {
      events(kind: MODEL_SWITCHED, last: 5) {
        nodes {
          no
          at
          details {
            fromModelId
            toModelId
            pages
            changed
            becameRelevant
            becameIrrelevant
            relevantBefore
            relevantAfter
          }
        }
      }
      failed: events(kind: MODEL_SWITCH_FAILED, last: 1) {
        nodes {
          no
          at
          details {
            error
          }
        }
      }
    }
  }
`);

const SWITCH = graphql(`
  mutation SwitchModel($id: ID!, $modelId: ID!) {
    switchSessionModel(id: $id, input: { modelId: $modelId }) {
      id
    }
  }
`);

/** While a change is under way, the session is asked for again and again. */
const EVERY_MS = 2_000;

type Shown = ResultOf<typeof MODELS>;
type Switched = Shown['session']['events']['nodes'][number];

function Result({ event: { at, details }, nameOf }: { event: Switched; nameOf: (id: string) => string }): JSX.Element {
  const [before, after] = [details.relevantBefore ?? 0, details.relevantAfter ?? 0];
  return (
    <li>
      {ago(at, Date.now())}: {nameOf(details.toModelId ?? '')} judged {counted(details.pages ?? 0, 'page')} again,{' '}
      {count(details.changed ?? 0)} of them otherwise. {count(details.becameRelevant ?? 0)} became relevant,{' '}
      {count(details.becameIrrelevant ?? 0)} are no longer. Relevant pages: {count(before)} before, {count(after)}{' '}
      after.
    </li>
  );
}

/** The next state after all pages were judged again. */
function thenOf(state: string): string {
  if (state === 'PAUSED') return 'A paused session does so when it is resumed.';
  return hasEnded(state) ? 'The session stays ended.' : 'Then the session goes on under the new model.';
}

interface Props {
  readonly session: Pick<Session, 'id' | 'topicId' | 'model' | 'pendingModelId' | 'state' | 'availableActions'>;
  readonly changed: () => void;
}

/** The model of a session, and its change for another one while it runs. */
export function ModelSwitch({ session, changed }: Props): JSX.Element {
  const { id, topicId, model, pendingModelId, state, availableActions } = session;
  const { data, failure, reload } = useQuery(MODELS, { id, topicId });
  const [chosen, setChosen] = useState('');
  const [refused, setRefused] = useState<Failure | null>(null);
  useEffect(() => void reload(), [model.id, pendingModelId, reload]);
  // A session that has ended has no stream to tell when the change is done.
  useAgain(changed, EVERY_MS, pendingModelId !== null);
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { failure: why } = await ask(SWITCH, { id, modelId: chosen });
    setRefused(why);
    if (!why) setChosen('');
    changed();
  };
  const models = data?.topic.models.nodes ?? [];
  const nameOf = (modelId: string): string => {
    const known = models.find((one) => one.id === modelId);
    return known ? `model ${known.version} (${known.kind})` : 'another model';
  };
  const others = models.filter((one) => one.state === 'READY' && one.id !== model.id);
  const failed = data?.session.failed.nodes[0];
  return (
    <>
      <p>
        Pages are judged by model {model.version} ({model.kind}).
        {pendingModelId !== null &&
          ` It is being changed for ${nameOf(pendingModelId)}: the session goes on when all pages are judged again.`}
      </p>
      {failure && <Failed failure={failure} again={reload} />}
      {refused && <Failed failure={refused} />}
      {!data && !failure && <Loading what="the models" />}
      {data && others.length === 0 && (
        <p class="note">The topic has no other model that is ready. Label pages and train one to change to it.</p>
      )}
      {others.length > 0 && mayWrite() && availableActions.includes('switchModel') && (
        <form class="extend" onSubmit={(event) => void change(event)}>
          <label>
            <span>Change to</span>
            <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)} required>
              <option value="">Choose a model</option>
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  Model {one.version} ({one.kind}), {ago(one.createdAt, Date.now())}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" disabled={pendingModelId !== null}>
            Change the model
          </button>
          <small>The worker judges all pages of the session again and recounts relevant pages. {thenOf(state)}</small>
        </form>
      )}
      {failed && pendingModelId === null && <p>The last change failed: {failed.details.error}</p>}
      {data && data.session.events.nodes.length > 0 && (
        <>
          <h3>Changes</h3>
          <ul>
            {data.session.events.nodes.map((event) => (
              <Result key={event.no} event={event} nameOf={nameOf} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
