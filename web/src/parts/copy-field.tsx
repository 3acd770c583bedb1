import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  readonly name: string;
  readonly text: string;
}

/** A text that can be copied. Where the browser refuses to copy, the text is selected. */
export function CopyField({ name, text }: Props): JSX.Element {
  const box = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      box.current?.select();
      setSaid('Selected: copy it yourself.');
    }
  };
  return (
    <div class="copy">
      <label>
        <span>{name}</span>
        <input ref={box} readOnly value={text} spellcheck={false} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" aria-label={`Copy: ${name}`} onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{said}</span>
    </div>
  );
}
