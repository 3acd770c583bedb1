import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LongList } from '../../parts/long-list.js';
import { rowsInView } from '../../parts/rows-in-view.js';
import { Link } from '../../router.js';

/** As in the style sheet. */
const ROW_HEIGHT = 40;
/** Rows before the end of those that are loaded at which more are loaded. */
const EARLY = 40;
/** Number of rows that one call of the API accepts. */
export const MOST_CHOSEN = 200;

export interface ResultColumn<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  /** Left out on narrow screens. */
  readonly isWide?: boolean;
  /** Has names that are long. */
  readonly isBroad?: boolean;
  /** Shown only when it is chosen. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly ResultColumn<Row>[];
  /** The row that is open. */
  readonly at: string | null;
  readonly open: (id: string) => void;
  /** The address at which a row is open. */
  readonly addressOf: (id: string) => string;
  /** Leads from the open row into its preview. */
  readonly enter: () => void;
  readonly chosen: ReadonlySet<string>;
  /** Not given where nothing can be done with several rows. */
  readonly choose: ((chosen: ReadonlySet<string>) => void) | undefined;
  readonly nearEnd: () => void;
}

/** Thousands of rows, of which only those in view are in the page. The name of a row opens it. */
export function RowsTable<Row>(props: Props<Row>): JSX.Element {
  const { name, rows, idOf, nameOf, columns, at, open, addressOf, enter, chosen, choose, nearEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const { first, end } = rowsInView(view.top, view.height, ROW_HEIGHT, rows.length);
  const look = (): void => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useEffect(look, []);
  useEffect(() => {
    if (rows.length > 0 && end > rows.length - EARLY) nearEnd();
  }, [end, rows.length]);
  // Keys lead on to rows that are out of view.
  const place = at === null ? -1 : rows.findIndex((row) => idOf(row) === at);
  useEffect(() => {
    if (place < 0 || !box.current) return;
    const { scrollTop, clientHeight } = box.current;
    const top = place * ROW_HEIGHT;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (top + 2 * ROW_HEIGHT > scrollTop + clientHeight)
      box.current.scrollTop = top + 2 * ROW_HEIGHT - clientHeight;
  }, [place]);
  const toggle = (ids: readonly string[], isOn: boolean): void => {
    const now = new Set(chosen);
    for (const id of ids)
      if (!isOn) now.delete(id);
      else if (now.size < MOST_CHOSEN) now.add(id);
    choose?.(now);
  };
  const keyOnName = (event: KeyboardEvent, id: string): void => {
    const isEntering = id === at && event.key === 'Tab' && !event.shiftKey;
    // Opens a row beside the list, as a button would: a link alone would scroll.
    const isPressed = event.key === ' ';
    if (isEntering || isPressed) event.preventDefault();
    if (isEntering) enter();
    if (isPressed) open(id);
  };
  const all = rows.slice(0, MOST_CHOSEN).map(idOf);
  return (
    <LongList>
      <div ref={box} class="scroll rows" role="region" aria-label={name} tabIndex={0} onScroll={look}>
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {choose && (
                <td class="choose">
                  <label>
                    <span class="hidden">Select all, up to {MOST_CHOSEN}</span>
                    <input
                      type="checkbox"
                      checked={all.length > 0 && all.every((id) => chosen.has(id))}
                      onChange={(event) =>
                        toggle(event.currentTarget.checked ? all : [...chosen], event.currentTarget.checked)
                      }
                    />
                  </label>
                </td>
              )}
              {columns.map(({ head, isNumber, isWide, isBroad }) => (
                <th
                  key={head}
                  scope="col"
                  class={`${isNumber ? 'number' : ''} ${isWide ? 'wide' : ''} ${isBroad ? 'broad' : ''}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr aria-hidden="true" style={{ height: `${first * ROW_HEIGHT}px` }} />}
            {rows.slice(first, end).map((row, i) => {
              const id = idOf(row);
              return (
                <tr key={id} class={`fixed ${id === at ? 'open' : ''}`} aria-rowindex={first + i + 2}>
                  {choose && (
                    <td class="choose">
                      <label>
                        <span class="hidden">Select {nameOf(row)}</span>
                        <input
                          type="checkbox"
                          checked={chosen.has(id)}
                          onChange={(event) => toggle([id], event.currentTarget.checked)}
                        />
                      </label>
                    </td>
                  )}
                  {columns.map(({ head, isNumber, isWide, cell }, column) => {
                    const look = `${isNumber ? 'number' : ''} ${isWide ? 'wide' : ''}`;
                    return column === 0 ? (
                      <th key={head} scope="row" class={look}>
                        <Link
                          to={addressOf(id)}
                          class="name"
                          aria-current={id === at ? 'true' : undefined}
                          follow={() => open(id)}
                          onKeyDown={(event) => keyOnName(event, id)}
                        >
                          {cell(row)}
                        </Link>
                      </th>
                    ) : (
                      <td key={head} class={look}>
                        {cell(row)}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {end < rows.length && <tr aria-hidden="true" style={{ height: `${(rows.length - end) * ROW_HEIGHT}px` }} />}
          </tbody>
        </table>
      </div>
    </LongList>
  );
}
