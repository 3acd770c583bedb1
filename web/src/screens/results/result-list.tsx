import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useOnReturn } from '../../api/use-again.js';
import { mayWrite } from '../../api/sign-in.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { useLetters } from '../../parts/use-letters.js';
import { go } from '../../router.js';
import { FilterBar } from './filter-bar.js';
import type { Filters, List } from './lists.js';
import { ColumnBoxes, useColumns } from './column-choice.js';
import { MOST_CHOSEN, type ResultColumn, RowsTable } from './rows-table.js';
import type { Exported } from './use-exports.js';
import { MOST_ROWS, type Rows } from './use-rows.js';
import './results.css';

/** A verdict that can be given on rows, with its letter. */
export interface Verdict {
  readonly letter: string;
  readonly words: string;
  readonly give: (ids: readonly string[]) => void;
}

/** A key that only reads sees no buttons that it may not press. */
export const ifMayWrite = (verdicts: readonly Verdict[]): readonly Verdict[] => (mayWrite() ? verdicts : []);

interface Props<Row> {
  readonly name: string;
  readonly list: List;
  readonly filters: Filters;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly exported: Exported;
  readonly rows: Rows<Row>;
  /** Whether the list can be searched. Default: true. */
  readonly isSearched?: boolean;
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly columns: readonly ResultColumn<Row>[];
  readonly verdicts: readonly Verdict[];
  /** Whether rows have tags, and the last change can be undone. */
  readonly hasRemarks: boolean;
  readonly undo: (() => void) | null;
  /** The outcome of the last change. */
  readonly outcome: ComponentChildren;
  /** The message of an empty list. */
  readonly empty: ComponentChildren;
  /** Further things to do with the rows that are chosen. */
  readonly actions?: (chosen: readonly string[]) => ComponentChildren;
  readonly preview: (row: Row) => ComponentChildren;
}

