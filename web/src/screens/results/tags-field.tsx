import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { type Action, useAction } from '../../parts/use-action.js';
import { useFields } from '../../parts/use-fields.js';

/** Those that were changed: others may have changed the rest meanwhile. */
interface Said {
  readonly tags?: string[];
  readonly note?: string;
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
const plain = (typed: { readonly tags: string; readonly note: string }) => ({
  tags: written(tagsIn(typed.tags)),
  note: typed.note.trim(),
});

/** Tags and a note of a page or domain. */
export function TagsField({ tags, note, of, save }: Props): JSX.Element {
  const canSave = mayWrite();
  const stored = { tags: written(tags), note };
  const [typed, change] = useFields(stored, plain);
  const changed = changedFields(stored, plain(typed));
  const action = useAction();
  const [sent, setSent] = useState<typeof changed | null>(null);
  const send = (): Promise<void> => {
    setSent(changed);
    const { tags: wanted, ...rest } = changed;
    return save({ ...rest, ...(wanted !== undefined && { tags: tagsIn(wanted) }) }, action);
  };
  const isStored = sent !== null && isNothing(changedFields(stored, { ...stored, ...sent }));
  return (
    <Form class="said" failure={action.failure} send={send}>
      <Field name="Tags" of={`${of}.tags`} helpId="said-tags" help="Separated by commas.">
        <input
          name="tags"
          dir="auto"
          readOnly={!canSave}
          value={typed.tags}
          aria-describedby="said-tags"
          onInput={(event) => change({ tags: event.currentTarget.value })}
        />
      </Field>
      <Field name="Note" of={`${of}.note`} helpId="said-note" help="">
        <input
          name="note"
          dir="auto"
          readOnly={!canSave}
          value={typed.note}
          aria-describedby="said-note"
          onInput={(event) => change({ note: event.currentTarget.value })}
        />
      </Field>
      {canSave && (
        <button type="submit" disabled={action.isBusy || isNothing(changed)}>
          Save
        </button>
      )}
      <Outcome action={isStored ? action : { ...action, said: '' }} />
    </Form>
  );
}
