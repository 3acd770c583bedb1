import type { JSX } from 'preact';
import type { Failure } from '../api/failures.js';
import { useUnshown } from './form.js';
import { Failed } from './states.js';
import { useSharedFailure } from './shared-failure.js';

/** A failure with its advice. If the key is not sufficient, it names the required one. */
export function Trouble({ failure, again }: { readonly failure: Failure; readonly again?: () => void }): JSX.Element {
  if (failure.keyWanted === undefined) return <Failed failure={failure} {...(again && { again })} />;
  return <KeyWanted keyWanted={failure.keyWanted} again={again} />;
}

export function KeyWanted({
  keyWanted,
  again,
}: {
  readonly keyWanted: string;
  readonly again?: (() => void) | undefined;
}): JSX.Element | null {
  if (useSharedFailure(`key ${keyWanted}`, again).isShownElsewhere) return null;
  return (
    <div class="empty" role="status">
      <p>Your key does not allow this. It needs {keyWanted}. Sign out, then sign in with such a key.</p>
    </div>
  );
}

/** Outcome of the last change: its success, or its failure unless a field of the form shows it. */
export const Outcome = ({
  action: { failure, said },
}: {
  readonly action: { readonly failure: Failure | null; readonly said: string };
}): JSX.Element => {
  const unshown = useUnshown(failure);
  return (
    <>
      {unshown && <Trouble failure={unshown} />}
      <p role="status" class="note">
        {said}
      </p>
    </>
  );
};
