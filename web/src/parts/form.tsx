import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../api/failures.js';
import { saidOf } from './failure-place.js';

/** The refusal of a form's input, and whether a field shows it. */
const Refusal = createContext<{ readonly failure: Failure | null; readonly isBeside: boolean }>({
  failure: null,
  isBeside: false,
});

/**
 * Why the service refused a field of the form around, with what it allows; null if it did not.
 *
 * @param field its name in the API
 */
export function useProblem(field: string | undefined): string | null {
  const { failure } = useContext(Refusal);
  const said = field === undefined ? null : saidOf(failure, field);
  return said === null ? null : `${said.replace(/[.!?]?$/, '.')} ${failure?.advice ?? ''}`;
}

/** Whether a field of the form around shows this failure. */
export function useIsBeside(failure: Failure | null): boolean {
  const refusal = useContext(Refusal);
  return refusal.isBeside && refusal.failure === failure;
}

interface Props {
  /** The failure of the last try. */
  readonly failure: Failure | null;
  readonly send: () => Promise<void>;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form whose refused field says why. It gets the focus, and is unfolded if it was folded. */
export function Form({ failure, send, class: look, children }: Props): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const [isBeside, setBeside] = useState(false);
  useLayoutEffect(() => {
    const refused =
      failure?.field == null ? null : form.current?.querySelector<HTMLElement>('.field [aria-invalid="true"]');
    setBeside(refused != null);
    for (let at = refused?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true;
    refused?.focus();
  }, [failure]);
  return (
    <form
      ref={form}
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Refusal.Provider value={{ failure, isBeside }}>{children}</Refusal.Provider>
    </form>
  );
}
