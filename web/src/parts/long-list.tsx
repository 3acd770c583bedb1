import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** A list with thousands of controls, and a way past them for those who work by keyboard. */
export function LongList({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const end = useRef<HTMLSpanElement>(null);
  return (
    <div class="long-list">
      <button type="button" class="skip" onClick={() => end.current?.focus()}>
        Skip the list
      </button>
      {children}
      <span ref={end} tabIndex={-1} />
    </div>
  );
}
