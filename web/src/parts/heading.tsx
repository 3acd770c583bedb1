import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The heading of a screen. It gets the focus when the screen is opened from another one, so that a screen reader says where one is. */
export function Heading({ text, hint }: { readonly text: string; readonly hint?: string }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${text} – Gleaner`;
  }, [text]);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('header')) heading.current?.focus();
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {text}
      </h1>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </>
  );
}
