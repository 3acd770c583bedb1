import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
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

const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
const written = (tags: readonly string[]): string => tags.join(', ');

/**
 * A field that follows its value, as after Undo, unless something else is typed.
 *
 * @param plain the value of a typed text
 */
function useTyped(value: string, plain: (typed: string) => string) {
  const [typed, setTyped] = useState(value);
  const before = useRef(value);
  useLayoutEffect(() => {
    const known = [before.current, value];
    before.current = value;
    setTyped((now) => (known.includes(plain(now)) ? value : now));
  }, [value]);
  return [typed, setTyped] as const;
}

/** Tags and a note of a page or domain. */
export function TagsField({ tags, note, of, save }: Props): JSX.Element {
  const canSave = mayWrite();
  const [text, setText] = useTyped(written(tags), (typed) => written(tagsIn(typed)));
  const [noted, setNoted] = useTyped(note, (typed) => typed.trim());
  const action = useAction();
  const [sent, setSent] = useState<Said | null>(null);
  const send = (): Promise<void> => {
    const said = { tags: tagsIn(text), note: noted.trim() };
    setSent(said);
    return save(said, action);
  };
  const isStored = sent !== null && written(sent.tags) === written(tags) && sent.note === note;
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
        <button
          type="submit"
          disabled={action.isBusy || (written(tagsIn(text)) === written(tags) && noted.trim() === note)}
        >
          Save
        </button>
      )}
      <Outcome action={isStored ? action : { ...action, said: '' }} />
    </Form>
  );
}
