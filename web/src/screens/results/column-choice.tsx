import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shownHeads, storedHeads, toggled } from './chosen-columns.js';
import type { ResultColumn } from './rows-table.js';

export interface ColumnChoice<Row> {
  readonly columns: readonly ResultColumn<Row>[];
  /** Shows or hides a column. */
  readonly toggle: (head: string) => void;
}

/** The columns that somebody has chosen for a list of this name; the browser keeps them. */
export function useColumns<Row>(name: string, columns: readonly ResultColumn<Row>[]): ColumnChoice<Row> {
  const key = `gleaner:columns:${name}`;
  const [chosen, setChosen] = useState<readonly string[] | null>(() => {
    try {
      return storedHeads(localStorage.getItem(key));
    } catch {
      return null;
    }
  });
  const heads = shownHeads(columns, chosen);
  return {
    columns: columns.filter(({ head }) => heads.includes(head)),
    toggle(head) {
      const next = toggled(columns, chosen, head);
      setChosen(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Without storage the choice holds until the page is left.
      }
    },
  };
}

interface Props<Row> {
  readonly all: readonly ResultColumn<Row>[];
  readonly choice: ColumnChoice<Row>;
}

/** Check boxes of the shown columns. */
export const ColumnBoxes = <Row,>({ all, choice }: Props<Row>): JSX.Element => (
  <details class="more-filters">
    <summary>Columns</summary>
    <div class="checks" role="group" aria-label="Columns">
      {all.slice(1).map(({ head }) => (
        <label key={head}>
          <input
            type="checkbox"
            checked={choice.columns.some((column) => column.head === head)}
            onChange={() => choice.toggle(head)}
          />{' '}
          <span>{head}</span>
        </label>
      ))}
    </div>
  </details>
);