/** A list of results beside what is open of it. Letters lead through it and give verdicts. */
export function ResultList<Row>(props: Props<Row>): JSX.Element {
  const { name, list, filters, path, query, exported, rows, idOf, nameOf, columns, verdicts, undo, outcome } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Verdicts are for rows that somebody sees.
  useEffect(() => setChosen(new Set()), [JSON.stringify(filters)]);
  // After a refresh, too: a row may have left the list.
  useEffect(() => {
    const ids = new Set(rows.rows.map(idOf));
    setChosen((before) =>
      [...before].every((id) => ids.has(id)) ? before : new Set([...before].filter((id) => ids.has(id))),
    );
  }, [rows.rows]);
  const choice = useColumns(list.name, columns);
  const [isOn, setOn] = useState(true);
  const at = query.get('at');
  useOnReturn(() => void rows.refresh((row) => idOf(row) === at), rows.askedAt);
  const place = useMemo(() => rows.rows.findIndex((row) => idOf(row) === at), [rows.rows, at]);
  const shown = rows.rows[place];
  // The address may be that of a row in a later part of the list.
  useEffect(() => {
    if (at !== null && place < 0) rows.more();
  }, [at, place, rows.rows]);
  /** Whether "back" leads to the list without an open row. */
  const isBackClosed = useRef(false);
  useEffect(() => {
    if (at === null) isBackClosed.current = false;
  }, [at]);
  const addressOf = (id: string | null): string => {
    const next = new URLSearchParams(query);
    if (id === null) next.delete('at');
    else next.set('at', id);
    return next.size === 0 ? path : `${path}?${next}`;
  };
  const open = (id: string | null): void => {
    if (id === null && isBackClosed.current) return history.back();
    const isOpening = id !== null && at === null;
    if (isOpening) isBackClosed.current = true;
    go(addressOf(id), { replace: !isOpening });
  };
  const parts = useRef<HTMLDivElement>(null);
  const find = (selector: string): HTMLElement | null => parts.current?.querySelector<HTMLElement>(selector) ?? null;
  /** The open row may be scrolled out of the page: then the list gets the focus. */
  const focusOpenRow = (): void => (find('.rows tr.open a.name') ?? find('.rows'))?.focus();
  const enterPreview = (): void => find('.preview button:enabled')?.focus();
  /** Place of the row whose preview is being closed. */
  const closing = useRef<number | null>(null);
  // These buttons go away: the list gets the focus.
  const close = (): void => {
    focusOpenRow();
    closing.current = place;
    open(null);
  };
  // Narrow screens show either the list or the preview: the focus goes along.
  const isOpen = shown !== undefined;
  useLayoutEffect(() => {
    const row = closing.current;
    closing.current = null;
    if (isOpen && find('.rows')?.getClientRects().length === 0) enterPreview();
    else if (!isOpen && row !== null) (find(`.rows tr[aria-rowindex="${row + 2}"] a.name`) ?? find('.rows'))?.focus();
  }, [isOpen]);
  const keyInPreview = (event: KeyboardEvent): void => {
    // Letters are typed into a field: Escape leads back to them.
    const isLeft = event.key === 'Escape' && event.target instanceof HTMLInputElement;
    // The preview comes after its row, and not after thousands of other rows.
    const isBack = event.key === 'Tab' && event.shiftKey && event.target === find('.preview button:enabled');
    if (!isLeft && !isBack) return;
    if (isLeft) event.stopPropagation();
    if (isBack) event.preventDefault();
    focusOpenRow();
  };
  const clear = (): void => {
    find('.rows')?.focus();
    setChosen(new Set());
  };
  const step = (by: number): void => {
    const next = rows.rows[Math.max(0, place + by)];
    if (next !== undefined) open(idOf(next));
  };
  const ids = chosen.size > 0 ? [...chosen] : shown === undefined ? [] : [idOf(shown)];
  useLetters(isOn, {
    j: () => step(1),
    k: () => step(-1),
    escape: () => at !== null && close(),
    t: () => find('.preview input[name=tags]')?.focus(),
    ...Object.fromEntries(verdicts.map(({ letter, give }) => [letter, () => ids.length > 0 && give(ids)])),
    ...(undo && { u: undo }),
  });
  /** @param hasKeys whether the letters judge these rows */
  const buttons = (of: readonly string[], hasKeys: boolean): JSX.Element => (
    <>
      {verdicts.map(({ letter, words, give }) => (
        <button key={letter} type="button" aria-keyshortcuts={hasKeys ? letter : undefined} onClick={() => give(of)}>
          {words} {hasKeys && <kbd>{letter.toUpperCase()}</kbd>}
        </button>
      ))}
    </>
  );
  return (
    <>
      <FilterBar {...{ list, filters, path, query, exported }} size={rows.size} isSearched={props.isSearched ?? true}>
        <ColumnBoxes all={columns} choice={choice} />
      </FilterBar>
      {rows.failure && <Failed failure={rows.failure} again={rows.retry} />}
      <div class="status">
        <p role="status" class="note">
          {rows.total === null ? '' : `${rows.total}.`}
          {rows.isCut && ` The first ${MOST_ROWS} are shown: filter them, or export all.`}
          {rows.isLoading && rows.rows.length > 0 && ' Loading more …'}
        </p>
        {outcome}
        {undo && (
          <button
            type="button"
            onClick={() => {
              find('.rows')?.focus();
              undo();
            }}
            aria-keyshortcuts={isOn ? 'u' : undefined}
          >
            Undo {isOn && <kbd>U</kbd>}
          </button>
        )}
      </div>
      {chosen.size > 0 && (
        <div class="buttons chosen" role="group" aria-label="Selection">
          <span>
            {chosen.size} selected{chosen.size === MOST_CHOSEN ? ', the most at once' : ''}
          </span>
          {buttons([...chosen], isOn)}
          {props.actions?.([...chosen])}
          <button type="button" onClick={clear}>
            Clear the selection
          </button>
        </div>
      )}
      {rows.rows.length === 0 && rows.isLoading && <Loading what={name.toLowerCase()} />}
      {rows.rows.length === 0 && !rows.isLoading && !rows.failure && (
        <Empty>
          {props.empty}
          <button type="button" onClick={rows.reload}>
            Look again
          </button>
        </Empty>
      )}
      {rows.rows.length > 0 && (
        <div ref={parts} class={shown === undefined ? 'results' : 'results has-open'}>
          <RowsTable
            {...{ name, idOf, nameOf, at, open, addressOf, chosen }}
            enter={enterPreview}
            columns={choice.columns}
            rows={rows.rows}
            choose={verdicts.length > 0 || props.actions ? setChosen : undefined}
            nearEnd={rows.more}
          />
          {shown !== undefined && (
            <aside class="preview" aria-label="Preview" onKeyDown={keyInPreview}>
              <div class="buttons">
                <button
                  type="button"
                  disabled={place === 0}
                  aria-keyshortcuts={isOn ? 'k' : undefined}
                  onClick={() => step(-1)}
                >
                  Previous {isOn && <kbd>K</kbd>}
                </button>
                <button
                  type="button"
                  disabled={place === rows.rows.length - 1}
                  aria-keyshortcuts={isOn ? 'j' : undefined}
                  onClick={() => step(1)}
                >
                  Next {isOn && <kbd>J</kbd>}
                </button>
                {buttons([idOf(shown)], isOn && chosen.size === 0)}
                <button type="button" class="close" aria-label="Close" title="Close" onClick={close}>
                  ×
                </button>
              </div>
              {props.preview(shown)}
            </aside>
          )}
        </div>
      )}
      <label class="check">
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} /> Keys: J and K
        lead through the list{verdicts.map(({ letter, words }) => `, ${letter.toUpperCase()} ${words.toLowerCase()}`)}
        {props.hasRemarks && verdicts.length > 0 ? ', U undo, T tags' : ''}
      </label>
    </>
  );
}
