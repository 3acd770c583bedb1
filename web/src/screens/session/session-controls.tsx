import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Menu } from '../../parts/menu.js';
import { Failed } from '../../parts/states.js';
import { counted, hasEnded } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { LabelForm } from './label-form.js';
import { DELETE, EXTEND, PAUSE, RESUME, type Session, STOP } from './queries.js';

interface Props {
  readonly session: Pick<
    Session,
    'id' | 'state' | 'availableActions' | 'command' | 'name' | 'note' | 'topic' | 'topicId' | 'fetched'
  >;
  readonly changed: () => void;
}

const BUTTONS = [
  ['pause', 'Pause', PAUSE],
  ['resume', 'Resume', RESUME],
  ['stop', 'Stop', STOP],
] as const;

/** Actions on a session. Only the actions that the service offers now are shown. */
export function SessionControls({ session, changed }: Props): JSX.Element {
  const { id, state, availableActions, command, topicId, fetched } = session;
  const [isNaming, setNaming] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [more, setMore] = useState('');
  const can = (action: (typeof availableActions)[number]): boolean => availableActions.includes(action);
  const done = (refused: Failure | null): void => {
    setBusy(false);
    setFailure(refused);
    changed();
  };
  const run = async (document: typeof PAUSE | typeof RESUME | typeof STOP): Promise<void> => {
    setBusy(true);
    done((await ask(document as typeof PAUSE, { id })).failure);
  };
  const extend = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const { failure: refused } = await ask(EXTEND, { id, fetches: Number(more), key: crypto.randomUUID() });
    if (!refused) setMore('');
    done(refused);
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { failure: refused } = await ask(DELETE, { id });
    if (refused) done(refused);
    else go(pathTo('sessions'));
  };
  return (
    <div class="controls">
      {failure && <Failed failure={failure} />}
      <div class="buttons">
        {BUTTONS.filter(([action]) => can(action)).map(([action, text, document]) => (
          <button key={action} type="button" disabled={isBusy || command !== null} onClick={() => void run(document)}>
            {text}
          </button>
        ))}
        {can('extend') && (
          <form class="extend" onSubmit={(event) => void extend(event)}>
            <label>
              <span>Extend by</span>
              <input
                type="number"
                min="1"
                max="10000000"
                required
                value={more}
                placeholder="500"
                onInput={(event) => setMore(event.currentTarget.value)}
              />
              <span>fetches</span>
            </label>
            <button type="submit" disabled={isBusy || more === ''}>
              Extend
            </button>
          </form>
        )}
        <Link to={`${pathTo('start')}?session=${encodeURIComponent(id)}`} class="button">
          Start again with changes
        </Link>
        <Link to={`${pathTo('schedules')}?session=${encodeURIComponent(id)}`} class="button">
          Schedule this
        </Link>
        <Menu text="More">
          <Link to={`${pathTo('start')}?topic=${encodeURIComponent(topicId)}`} class="button">
            Start another of this topic
          </Link>
          {hasEnded(state) && fetched > 0 && (
            <Link to={`${pathTo('experiments')}?session=${encodeURIComponent(id)}`} class="button">
              What if …
            </Link>
          )}
          <button type="button" onClick={() => setNaming(true)}>
            Name and note
          </button>
          {can('delete') && (
            <ConfirmButton
              text="Delete"
              about={session.name ?? session.topic.name}
              disabled={isBusy}
              confirmed={() => void remove()}
            >
              The session is deleted with its {counted(fetched, 'page')}. The topic's collection keeps the pages and
              domains that other sessions have found too.
            </ConfirmButton>
          )}
        </Menu>
      </div>
      {isNaming && (
        <LabelForm
          session={session}
          done={() => {
            setNaming(false);
            changed();
          }}
          cancel={() => setNaming(false)}
        />
      )}
    </div>
  );
}
