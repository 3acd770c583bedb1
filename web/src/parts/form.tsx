import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Failure } from '../api/failures.js';
import { inLabels, inWords, isAbout } from './failure-place.js';

/** The refusal of a form's input, whether a field shows it, and the labels of the form's fields. */
const Refusal = createContext<{
  readonly failure: Failure | null;
  readonly isBeside: boolean;
  readonly labels: Map<string, string>;
}>({ failure: null, isBeside: false, labels: new Map() });

/**
 * Why the service refused a field of the form around, with what it allows; null if it did not.
 *
 * @param field its name in the API
 * @param label its name on the screen
 */
export function useProblem(field: string | undefined, label: string): string | null {
  const { failure, labels } = useContext(Refusal);
  useLayoutEffect(() => {
    if (field === undefined) return;
    labels.set(field, label);
    return () => labels.delete(field);
  }, [field, label]);
  if (field === undefined || !failure || !isAbout(failure, field)) return null;
  return inWords(failure, new Map([...labels, [field, label]]));
}

/** A failure with the labels of the form around; null if a field of it shows the failure. */
export function useUnshown(failure: Failure | null): Failure | null {
  const refusal = useContext(Refusal);
  if (failure === null || (refusal.isBeside && refusal.failure === failure)) return null;
  const { message, advice } = failure;
  return { ...failure, message: inLabels(message, refusal.labels), advice: inLabels(advice, refusal.labels) };
}

interface Props {
  /** The failure of the last try. */
  readonly failure: Failure | null;
  readonly send: () => Promise<void> | void;
  /** A sentence on missing input that the fields cannot require themselves; null: nothing is missing. */
  readonly lacks?: string | null;
  readonly class?: string;
  /** The fields check themselves. */
  readonly noValidate?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A form whose refused field says why. It gets the focus, and is unfolded if it was folded. Its button can be pressed
 * while input is missing: then the form names it.
 */
export function Form({ failure, send, lacks = null, class: look, noValidate = false, children }: Props): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const [isBeside, setBeside] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const labels = useMemo(() => new Map<string, string>(), []);
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
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(lacks !== null);
        if (lacks === null) void send();
      }}
    >
      <Refusal.Provider value={{ failure, isBeside, labels }}>{children}</Refusal.Provider>
      {isAsked && lacks !== null && (
        <p class="refused" role="alert">
          {lacks}
        </p>
      )}
    </form>
  );
}
