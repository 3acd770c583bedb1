import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

export interface Paging {
  /** The cursor of the page that is shown; null: the first one. */
  readonly after: string | null;
  readonly isFirst: boolean;
  readonly back: () => void;
  readonly on: (cursor: string) => void;
  readonly begin: () => void;
}

const kept = (): Readonly<Record<string, unknown>> =>
  (history.state as { readonly cursors?: Readonly<Record<string, unknown>> } | null)?.cursors ?? {};

/** The cursors that the entry of the browser's history keeps for a list. */
function keptFor(list: string): readonly string[] {
  const cursors = kept()[list];
  return Array.isArray(cursors) ? cursors.filter((one) => typeof one === 'string') : [];
}

/**
 * The position in a long list: its current page.
 *
 * @param list name under which "back" and a reload find the page again; none for lists whose filter is not in the
 * address
 */
export function usePaging(list?: string): Paging {
  const [cursors, setCursors] = useState<readonly string[]>(() => (list === undefined ? [] : keptFor(list)));
  const move = (next: readonly string[]): void => {
    setCursors(next);
    if (list !== undefined)
      history.replaceState({ ...(history.state as object | null), cursors: { ...kept(), [list]: next } }, '');
  };
  return {
    after: cursors.at(-1) ?? null,
    isFirst: cursors.length === 0,
    back: () => move(cursors.slice(0, -1)),
    on: (cursor) => move([...cursors, cursor]),
    begin: () => move([]),
  };
}

interface Props {
  readonly paging: Paging;
  readonly info: PageInfo;
  /** Such as `More topics`. */
  readonly name: string;
  /** Labels of the buttons if the list is not ordered by time. */
  readonly words?: readonly [back: string, on: string];
}

/** Leads through the pages of a list. Nothing is shown where there is only one. */
export function Pager({ paging, info, name, words: [back, on] = ['Newer', 'Older'] }: Props): JSX.Element | null {
  if (paging.isFirst && !info.hasNextPage) return null;
  return (
    <nav class="pager" aria-label={name}>
      <button type="button" disabled={paging.isFirst} onClick={paging.back}>
        {back}
      </button>
      <button type="button" disabled={!info.hasNextPage} onClick={() => paging.on(info.endCursor ?? '')}>
        {on}
      </button>
    </nav>
  );
}
