import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../api/client.js';
import type { Failure } from '../api/failures.js';

/** An object that can be chosen, in words. */
export interface Pick {
  readonly id: string;
  readonly name: string;
  /** Distinguishes objects of one name: date, figures. */
  readonly about: string;
}

interface Picks {
  readonly items: readonly Pick[];
  /** The cursor of the next part; null: there is none. */
  readonly next: string | null;
}

/** Source of objects to choose from. */
export interface PickSource {
  /** A part of the objects that match a text, newest first. */
  readonly find: (search: string, after: string | null) => Promise<Answer<Picks>>;
  /** The object of an id, listed or not; null: there is none. */
  readonly get: (id: string) => Promise<Pick | null>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** After the last letter that was typed. */
const PAUSE_MS = 200;

/** As {@link PickSource.find}; an id finds its object. */
async function found(source: PickSource, search: string, after: string | null): Promise<Answer<Picks>> {
  if (!UUID.test(search)) return source.find(search, after);
  const one = await source.get(search.toLowerCase());
  return { data: { items: one ? [one] : [], next: null }, failure: null };
}

interface State extends Picks {
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}
const NOTHING: State = { items: [], next: null, isLoading: true, failure: null };

/** The objects that match a text while a list is open. An answer that was overtaken by a later question is dropped. */
export function usePicks(source: PickSource, search: string, isOpen: boolean): State & { readonly more: () => void } {
  const [state, setState] = useState<State>(NOTHING);
  const newest = useRef(0);
  const ask = (after: string | null): void => {
    const mine = ++newest.current;
    setState((before) => ({ ...before, isLoading: true, failure: null }));
    void found(source, search, after).then(({ data, failure }) => {
      if (mine !== newest.current) return;
      setState((before) => ({
        items: [...(after === null ? [] : before.items), ...(data?.items ?? [])],
        next: data?.next ?? null,
        isLoading: false,
        failure,
      }));
    });
  };
  useEffect(() => {
    if (!isOpen) return;
    setState((before) => ({ ...before, isLoading: true }));
    const timer = setTimeout(() => ask(null), search === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      newest.current++;
    };
  }, [source, search, isOpen]);
  return { ...state, more: () => ask(state.next) };
}

/** The object of an id, which need not be listed; null while it is unknown. */
export function usePicked(source: PickSource, id: string, listed: readonly Pick[]): Pick | null {
  const [known, setKnown] = useState<Pick | null>(null);
  const here = known?.id === id ? known : (listed.find((one) => one.id === id) ?? null);
  useEffect(() => {
    if (id === '') return;
    if (here) return setKnown(here);
    let isGone = false;
    const missing: Pick = { id, name: id, about: 'not found' };
    void (UUID.test(id) ? source.get(id) : Promise.resolve(null)).then((one) => isGone || setKnown(one ?? missing));
    return () => void (isGone = true);
  }, [source, id, here]);
  return id === '' ? null : here;
}
