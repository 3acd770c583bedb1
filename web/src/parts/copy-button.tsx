import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly text: string;
  /** Returns the text to copy when the button is pressed. */
  readonly copied: () => string;
}

/** Copies a text. Where the browser refuses, it is shown to be copied by hand. */
export function CopyButton({ text, copied }: Props): JSX.Element {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(copied());
      setSaid('Copied.');
    } catch {
      setSaid(copied());
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {text}
      </button>
      <span role="status" class="said">
        {said}
      </span>
    </>
  );
}
