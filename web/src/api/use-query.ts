import type { TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from './client.js';
import type { Failure } from './failures.js';
import { useAgain } from './use-again.js';

export interface Loaded<Data> {
  /** The newest answer; it stays while another one is on its way. */
  readonly data: Data | null;
  readonly failure: Failure | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Interval of asking a service that does not answer. */
export const OFFLINE_MS = 10_000;

/**
 * Asks a query, again when its variables change, and while the service does not answer. An answer that was overtaken by
 * a later question is dropped.
 */
export function useQuery<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({ data: null, failure: null, isLoading: true });
  const newest = useRef(0);
  const key = JSON.stringify(variables);
  const reload = useCallback(() => {
    const mine = ++newest.current;
    setState((before) => ({ ...before, isLoading: true }));
    void ask(document, JSON.parse(key) as Variables).then(({ data, failure }) => {
      if (mine !== newest.current) return;
      setState((before) => ({ data: data ?? before.data, failure, isLoading: false }));
    });
  }, [document, key]);
  useEffect(() => {
    reload();
    return () => void newest.current++;
  }, [reload]);
  useAgain(reload, OFFLINE_MS, state.failure?.isPassing === true);
  return { ...state, reload };
}
