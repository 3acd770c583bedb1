import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { graphql } from '../../api/graphql.js';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';

const UPDATE = graphql(`
  mutation UpdateSession($id: ID!, $input: UpdateSessionInput!) {
    updateSession(id: $id, input: $input) {
      id
    }
  }
`);

interface Props {
  readonly session: { readonly id: string; readonly name: string | null; readonly note: string };
  readonly done: () => void;
  readonly cancel: () => void;
}

/** Name and note of a session. */
export function LabelForm({ session: { id, name: before, note: noteBefore }, done, cancel }: Props): JSX.Element {
  const [opened] = useState({ name: before ?? '', note: noteBefore });
  const [name, setName] = useState(opened.name);
  const [note, setNote] = useState(opened.note);
  const action = useAction();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const save = async (): Promise<void> => {
    const input = changedFields(opened, { name, note });
    if (isNothing(input) || (await action.run(UPDATE, { id, input }))) done();
  };
  return (
    <Form failure={action.failure} send={save} class="narrow">
      <Field name="Name" of="name" helpId="label-name" help="Empty: the name of the topic.">
        <input
          ref={first}
          maxLength={200}
          dir="auto"
          value={name}
          aria-describedby="label-name"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Field name="Note" of="note" helpId="label-note" help="For you and those you work with.">
        <textarea
          rows={3}
          maxLength={2_000}
          dir="auto"
          value={note}
          aria-describedby="label-note"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
      <div class="buttons">
        <button type="submit" class="primary" disabled={action.isBusy}>
          Save
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
      <Outcome action={action} />
    </Form>
  );
}
