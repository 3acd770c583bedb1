import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { type Action, useAction } from '../../parts/use-action.js';

interface Said {
  readonly tags: string[];
  readonly note: string;
}
export type Save = (said: Said, action: Action) => Promise<void>;

interface Props {
  readonly tags: readonly string[];
  readonly note: string;
  /** The name of the page or domain in the API: `pages[0]`. */
  readonly of: string;
  readonly save: Save;
}

/** Tags and a note of a page or domain. */
export function TagsField({ tags, note, of, save }: Props): JSX.Element {
  const canSave = mayWrite();
  const [text, setText] = useState(tags.join(', '));
  const [noted, setNoted] = useState(note);
  const action = useAction();
  const send = (): Promise<void> => {
    const named = text.split(',').map((tag) => tag.trim());
    return save({ tags: [...new Set(named.filter((tag) => tag !== ''))], note: noted.trim() }, action);
  };
  return (
    <Form class="said" failure={action.failure} send={send}>
      <Field name="Tags" of={`${of}.tags`} helpId="said-tags" help="Separated by commas.">
        <input
          name="tags"
          dir="auto"
          readOnly={!canSave}
          value={text}
          aria-describedby="said-tags"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <Field name="Note" of={`${of}.note`} helpId="said-note" help="">
        <input
          name="note"
          dir="auto"
          readOnly={!canSave}
          value={noted}
          aria-describedby="said-note"
          onInput={(event) => setNoted(event.currentTarget.value)}
        />
      </Field>
      {canSave && (
        <button type="submit" disabled={action.isBusy || (text === tags.join(', ') && noted === note)}>
          Save
        </button>
      )}
      <Outcome action={action} />
    </Form>
  );
}
