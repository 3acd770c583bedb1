import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  /** Name of the secret, such as `The new key`. */
  readonly name: string;
  readonly text: string;
  readonly done: () => void;
}

/** A secret that the service tells once. It can be copied, and is gone when it is put away. */
export function ShownOnce({ name, text, done }: Props): JSX.Element {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => box.current?.focus(), [text]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      box.current?.select();
      setSaid('Copying was refused by the browser. The text is selected: copy it yourself.');
    }
  };
  return (
    <fieldset>
      <legend>{name}</legend>
      <p>Copy it now: it is not shown again.</p>
      <label class="field">
        <span>{name}</span>
        <input ref={box} readOnly value={text} spellcheck={false} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={done}>
          I have copied it
        </button>
        <span role="status">{said}</span>
      </div>
    </fieldset>
  );
}
