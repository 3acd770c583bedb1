import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { useAgain } from '../../api/use-again.js';
import { OFFLINE_MS } from '../../api/use-query.js';

/** A list may have more; the export has all. */
export const MOST_ROWS = 10_000;

/** A part of a list. */
export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  /** Rows of the whole list, in words; asked for with the first part. */
  readonly total: string | null;
  /** The same as a number; null where there are more rows than are counted, or where nothing was counted yet. */
  readonly size: number | null;
}

interface State<Row> extends Part<Row> {
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

export interface Rows<Row> extends State<Row> {
  /** Whether the list is longer than the most that is loaded. */
  readonly isCut: boolean;
  /** Loads the next part, if there is one. */
  readonly more: () => void;
  readonly reload: () => void;
  /** Loads all rows that are there again and shows them at once, so that the list keeps its place. */
  readonly refresh: (isOpen?: (row: Row) => boolean) => Promise<void>;
  /** When rows were last loaded or changed, of `performance.now()`. */
  readonly askedAt: { readonly current: number };
  /** Loads the part that failed once more. */
  readonly retry: () => void;
  /** Changes rows that are loaded. */
  readonly change: (changed: (row: Row) => Row) => void;
}

const NOTHING = {
  rows: [],
  endCursor: null,
  hasNextPage: false,
  total: null,
  size: null,
  isLoading: true,
  failure: null,
};

/** Newer rows; the open one stays at its place even if it is not among them, so that nobody loses it while reading. */
function withOpen<Row>(rows: Row[], before: readonly Row[], isOpen: (row: Row) => boolean): readonly Row[] {
  const place = before.findIndex(isOpen);
  const open = before[place];
  return open === undefined || rows.some(isOpen) ? rows : [...rows.slice(0, place), open, ...rows.slice(place)];
}

/**
 * A long list, loaded in parts while it is scrolled.
 *
 * @param load gives the part after a cursor
 * @param key of the list: it begins again when this changes
 */
export function useRows<Row>(load: (after: string | null) => Promise<Answer<Part<Row>>>, key: string): Rows<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING);
  const askedAt = useRef(0);
  const loaded = useRef(state.rows);
  loaded.current = state.rows;
  const newest = useRef({ load, round: 0, isBusy: false, after: null as string | null });
  newest.current.load = load;
  const next = useCallback((after: string | null) => {
    const { round } = newest.current;
    Object.assign(newest.current, { isBusy: true, after });
    askedAt.current = performance.now();
    setState((before) => ({ ...before, isLoading: true, failure: null }));
    void newest.current.load(after).then(({ data, failure }) => {
      if (round !== newest.current.round) return;
      newest.current.isBusy = false;
      setState((before) => {
        // Rows of another list would be read as those of this one.
        if (!data) return { ...(after === null ? NOTHING : before), isLoading: false, failure };
        const rows = after === null ? data.rows : [...before.rows, ...data.rows];
        const counted = data.total === null ? before : data;
        return { ...data, rows, total: counted.total, size: counted.size, isLoading: false, failure: null };
      });
    });
  }, []);
  const reload = useCallback(() => {
    newest.current.round++;
    next(null);
  }, [next]);
  useEffect(() => {
    reload();
    return () => void newest.current.round++;
  }, [reload, key]);
  const refresh = useCallback(async (isOpen: (row: Row) => boolean = () => false) => {
    if (newest.current.isBusy) return;
    const round = ++newest.current.round;
    askedAt.current = performance.now();
    const rows: Row[] = [];
    let first: Part<Row> | null = null;
    let last: Part<Row> | null = null;
    do {
      const answer: Answer<Part<Row>> = await newest.current.load(last?.endCursor ?? null);
      // Rows that were changed or loaded meanwhile are newer; after a failure those that are there stay.
      if (round !== newest.current.round || !answer.data) return;
      last = answer.data;
      first ??= last;
      rows.push(...last.rows);
    } while (last.hasNextPage && rows.length < loaded.current.length);
    const { total, size } = first;
    const { endCursor, hasNextPage } = last;
    setState((before) => ({
      ...before,
      ...{ rows: withOpen(rows, before.rows, isOpen), endCursor, hasNextPage, total, size, failure: null },
    }));
  }, []);
  const retry = useCallback(() => next(newest.current.after), [next]);
  useAgain(retry, OFFLINE_MS, state.failure?.isPassing === true);
  const isCut = state.hasNextPage && state.rows.length >= MOST_ROWS;
  const more = (): void => {
    if (state.hasNextPage && !isCut && !newest.current.isBusy && state.failure === null) next(state.endCursor);
  };
  const change = useCallback((changed: (row: Row) => Row) => {
    // A refresh under way may not know of it; a part that is being loaded is shown all the same.
    if (!newest.current.isBusy) newest.current.round++;
    askedAt.current = performance.now();
    setState((before) => ({ ...before, rows: before.rows.map(changed) }));
  }, []);
  return { ...state, isCut, more, reload, refresh, askedAt, retry, change };
}
