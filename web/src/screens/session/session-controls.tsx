import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Menu } from '../../parts/menu.js';
import { Outcome, Trouble } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
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

/** Gives a session further fetches. */
function ExtendForm({ id, changed }: { readonly id: string; readonly changed: () => void }): JSX.Element {
  const [more, setMore] = useState('');
  const action = useAction(changed);
  const { key, renew } = useOnceKey({ more });
  const extend = async (): Promise<void> => {
    if (!(await action.run(EXTEND, { id, fetches: Number(more), key }))) return;
    setMore('');
    renew();
  };
  return (
    <Form class="extend" failure={action.failure} send={extend}>
      <Field name="Extend by" of="fetches" helpId="extend-fetches" help="fetches">
        <input
          type="number"
          min="1"
          max="10000000"
          required
          value={more}
          placeholder="500"
          aria-describedby="extend-fetches"
          onInput={(event) => setMore(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" disabled={action.isBusy}>
        Extend
      </button>
      <Outcome action={action} />
    </Form>
  );
}

/** Actions on a session. Only the actions that the service offers now are shown. */
export function SessionControls({ session, changed }: Props): JSX.Element {
  const { id, state, availableActions, command, topicId, fetched } = session;
  const name = session.name ?? session.topic.name;
  const [isNaming, setNaming] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
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
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { failure: refused } = await ask(DELETE, { id });
    if (refused) done(refused);
    else go(pathTo('sessions'), { said: `${name} was deleted.` });
  };
  return (
    <div class="controls">
      {failure && <Trouble failure={failure} />}
      <div class="buttons">
        {BUTTONS.filter(([action]) => can(action)).map(([action, text, document]) => (
          <button key={action} type="button" disabled={isBusy || command !== null} onClick={() => void run(document)}>
            {text}
          </button>
        ))}
        {can('extend') && <ExtendForm id={id} changed={changed} />}
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
            <ConfirmButton text="Delete" about={name} disabled={isBusy} confirmed={() => void remove()}>
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
