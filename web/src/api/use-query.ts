import type { TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './client.js';
import type { Failure } from './failures.js';
import { useAgain, useOnReturn } from './use-again.js';

export interface Loaded<Data> {
  /** The newest answer; it stays while another one is on its way. */
  readonly data: Data | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  /** Asks again; the result ends with the answer, so that `useAgain` waits for it. */
  readonly reload: () => unknown;
}

/** Interval of asking a service that does not answer. */
export const OFFLINE_MS = 10_000;

/** The next answer; the one before if it is equal, so that nothing is drawn again. */
const newer = <Data>(before: Data | null, next: Data | null): Data | null =>
  next === null || JSON.stringify(next) === JSON.stringify(before) ? before : next;

/**
 * Asks a query, again when its variables change, while the service does not answer, when a change finds that others
 * have deleted its object, and when somebody returns to the page. Answers are shown until a later question's has come:
 * a service that answers more slowly than it is asked is shown, too.
 */
export function useQuery<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ data: null, failure: null, isLoading: true });
  const newest = useRef(0);
  const shown = useRef(0);
  const askedAt = useRef(0);
  const key = JSON.stringify(variables);
  const reload = useCallback((): Promise<void> => {
    const mine = ++newest.current;
    askedAt.current = performance.now();
    setState((before) => ({ ...before, isLoading: true }));
    return ask(document, JSON.parse(key) as Variables).then(({ data, failure }) => {
      if (mine < shown.current) return;
      shown.current = mine;
      setState((before) => ({ data: newer(before.data, data), failure, isLoading: mine !== newest.current }));
    });
  }, [document, key]);
  useEffect(() => {
    void reload();
    // The answers under way belong to other variables.
    return () => void (shown.current = ++newest.current);
  }, [reload]);
  useOnReturn(reload, askedAt);
  useAgain(reload, OFFLINE_MS, state.failure?.isPassing === true);
  return { ...state, reload };
}
