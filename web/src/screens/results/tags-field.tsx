import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';

interface Props {
  readonly tags: readonly string[];
  readonly note: string;
  readonly save: (said: { readonly tags: string[]; readonly note: string }) => void;
}

/** Tags and a note of a page or domain. */
export function TagsField({ tags, note, save }: Props): JSX.Element {
  const canSave = mayWrite();
  const [text, setText] = useState(tags.join(', '));
  const [noted, setNoted] = useState(note);
  return (
    <form
      class="said"
      onSubmit={(event) => {
        event.preventDefault();
        const named = text.split(',').map((tag) => tag.trim());
        save({ tags: [...new Set(named.filter((tag) => tag !== ''))], note: noted.trim() });
      }}
    >
      <label class="field">
        <span>Tags, separated by commas</span>
        <input
          name="tags"
          dir="auto"
          readOnly={!canSave}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Note</span>
        <input
          name="note"
          dir="auto"
          readOnly={!canSave}
          value={noted}
          onInput={(event) => setNoted(event.currentTarget.value)}
        />
      </label>
      {canSave && (
        <button type="submit" disabled={text === tags.join(', ') && noted === note}>
          Save
        </button>
      )}
    </form>
  );
}
