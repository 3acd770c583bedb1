import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Failure } from '../../api/failures.js';
import { mayWrite } from '../../api/sign-in.js';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { type Action, useAction } from '../../parts/use-action.js';
import { useFields } from '../../parts/use-fields.js';
import type { Remarked, Said } from './use-remarks.js';

/** Saves what was changed. @returns tags and note after it; null if it failed */
export type Save = (said: Said, action: Action) => Promise<Remarked | null>;

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
const tagChange = (before: readonly string[], after: readonly string[]): Said => ({
  addTags: after.filter((tag) => !before.includes(tag)),
  removeTags: before.filter((tag) => !after.includes(tag)),
});
/** A refusal of an added tag, with its place among all that were typed. */
function amongTyped(failure: Failure | null, before: readonly string[], typed: readonly string[]): Failure | null {
  const { addTags = [] } = tagChange(before, typed);
  const placed = (text: string): string =>
    text.replace(/\.addTags(?:\[(\d+)\])?/g, (_, i?: string) =>
      i === undefined ? '.tags' : `.tags[${typed.indexOf(addTags?.[Number(i)] ?? '')}]`,
    );
  return failure && { ...failure, message: placed(failure.message), field: failure.field && placed(failure.field) };
}
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
  /** The tags that the typed ones were made from: those that others add meanwhile are no removals. */
  const begun = useRef(tags);
  if (!('tags' in changed)) begun.current = tags;
  const sent = useAction();
  const action = { ...sent, failure: amongTyped(sent.failure, begun.current, tagsIn(typed.tags)) };
  const [saved, setSaved] = useState<typeof stored | null>(null);
  const send = async (): Promise<void> => {
    const { tags: wanted, ...rest } = changed;
    const after = await save({ ...rest, ...(wanted !== undefined && tagChange(begun.current, tagsIn(wanted))) }, sent);
    if (after === null) return;
    const known = { tags: written(after.tags), note: after.note };
    setSaved(known);
    // Tags that others have added meanwhile appear; what was typed since stays.
    if (wanted !== undefined) change((now) => (plain(now).tags === wanted ? { tags: known.tags } : {}));
  };
  const isStored = saved !== null && isNothing(changedFields(stored, saved));
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
