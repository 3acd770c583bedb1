import type { ComponentChildren, JSX } from 'preact';
import { mayWrite } from '../api/sign-in.js';

export interface Column<Row> {
  readonly head: string;
  /** Meaning of the heading, if it is not plain. */
  readonly means?: string;
  readonly isNumber?: boolean;
  /** It has buttons that change something: a key that only reads does not see it. */
  readonly isChange?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  /** Scrolls within a third of the screen instead of making it longer. */
  readonly isShort?: boolean;
}

/**
 * A table for up to a few hundred rows. On narrow screens each row is a card; the roles keep it a table for assistive
 * technology.
 */
export function Table<Row>({ name, rows, idOf, columns: all, isShort = false }: Props<Row>): JSX.Element {
  const columns = all.filter(({ isChange }) => isChange !== true || mayWrite());
  return (
    <div class={isShort ? 'scroll short' : 'scroll'} role="region" aria-label={`Table: ${name}`} tabIndex={0}>
      <table class="cards" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, means, isNumber }) => (
              <th key={head} scope="col" role="columnheader" class={isNumber ? 'number' : ''} title={means}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={idOf(row)} role="row">
              {columns.map(({ head, isNumber, cell }, i) =>
                i === 0 ? (
                  <th key={head} scope="row" role="rowheader">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} role="cell" data-head={head} class={isNumber ? 'number' : ''}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
