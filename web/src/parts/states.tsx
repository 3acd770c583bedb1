import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../api/failures.js';
import { asSentence } from './failure-place.js';
import { useToldOnce } from './told-once.js';

/** States of a screen without content: loading, empty, failed. */

export const Loading = ({ what }: { readonly what: string }): JSX.Element => (
  <p class="loading" role="status">
    Loading {what} …
  </p>
);

export function Failed({
  failure,
  again,
}: {
  readonly failure: Failure;
  readonly again?: () => void;
}): JSX.Element | null {
  const told = useToldOnce(failure.message, again);
  if (told.isSaid) return null;
  return (
    <div class="failed" role="alert">
      <p>
        <strong>{asSentence(failure.message)}</strong> {failure.advice}
      </p>
      {again && (
        <button type="button" onClick={told.again}>
          Try again
        </button>
      )}
    </div>
  );
}

export const Empty = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <div class="empty">{children}</div>
);

/** The word of a state, with a colour that never stands alone. */
export const Badge = ({
  state,
  children,
}: {
  readonly state: string;
  readonly children: ComponentChildren;
}): JSX.Element => <span class={`badge badge-${state.toLowerCase()}`}>{children}</span>;
